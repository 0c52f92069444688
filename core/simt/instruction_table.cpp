#include "core/simt/instruction_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace hitmap::simt {

std::vector<InstructionTable::Key>::const_iterator
InstructionTable::position_of(const SourcePlace& place) const {
    return std::lower_bound(keys_.begin(), keys_.end(), place,
                            [](const Key& key, const SourcePlace& p) { return comes_before(key.place, p); });
}

std::uint32_t InstructionTable::add(const SourcePlace& place, const Access& access) {
    const auto position = position_of(place);
    if (position != keys_.end() && !comes_before(place, position->place)) return position->first;
    const auto first = static_cast<std::uint32_t>(instructions_.size());
    keys_.insert(position, {place, first});
    for (unsigned part = 0; part < access.parts; ++part)
        instructions_.push_back({access.operation, access.space, access.bytes_per_lane,
                                 function_name_of(place), place.file_name(), place.line(), place.column()});
    return first;
}

std::uint32_t InstructionTable::find(const SourcePlace& place) const {
    const auto position = position_of(place);
    if (position != keys_.end() && !comes_before(place, position->place)) return position->first;
    throw std::logic_error(fmt::format("{}:{}:{}: this memory instruction was not listed before the launch",
                                       place.file_name(), place.line(), place.column()));
}

} // namespace hitmap::simt
