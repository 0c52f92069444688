#include "core/simt/instruction_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string_view>

namespace hitmap::simt {

namespace {

// Shortens "hitmap::simt::Code hitmap::trace(Warp&)" to "trace". The compiler calls the resumed part of the
// same coroutine "void hitmap::trace(trace(Warp&)::...Frame*)", which must give the same name.
std::string short_function_name(std::string_view signature) {
    signature = signature.substr(0, signature.find('('));
    return std::string(signature.substr(signature.find_last_of(" :") + 1));
}

bool comes_before(const SourcePlace& a, const SourcePlace& b) {
    if (a.line() != b.line()) return a.line() < b.line();
    if (a.column() != b.column()) return a.column() < b.column();
    // The compiler usually keeps one copy of a file name, so pointers decide; only a header that is used in
    // two source files needs the comparison of texts.
    return a.file_name() != b.file_name() && std::strcmp(a.file_name(), b.file_name()) < 0;
}

} // namespace

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
                                 short_function_name(place.function_name()), place.file_name(), place.line(),
                                 place.column()});
    return first;
}

std::uint32_t InstructionTable::find(const SourcePlace& place) const {
    const auto position = position_of(place);
    if (position != keys_.end() && !comes_before(place, position->place)) return position->first;
    throw std::logic_error(fmt::format("{}:{}:{}: this memory instruction was not listed before the launch",
                                       place.file_name(), place.line(), place.column()));
}

} // namespace hitmap::simt
