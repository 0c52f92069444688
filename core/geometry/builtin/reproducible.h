#pragma once

#include <cstdint>

namespace hitmap {

/// sin(2 pi t) and cos(2 pi t) with an error of about 1e-15, exact at multiples of a quarter turn. They use
/// additions and multiplications only, so that built-in scenes are byte for byte the same with every
/// mathematics library.
[[nodiscard]] double sin_turns(double t);
[[nodiscard]] double cos_turns(double t);

/// SplitMix64 (Steele et al. 2014). Draw at most one number in a statement: the compiler chooses the order in
/// which arguments of a call are evaluated.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    /// In [low, high).
    double uniform(double low, double high) {
        return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53);
    }

private:
    std::uint64_t state_;
};

} // namespace hitmap
