#include "core/probe/probe_result.h"

#include <algorithm>
#include <array>
#include <functional>

namespace hitmap {

std::string_view name_of(Replacement replacement) {
    static constexpr std::array<std::string_view, 4> names{"undetermined", "LRU", "FIFO", "not LRU"};
    return names.at(static_cast<std::size_t>(replacement));
}

std::string_view name_of(SetOrder order) {
    static constexpr std::array<std::string_view, 3> names{"undetermined", "linear", "hashed"};
    return names.at(static_cast<std::size_t>(order));
}

std::optional<std::uint64_t> ProbeResult::ways() const {
    const bool equal =
        std::adjacent_find(set_ways.begin(), set_ways.end(), std::not_equal_to<>()) == set_ways.end();
    if (set_ways.empty() || !equal) return std::nullopt;
    return set_ways.front();
}

std::optional<std::uint64_t> ProbeResult::sets() const {
    if (set_ways.empty()) return std::nullopt;
    return set_ways.size();
}

} // namespace hitmap
