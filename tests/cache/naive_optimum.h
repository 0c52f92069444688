#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace hitmap {

/// Belady's MIN as it is defined: a full set evicts the line whose next look-up is the furthest. Returns the
/// hits of a set with this number of ways.
inline std::uint64_t naive_optimal_hits(const std::vector<std::uint64_t>& lines, std::size_t ways) {
    const auto next_use = [&](std::uint64_t line, std::size_t after) {
        for (std::size_t i = after; i < lines.size(); ++i)
            if (lines[i] == line) return i;
        return std::numeric_limits<std::size_t>::max();
    };
    std::vector<std::uint64_t> present;
    std::uint64_t hits = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (std::find(present.begin(), present.end(), lines[i]) != present.end()) {
            ++hits;
            continue;
        }
        if (present.size() == ways)
            present.erase(
                std::max_element(present.begin(), present.end(), [&](std::uint64_t a, std::uint64_t b) {
                    return next_use(a, i) < next_use(b, i);
                }));
        present.push_back(lines[i]);
    }
    return hits;
}

/// The same by trying every choice of the line to evict.
inline std::uint64_t most_hits_of_all_choices(const std::vector<std::uint64_t>& lines, std::size_t ways,
                                              const std::vector<std::uint64_t>& present = {},
                                              std::size_t at = 0) {
    if (at == lines.size()) return 0;
    if (std::find(present.begin(), present.end(), lines[at]) != present.end())
        return 1 + most_hits_of_all_choices(lines, ways, present, at + 1);
    if (present.size() < ways) {
        std::vector<std::uint64_t> more = present;
        more.push_back(lines[at]);
        return most_hits_of_all_choices(lines, ways, more, at + 1);
    }
    std::uint64_t most = 0;
    for (std::size_t way = 0; way < ways; ++way) {
        std::vector<std::uint64_t> changed = present;
        changed[way] = lines[at];
        most = std::max(most, most_hits_of_all_choices(lines, ways, changed, at + 1));
    }
    return most;
}

} // namespace hitmap
