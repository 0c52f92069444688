#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace hitmap {

/// Tree-PLRU: a binary tree over the ways of a set. Each node stores which of its halves was used longer ago;
/// following these bits from the root leads to the victim. The number of ways is arbitrary: of n ways, a node
/// has the first half, rounded up, on its left, so that the depths of leaves differ by at most one.
class PlruPolicy {
public:
    static constexpr std::string_view name = "plru";
    static constexpr std::string_view needs = "";
    [[nodiscard]] static bool allows(std::uint64_t /*ways*/) { return true; }

    PlruPolicy(std::uint64_t sets, std::uint64_t ways, std::uint64_t /*seed*/)
        : ways_(static_cast<std::uint32_t>(ways)), words_((ways + 63) / 64), right_(sets * words_) {}

    /// Every node on the path from the root to the way then points to its other half.
    void touch(std::uint64_t set, std::uint32_t way) {
        std::uint64_t* const right = right_.data() + set * words_;
        std::uint32_t begin = 0;
        for (std::uint32_t count = ways_; count > 1;) {
            const std::uint32_t left = (count + 1) / 2;
            // A node is numbered by the first way of its right half, which is unique.
            const std::uint32_t node = begin + left;
            const std::uint64_t bit = std::uint64_t{1} << (node % 64);
            if (way < node) {
                right[node / 64] |= bit;
                count = left;
            } else {
                right[node / 64] &= ~bit;
                begin = node;
                count -= left;
            }
        }
    }
    void fill(std::uint64_t set, std::uint32_t way) { touch(set, way); }
    [[nodiscard]] std::uint32_t victim(std::uint64_t set) {
        const std::uint64_t* const right = right_.data() + set * words_;
        std::uint32_t begin = 0;
        for (std::uint32_t count = ways_; count > 1;) {
            const std::uint32_t left = (count + 1) / 2;
            const std::uint32_t node = begin + left;
            if ((right[node / 64] >> (node % 64) & 1) != 0) {
                begin = node;
                count -= left;
            } else {
                count = left;
            }
        }
        return begin;
    }
    void clear() { std::fill(right_.begin(), right_.end(), 0U); }

private:
    std::uint32_t ways_;
    std::uint64_t words_;              ///< words per set
    std::vector<std::uint64_t> right_; ///< [sets][words] one bit per node: the right half was used longer ago
};

} // namespace hitmap
