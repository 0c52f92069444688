#pragma once

#include "core/base/random_salt.h"

#include <cstddef>
#include <cstdint>

namespace hitmap {

/// A hash of numbers that come from files: each object has a salt of its own, so that no file can be made in
/// which all of them meet. Nothing that anybody sees may depend on it.
class SaltedHash {
public:
    [[nodiscard]] std::size_t operator()(std::uint64_t key) const noexcept {
        // Multipliers: SplitMix64's first (Steele et al. 2014), Fibonacci hashing's (Knuth 1998,
        // section 6.4). The salt comes in twice, so that what the first multiplication lets meet, the second
        // one does not.
        std::uint64_t mixed = (key ^ salt_) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ mixed >> 31 ^ salt_) * 0x9e3779b97f4a7c15ULL;
        return static_cast<std::size_t>(mixed ^ mixed >> 32);
    }

private:
    std::uint64_t salt_ = random_salt();
};

} // namespace hitmap
