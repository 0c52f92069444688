#include "core/relayout/relayout_draft.h"

#include "core/base/error.h"
#include "core/relayout/element_range.h"
#include "core/simt/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

bool is_global(const Allocation& allocation) {
    return allocation.space == Space::global;
}

/// Whether the simulated device would give the allocations these addresses.
bool is_of_simulated_device(const std::vector<Allocation>& allocations) {
    simt::AddressSpace addresses;
    return std::ranges::all_of(allocations, [&](const Allocation& a) {
        return !is_global(a) || a.address == addresses.allocate(a.bytes);
    });
}

std::uint64_t end_of(const std::vector<Allocation>& allocations) {
    std::uint64_t end = 0;
    for (const Allocation& a : allocations)
        if (is_global(a)) end = std::max(end, a.address + a.bytes);
    return end;
}

} // namespace

std::optional<std::string> RelayoutDraft::option(std::string_view name) const {
    const auto found = std::ranges::find(info.options, name, &std::pair<std::string, std::string>::first);
    if (found == info.options.end()) return std::nullopt;
    return found->second;
}

void RelayoutDraft::set_option(std::string_view name, std::string_view value) {
    for (auto& [key, text] : info.options)
        if (key == name) text = value;
}

std::uint32_t RelayoutDraft::allocation_of(Role role, std::uint64_t elements) const {
    std::optional<std::uint32_t> found;
    for (std::uint32_t i = 0; i < info.allocations.size(); ++i) {
        const Allocation& a = info.allocations[i];
        if (a.role != role || !is_global(a)) continue;
        if (found) throw Error(fmt::format("expected one allocation of {}, found several", name_of(role)));
        found = i;
    }
    if (!found) throw Error(fmt::format("expected an allocation of {}, found none", name_of(role)));
    const std::uint64_t count = info.allocations[*found].element_count();
    if (count != elements)
        throw Error(fmt::format("allocation '{}': expected {} elements, found {}",
                                info.allocations[*found].name, elements, count));
    return *found;
}

std::optional<std::uint32_t> RelayoutDraft::allocation_named(std::string_view name,
                                                             std::uint64_t elements) const {
    for (std::uint32_t i = 0; i < info.allocations.size(); ++i) {
        const Allocation& a = info.allocations[i];
        if (a.name == name && is_global(a) && a.element_count() == elements) return i;
    }
    return std::nullopt;
}

void RelayoutDraft::set_places(std::uint32_t allocation, Places&& of_elements) {
    if (!places[allocation].empty() && !of_elements.empty())
        throw Error(
            fmt::format("allocation '{}': expected one option that orders its elements, found several",
                        info.allocations[allocation].name));
    if (!of_elements.empty()) places[allocation] = std::move(of_elements);
}

void RelayoutDraft::expect_scene() const {
    if (!info.scene.present) throw Error("expected a recording with a scene, found none");
}

RelayoutDraft draft_of(const HmtFile& file, const JobContext& job) {
    RelayoutDraft draft;
    draft.info = file.info();
    if (const auto scene = file.read_scene(job)) draft.scene = *scene;
    draft.places.resize(draft.info.allocations.size());
    return draft;
}

void set_element_layout(Allocation& allocation, ElementLayout layout, std::uint32_t stride,
                        std::uint32_t element_bytes) {
    const std::uint64_t elements = allocation.element_count();
    const std::uint64_t rest = allocation.bytes - element_extent(allocation);
    const std::uint64_t each = layout == ElementLayout::planar ? element_bytes : stride;
    if (elements != 0 && elements > (std::uint64_t{1} << 63U) / each)
        throw Error(fmt::format("allocation '{}': expected less than 2^63 bytes, found {} elements of {}",
                                allocation.name, elements, each));
    allocation.layout = layout;
    allocation.stride = stride;
    allocation.element_bytes = element_bytes;
    allocation.bytes = elements * each + std::min(rest, each - 1);
}

void place_allocations(const std::vector<Allocation>& before, std::vector<Allocation>& after) {
    const auto same_bytes = [](const Allocation& a, const Allocation& b) { return a.bytes == b.bytes; };
    if (std::ranges::equal(before, after, same_bytes)) return;
    if (is_of_simulated_device(before)) {
        simt::AddressSpace addresses;
        for (Allocation& a : after)
            if (is_global(a)) a.address = addresses.allocate(a.bytes);
        return;
    }
    constexpr std::uint64_t alignment = simt::AddressSpace::alignment;
    std::uint64_t next = end_of(before);
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (!is_global(after[i]) || after[i].bytes <= before[i].bytes) continue;
        const std::uint64_t begin =
            next > ~std::uint64_t{0} - alignment ? 0 : (next + alignment - 1) / alignment * alignment;
        if (begin == 0 || after[i].bytes > ~std::uint64_t{0} - begin)
            throw Error(
                fmt::format("allocation '{}': expected {} free bytes behind the other allocations, found "
                            "the end of the address space",
                            after[i].name, after[i].bytes));
        after[i].address = begin;
        next = begin + after[i].bytes;
    }
}

} // namespace hitmap
