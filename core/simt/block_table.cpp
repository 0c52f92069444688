#include "core/simt/block_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace hitmap::simt {

std::vector<BlockTable::Key>::const_iterator BlockTable::position_of(BlockEntry entry,
                                                                     const SourcePlace& place) const {
    return std::lower_bound(keys_.begin(), keys_.end(), place, [entry](const Key& key, const SourcePlace& p) {
        return comes_before(key.place, p) || (!comes_before(p, key.place) && key.entry < entry);
    });
}

bool BlockTable::is_at(std::vector<Key>::const_iterator position, BlockEntry entry,
                       const SourcePlace& place) const {
    return position != keys_.end() && position->entry == entry && !comes_before(place, position->place);
}

std::uint32_t BlockTable::add(BlockEntry entry, const SourcePlace& place) {
    const auto position = position_of(entry, place);
    if (is_at(position, entry, place)) return position->block;
    const auto number = static_cast<std::uint32_t>(blocks_.size());
    keys_.insert(position, {place, entry, number});
    blocks_.push_back({entry, 0, function_name_of(place), place.file_name(), place.line(), place.column()});
    needs_place_.push_back(entry == BlockEntry::kernel || entry == BlockEntry::function);
    return number;
}

std::uint32_t BlockTable::find(BlockEntry entry, const SourcePlace& place) const {
    const auto position = position_of(entry, place);
    if (is_at(position, entry, place)) return position->block;
    throw std::logic_error(fmt::format("{}:{}:{}: this basic block was not listed before the launch",
                                       place.file_name(), place.line(), place.column()));
}

void BlockTable::has_instructions(std::uint32_t block, std::uint32_t instructions) {
    blocks_[block].instructions = std::max(blocks_[block].instructions, instructions);
}

void BlockTable::has_place(std::uint32_t block, const SourcePlace& place) {
    if (!needs_place_[block]) return;
    needs_place_[block] = false;
    blocks_[block].line = place.line();
    blocks_[block].column = place.column();
}

} // namespace hitmap::simt
