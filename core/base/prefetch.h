#pragma once

#include <cstddef>
#include <cstdint>

namespace hitmap {

/// Prefetches memory that will soon be read and written. The function must be inline: compilers remove calls
/// of a function whose only effect is a prefetch.
template <class T>
[[gnu::always_inline]] inline void prefetch_all(const T* first, std::size_t count) {
    constexpr std::uintptr_t cache_line = 64;
    const auto begin = reinterpret_cast<std::uintptr_t>(first);
    for (std::uintptr_t at = begin & ~(cache_line - 1); at < begin + count * sizeof(T); at += cache_line)
        __builtin_prefetch(reinterpret_cast<const void*>(at), 1);
}

} // namespace hitmap
