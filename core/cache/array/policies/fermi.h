#pragma once

#include "core/cache/array/policies/victim_random.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace hitmap {

/// Evicts ways 0..3 with probabilities 1/6, 1/2, 1/6 and 1/6, regardless of their use: the L1 of Fermi as
/// measured by Mei et al. (2014, section 4.2).
class FermiPolicy {
public:
    static constexpr std::string_view name = "fermi";
    static constexpr std::string_view needs = "4 ways";
    [[nodiscard]] static bool allows(std::uint64_t ways) { return ways == 4; }

    FermiPolicy(std::uint64_t sets, std::uint64_t /*ways*/, std::uint64_t seed) : random_(sets, seed) {}

    void touch(std::uint64_t /*set*/, std::uint32_t /*way*/) {}
    void fill(std::uint64_t /*set*/, std::uint32_t /*way*/) {}
    [[nodiscard]] std::uint32_t victim(std::uint64_t set) {
        constexpr std::array<std::uint8_t, 6> way_of{0, 1, 1, 1, 2, 3};
        return way_of[random_.below(6, set)];
    }
    void clear() { random_.clear(); }

private:
    VictimRandom random_;
};

} // namespace hitmap
