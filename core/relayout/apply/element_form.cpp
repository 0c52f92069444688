#include "core/relayout/apply/element_form.h"

#include "core/base/error.h"
#include "core/relayout/model/element_parts.h"
#include "core/trace/elements/looked_up_role.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace hitmap {

namespace {

Allocation& linear_allocation(RelayoutDraft& draft, std::uint32_t allocation) {
    Allocation& a = draft.info.allocations[allocation];
    if (a.layout == ElementLayout::planar)
        throw Error(
            fmt::format("allocation '{}': expected elements one after the other, found planes", a.name));
    return a;
}

/// Throws Error if elements have got another form already.
void expect_form_as_recorded(const RelayoutDraft& draft, std::uint32_t allocation) {
    if (allocation >= draft.forms.size() || !draft.forms[allocation].is_same())
        throw Error(fmt::format("allocation '{}': expected one option that splits or quantises its elements, "
                                "found several",
                                draft.info.allocations[allocation].name));
}

/// The stack distance cache model knows the sizes of elements, and does not see that they have changed.
void tell_of_sdcm(RelayoutDraft& draft, const Allocation& allocation) {
    if (is_looked_up(allocation.role))
        draft.estimates.push_back(
            fmt::format("the stack distance cache model goes on to look up all bytes of an element where "
                        "that begins in {}",
                        allocation.name));
}

/// Elements are counted where they begin, so that other parts of them do not have their role.
Role role_of_part(Role role) {
    if (role == Role::vertices) return Role::vertex_attributes;
    return element_kind_of(role) ? Role::other : role;
}

ElementParts parts_of(const ElementCuts& cuts, const FieldUse& use, const std::string& name) {
    try {
        return cuts.offsets.empty() ? hot_and_cold(use) : parts_at(cuts.offsets, use);
    } catch (const Error& error) {
        throw Error(fmt::format("allocation '{}': {}", name, error.what()));
    }
}

/// "0-15 and 32-39"
std::string ranges_text(const ElementParts& parts, std::uint32_t part) {
    std::string text;
    const auto& part_of = parts.part_of;
    for (std::size_t begin = 0; begin < part_of.size();) {
        std::size_t end = begin + 1;
        while (end < part_of.size() && part_of[end] == part_of[begin])
            ++end;
        if (part_of[begin] == part)
            text += fmt::format("{}{}-{}", text.empty() ? "" : " and ", begin, end - 1);
        begin = end;
    }
    return text;
}

Allocation array_of_part(const Allocation& whole, const ElementParts& parts, std::uint32_t part,
                         std::uint32_t stride) {
    const auto first = std::ranges::find(parts.part_of, part) - parts.part_of.begin();
    Allocation array = whole;
    array.contents.clear();
    array.name = fmt::format("{}+{}", whole.name, first);
    array.role = role_of_part(whole.role);
    set_element_layout(array, ElementLayout::linear, stride, stride);
    array.bytes = array.element_count() * stride;
    return array;
}

/// An access of the first byte of an element counts for it: no other access may come to begin there.
void expect_same_element_accesses(const Allocation& allocation, std::uint32_t bytes, const FieldUse& fields) {
    const std::uint64_t old_bytes = fields.element_bytes();
    for (std::uint32_t byte = 1; byte < old_bytes; ++byte) {
        if (fields.widest_at(byte) == 0) continue;
        if (byte * std::uint64_t{bytes} / old_bytes != 0) return;
        throw Error(
            fmt::format("allocation '{}': expected at least {} bytes, since its elements are accessed "
                        "from byte {} on, which would become byte 0 and count as another access of "
                        "the element; found {}",
                        allocation.name, (old_bytes + byte - 1) / byte, byte, bytes));
    }
}

} // namespace

void split_elements(RelayoutDraft& draft, std::uint32_t allocation, const ElementCuts& cuts,
                    const RecordingUse& use) {
    const Allocation whole = linear_allocation(draft, allocation);
    expect_form_as_recorded(draft, allocation);
    const FieldUse& fields = use.fields.at(allocation);
    const ElementParts parts = parts_of(cuts, fields, whole.name);
    PartLayout layout = layout_of(parts, fields, whole.stride);
    ByteMap& form = draft.forms[allocation];
    form.bytes = std::move(layout.bytes);
    form.arrays.push_back(allocation);
    set_element_layout(draft.info.allocations[allocation], ElementLayout::linear, layout.strides[0],
                       layout.strides[0]);
    std::string change = fmt::format("elements of {} split into bytes {}", whole.name, ranges_text(parts, 0));
    for (std::uint32_t part = 1; part < parts.count; ++part) {
        form.arrays.push_back(static_cast<std::uint32_t>(draft.info.allocations.size()));
        draft.info.allocations.push_back(array_of_part(whole, parts, part, layout.strides[part]));
        change += fmt::format(" | {}", ranges_text(parts, part));
    }
    draft.changes.push_back(std::move(change));
    const auto earlier = draft.option(relayout_split_option);
    if (earlier)
        draft.set_option(relayout_split_option, fmt::format("{}, {}", *earlier, whole.name));
    else
        draft.info.options.emplace_back(relayout_split_option, whole.name);
    tell_of_sdcm(draft, whole);
}

void quantise_elements(RelayoutDraft& draft, std::uint32_t allocation, std::uint32_t bytes,
                       const RecordingUse& use) {
    Allocation& a = linear_allocation(draft, allocation);
    expect_form_as_recorded(draft, allocation);
    const std::uint64_t old_bytes = bytes_of_element(a);
    if (bytes == 0 || bytes >= old_bytes || old_bytes > most_element_bytes)
        throw Error(fmt::format("allocation '{}': expected from 1 byte to less than the {} of its elements, "
                                "which are at most {}, found {}",
                                a.name, old_bytes, most_element_bytes, bytes));
    if (const auto fields = use.fields.find(allocation); fields != use.fields.end())
        expect_same_element_accesses(a, bytes, fields->second);
    set_access_bytes(draft, allocation, use, [&](std::uint64_t of_access) {
        return static_cast<std::uint32_t>((of_access * bytes + old_bytes - 1) / old_bytes);
    });
    ByteMap& form = draft.forms[allocation];
    for (std::uint64_t byte = 0; byte < old_bytes; ++byte)
        form.bytes.push_back({0, static_cast<std::uint32_t>(byte * bytes / old_bytes)});
    form.arrays.push_back(allocation);
    set_element_layout(a, ElementLayout::linear, bytes, bytes);
    draft.changes.push_back(fmt::format("elements of {} quantised to {} bytes", a.name, bytes));
    draft.estimates.push_back(fmt::format(
        "elements of {0} have {1} bytes in the place of {2}: an access is assumed to read {1}/{2} "
        "of its bytes, rounded up, and less exact elements are assumed to cause no other accesses",
        a.name, bytes, old_bytes));
    tell_of_sdcm(draft, a);
}

void set_stride(RelayoutDraft& draft, std::uint32_t allocation, std::uint32_t stride) {
    Allocation& a = linear_allocation(draft, allocation);
    if (stride < std::max(a.element_bytes, 1U))
        throw Error(
            fmt::format("allocation '{}': expected a stride of at least {} bytes, its elements, found {}",
                        a.name, a.element_bytes, stride));
    set_element_layout(a, ElementLayout::linear, stride, a.element_bytes);
    draft.changes.push_back(fmt::format("stride of {} {} bytes", a.name, stride));
}

void align_elements(RelayoutDraft& draft, std::uint32_t allocation, std::uint32_t alignment) {
    Allocation& a = linear_allocation(draft, allocation);
    const std::uint64_t stride = (std::uint64_t{a.stride} + alignment - 1) / alignment * alignment;
    if (stride > std::numeric_limits<std::uint32_t>::max())
        throw Error(fmt::format("allocation '{}': expected a stride below 2^32, found {}", a.name, stride));
    set_element_layout(a, ElementLayout::linear, static_cast<std::uint32_t>(stride), a.element_bytes);
    draft.changes.push_back(fmt::format("elements of {} at multiples of {} bytes", a.name, alignment));
}

} // namespace hitmap
