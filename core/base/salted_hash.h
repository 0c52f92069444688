#pragma once

#include "core/base/random_salt.h"

#include <cstddef>
#include <cstdint>

namespace hitmap {

/// A hash of numbers that come from files. Each object has its own salt, so that no file can be crafted whose
/// keys all collide. No output may depend on it.
class SaltedHash {
public:
    [[nodiscard]] std::size_t operator()(std::uint64_t key) const noexcept {
        // The multipliers are the first one of SplitMix64 (Steele et al. 2014) and that of Fibonacci hashing
        // (Knuth 1998, section 6.4). The salt is applied twice, so that keys that collide after the first
        // multiplication do not all collide after the second.
        std::uint64_t mixed = (key ^ salt_) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ mixed >> 31 ^ salt_) * 0x9e3779b97f4a7c15ULL;
        return static_cast<std::size_t>(mixed ^ mixed >> 32);
    }

private:
    std::uint64_t salt_ = random_salt();
};

} // namespace hitmap
