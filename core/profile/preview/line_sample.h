#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace hitmap {

/// A fixed share of all lines, chosen by a hash of their numbers: spatially hashed sampling with a fixed rate
/// (Waldspurger et al. 2015). All look-ups of a line are sampled, or none. The choice is the same in every
/// run.
class LineSample {
public:
    /// The sampled lines are divided into this number of disjoint groups, by another part of the hash.
    static constexpr std::uint32_t groups = 8;

    /// @param rate  0 < rate <= 1; from 1 on, every line is sampled
    explicit LineSample(double rate) : rate_(rate), threshold_(static_cast<std::uint64_t>(rate * modulus)) {}

    [[nodiscard]] static std::uint64_t hash_of(std::uint32_t line) {
        // SplitMix64 (Steele et al. 2014).
        std::uint64_t mixed = (line + std::uint64_t{1}) * 0x9e3779b97f4a7c15ULL;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebULL;
        return mixed ^ mixed >> 31;
    }
    /// Waldspurger et al. 2015: a location is sampled if hash(location) mod P < T; the rate is R
    /// = T / P.
    [[nodiscard]] bool has(std::uint64_t hash) const { return (hash & (modulus - 1)) < threshold_; }
    [[nodiscard]] static std::uint32_t group_of(std::uint64_t hash) {
        return static_cast<std::uint32_t>(hash >> 61);
    }
    /// Estimates the distance between two uses of a sampled line among all lines from that among the sampled
    /// ones: it is divided by the rate (Waldspurger et al. 2015).
    [[nodiscard]] std::uint32_t scaled(std::uint32_t sampled_distance) const {
        if (threshold_ >= modulus) return sampled_distance;
        return static_cast<std::uint32_t>(std::lround(std::min(sampled_distance / rate_, farthest)));
    }

private:
    static constexpr std::uint64_t modulus = std::uint64_t{1} << 24; // P
    static constexpr double farthest = 4294967294.0;                 // below ReuseStack::cold

    double rate_;
    std::uint64_t threshold_; // T
};

} // namespace hitmap
