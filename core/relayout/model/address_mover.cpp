#include "core/relayout/model/address_mover.h"

#include <algorithm>

namespace hitmap {

AddressMover::AddressMover(const std::vector<Allocation>& before, const std::vector<Allocation>& after,
                           const std::vector<Places>& places, const std::vector<ByteMap>& forms)
    : after_(after), allocations_(before) {
    for (std::size_t i = 0; i < before.size(); ++i) {
        const bool changes = !places[i].empty() || !forms[i].is_same() ||
                             before[i].stride != after[i].stride || before[i].layout != after[i].layout;
        ranges_.push_back({&before[i], &after[i], &places[i], &forms[i], element_extent(before[i]), changes});
    }
}

bool AddressMover::reaches_beyond(const Range& range, std::uint64_t offset, std::uint32_t bytes) {
    if (!range.form->is_same()) return offset + bytes > range.form->bytes.size();
    if (range.before->layout == ElementLayout::planar || range.after->layout == ElementLayout::planar)
        return offset % component_bytes + bytes > component_bytes;
    return offset + bytes > std::min(range.before->stride, range.after->stride);
}

std::uint64_t AddressMover::moved(std::uint64_t address, std::uint32_t bytes) {
    const auto allocation = allocations_.at(address);
    if (!allocation) {
        ++counts_.outside;
        return address;
    }
    const Range& range = ranges_[*allocation];
    const Allocation& after = *range.after;
    const std::uint64_t distance = address - range.before->address;
    if (!range.changes) {
        ++counts_.with_buffer;
        return after.address + distance;
    }
    if (distance >= range.extent) {
        ++counts_.behind;
        const std::uint64_t behind = element_extent(after) + (distance - range.extent);
        return after.address + std::min(behind, after.bytes - 1);
    }
    ElementByte byte = element_byte(*range.before, distance);
    const bool in_element = range.before->element_bytes == 0 || byte.offset < range.before->element_bytes;
    ++(in_element ? counts_.in_elements : counts_.between);
    if (in_element && reaches_beyond(range, byte.offset, bytes)) ++counts_.across;
    if (!range.places->empty()) byte.element = (*range.places)[byte.element];
    if (range.form->is_same()) return after.address + distance_of(after, byte);
    const PartByte& target = range.form->at(byte.offset);
    const Allocation& array = after_[range.form->arrays[target.part]];
    return array.address + distance_of(array, {byte.element, target.offset});
}

} // namespace hitmap
