#include "core/relayout/model/element_parts.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>

namespace hitmap {

namespace {

/// The alignment that the accesses to a part have in the old elements.
std::vector<std::uint32_t> alignments_of(const ElementParts& parts, const FieldUse& use,
                                         std::uint32_t stride) {
    std::vector<std::uint32_t> alignments(parts.count, 1);
    for (std::uint32_t byte = 0; byte < use.element_bytes(); ++byte) {
        const std::uint32_t bytes = use.widest_at(byte);
        constexpr std::uint32_t widest_load = 16;
        const bool is_aligned = bytes != 0 && std::has_single_bit(bytes) && bytes <= widest_load &&
                                byte % bytes == 0 && stride % bytes == 0;
        std::uint32_t& alignment = alignments[parts.part_of[byte]];
        if (is_aligned) alignment = std::max(alignment, bytes);
    }
    return alignments;
}

/// The next number from `least` on with the same remainder as `like`.
std::uint32_t same_remainder(std::uint32_t least, std::uint32_t like, std::uint32_t divisor) {
    return least + (divisor + like % divisor - least % divisor) % divisor;
}

} // namespace

ElementParts parts_at(const std::vector<std::uint32_t>& cuts, const FieldUse& use) {
    ElementParts parts;
    const std::uint32_t bytes = use.element_bytes();
    const auto joined = use.joined();
    parts.part_of.resize(bytes);
    std::uint32_t last = 0;
    for (const std::uint32_t cut : cuts) {
        if (cut <= last || cut >= bytes)
            throw Error(fmt::format("expected cuts that rise, from 1 to {}, found {}", bytes - 1, cut));
        if (joined[cut] != 0)
            throw Error(fmt::format("expected cuts that no access spans, found byte {}, which {} accesses "
                                    "touch together with the byte before",
                                    cut, joined[cut]));
        for (std::uint32_t byte = cut; byte < bytes; ++byte)
            ++parts.part_of[byte];
        last = cut;
    }
    parts.count = parts.part_of.back() + 1;
    return parts;
}

ElementParts hot_and_cold(const FieldUse& use) {
    const auto joined = use.joined();
    auto accesses = use.accesses();
    for (std::size_t begin = 0; begin < accesses.size();) {
        std::size_t end = begin + 1;
        while (end < accesses.size() && joined[end] != 0)
            ++end;
        const auto field = accesses.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto behind = accesses.begin() + static_cast<std::ptrdiff_t>(end);
        std::fill(field, behind, *std::max_element(field, behind));
        begin = end;
    }
    const std::uint64_t most = *std::ranges::max_element(accesses);
    if (most == 0) throw Error("expected elements that are accessed, found no access");
    const auto is_hot = [&](std::uint64_t count) { return count >= most - most / 2; };
    if (std::ranges::all_of(accesses, is_hot))
        throw Error(fmt::format("expected fields of which some are accessed less than half as often as "
                                "others, found {} to {} accesses of each byte",
                                *std::ranges::min_element(accesses), most));
    ElementParts parts;
    parts.count = 2;
    for (const std::uint64_t count : accesses)
        parts.part_of.push_back(is_hot(count) == is_hot(accesses.front()) ? 0 : 1);
    return parts;
}

PartLayout layout_of(const ElementParts& parts, const FieldUse& use, std::uint32_t stride) {
    const auto alignments = alignments_of(parts, use, stride);
    PartLayout layout;
    layout.strides.resize(parts.count);
    for (std::uint32_t byte = 0; byte < use.element_bytes(); ++byte) {
        const std::uint32_t part = parts.part_of[byte];
        std::uint32_t& end = layout.strides[part];
        if (byte == 0 || parts.part_of[byte - 1] != part) end = same_remainder(end, byte, alignments[part]);
        layout.bytes.push_back({part, end++});
    }
    for (std::uint32_t part = 0; part < parts.count; ++part)
        layout.strides[part] = same_remainder(layout.strides[part], 0, alignments[part]);
    return layout;
}

} // namespace hitmap
