#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Random numbers for each set. The n-th number of a set is a function of (seed, set, n), so that the result
/// does not depend on the order in which sets are processed.
class VictimRandom {
public:
    VictimRandom(std::uint64_t sets, std::uint64_t seed) : seed_(seed), drawn_(sets) {}

    /// Returns a number in 0..limit - 1; all are equally likely.
    [[nodiscard]] std::uint32_t below(std::uint32_t limit, std::uint64_t set) {
        // Finaliser of SplitMix64 (Steele et al. 2014) over a counter.
        std::uint64_t x = seed_ + set * 0xd1342543de82ef95ULL + drawn_[set]++ * 0x9e3779b97f4a7c15ULL;
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
        x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
        x ^= x >> 31;
        return static_cast<std::uint32_t>((x >> 32) * limit >> 32);
    }
    void clear() { std::fill(drawn_.begin(), drawn_.end(), 0U); }

private:
    std::uint64_t seed_;
    std::vector<std::uint64_t> drawn_; ///< [sets] how many numbers were drawn
};

} // namespace hitmap
