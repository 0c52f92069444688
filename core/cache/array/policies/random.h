#pragma once

#include "core/cache/array/policies/victim_random.h"

#include <cstdint>
#include <string_view>

namespace hitmap {

/// Evicts a random way; all ways are equally likely.
class RandomPolicy {
public:
    static constexpr std::string_view name = "random";
    static constexpr std::string_view needs = "";
    [[nodiscard]] static bool allows(std::uint64_t /*ways*/) { return true; }

    RandomPolicy(std::uint64_t sets, std::uint64_t ways, std::uint64_t seed)
        : ways_(static_cast<std::uint32_t>(ways)), random_(sets, seed) {}

    void touch(std::uint64_t /*set*/, std::uint32_t /*way*/) {}
    void fill(std::uint64_t /*set*/, std::uint32_t /*way*/) {}
    [[nodiscard]] std::uint32_t victim(std::uint64_t set) { return random_.below(ways_, set); }
    void clear() { random_.clear(); }

private:
    std::uint32_t ways_;
    VictimRandom random_;
};

} // namespace hitmap
