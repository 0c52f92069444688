#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

// Sorts a few keys with a sorting network: the sequence of comparisons does not depend on the keys, so that
// no branch is mispredicted, and four keys are compared at once.

namespace hitmap::sorting {

/// Four keys in a vector register.
using Four = std::uint32_t __attribute__((vector_size(16)));

template <class Key>
[[gnu::always_inline]] inline void order(Key& a, Key& b) {
    const Key less = a < b ? a : b;
    b = a < b ? b : a;
    a = less;
}

/// Sorts each of the four columns and transposes them to rows.
[[gnu::always_inline]] inline void sort_rows(Four* v) {
    order(v[0], v[1]), order(v[2], v[3]), order(v[0], v[2]), order(v[1], v[3]), order(v[1], v[2]);
    const Four low01 = __builtin_shufflevector(v[0], v[1], 0, 4, 1, 5);
    const Four high01 = __builtin_shufflevector(v[0], v[1], 2, 6, 3, 7);
    const Four low23 = __builtin_shufflevector(v[2], v[3], 0, 4, 1, 5);
    const Four high23 = __builtin_shufflevector(v[2], v[3], 2, 6, 3, 7);
    v[0] = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
    v[1] = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
    v[2] = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
    v[3] = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
}

/// Sorts two bitonic rows: first keys two lanes apart are compared, then neighbours.
[[gnu::always_inline]] inline void sort_bitonic(Four& a, Four& b) {
    Four low = __builtin_shufflevector(a, b, 0, 1, 4, 5);
    Four high = __builtin_shufflevector(a, b, 2, 3, 6, 7);
    order(low, high);
    Four even = __builtin_shufflevector(low, high, 0, 2, 4, 6);
    Four odd = __builtin_shufflevector(low, high, 1, 3, 5, 7);
    order(even, odd);
    low = __builtin_shufflevector(even, odd, 0, 4, 1, 5);
    high = __builtin_shufflevector(even, odd, 2, 6, 3, 7);
    a = __builtin_shufflevector(low, high, 0, 1, 4, 5);
    b = __builtin_shufflevector(low, high, 2, 3, 6, 7);
}

/// Merges two sorted halves of `count` rows (Batcher 1968; Knuth 1998, section 5.3.4).
template <std::size_t count>
[[gnu::always_inline]] inline void merge(Four* v) {
#pragma GCC unroll 4
    for (std::size_t i = 0; i < count / 2; ++i) {
        Four& last = v[count - 1 - i];
        last = __builtin_shufflevector(last, last, 3, 2, 1, 0);
        order(v[i], last);
    }
#pragma GCC unroll 2
    for (std::size_t apart = count / 4; apart != 0; apart /= 2)
#pragma GCC unroll 8
        for (std::size_t i = 0; i < count; ++i)
            if ((i & apart) == 0) order(v[i], v[i + apart]);
#pragma GCC unroll 4
    for (std::size_t i = 0; i < count; i += 2)
        sort_bitonic(v[i], v[i + 1]);
}

/// Sorts 4 * `count` keys; `count` is 4 or 8.
template <std::size_t count>
void sort_fours(std::uint32_t* keys) {
    std::array<Four, count> v;
    std::memcpy(v.data(), keys, sizeof v);
#pragma GCC unroll 2
    for (std::size_t i = 0; i < count; i += 4) {
        sort_rows(v.data() + i);
        merge<2>(v.data() + i);
        merge<2>(v.data() + i + 2);
        merge<4>(v.data() + i);
    }
    if constexpr (count == 8) merge<8>(v.data());
    std::memcpy(keys, v.data(), sizeof v);
}

} // namespace hitmap::sorting

namespace hitmap {

/// sort_keys() overwrites this many keys after those that it sorts.
inline constexpr std::size_t key_padding = 16;

/// Sorts by rising number. The memory after the keys must have space for key_padding more, which are
/// overwritten.
inline void sort_keys(std::span<std::uint32_t> keys) {
    using namespace sorting;
    if (keys.size() <= 1) return;
    if (keys.size() == 2) return order(keys[0], keys[1]);
    if (keys.size() > 32) return std::sort(keys.begin(), keys.end());
    std::uint32_t* const key = keys.data();
    constexpr auto greatest = ~std::uint32_t{0};
    if (keys.size() <= 4) {
        key[keys.size()] = greatest;
        order(key[0], key[1]), order(key[2], key[3]), order(key[0], key[2]), order(key[1], key[3]);
        return order(key[1], key[2]);
    }
    std::fill_n(key + keys.size(), key_padding, greatest); // a constant number of stores
    return keys.size() <= 16 ? sort_fours<4>(key) : sort_fours<8>(key);
}

} // namespace hitmap
