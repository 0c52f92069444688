#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace hitmap {

/// Evicts the way that was filled the longest time ago, regardless of its use.
class FifoPolicy {
public:
    static constexpr std::string_view name = "fifo";
    static constexpr std::string_view needs = "";
    [[nodiscard]] static bool allows(std::uint64_t /*ways*/) { return true; }

    FifoPolicy(std::uint64_t sets, std::uint64_t ways, std::uint64_t /*seed*/)
        : ways_(static_cast<std::uint32_t>(ways)), next_(sets) {}

    void touch(std::uint64_t /*set*/, std::uint32_t /*way*/) {}
    void fill(std::uint64_t set, std::uint32_t way) { next_[set] = way + 1 == ways_ ? 0 : way + 1; }
    [[nodiscard]] std::uint32_t victim(std::uint64_t set) { return next_[set]; }
    void clear() { std::fill(next_.begin(), next_.end(), 0U); }

private:
    std::uint32_t ways_;
    std::vector<std::uint32_t> next_; ///< [sets] the way after the one that was filled last
};

} // namespace hitmap
