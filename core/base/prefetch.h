#pragma once

#include <cstddef>
#include <vector>

namespace hitmap {

/// Has the processor fetch what is used soon, and written to. In line always: a call of a function that does
/// nothing but this is one that compilers take out.
template <class T>
[[gnu::always_inline]] inline void prefetch_all(const T* first, std::size_t count) {
    constexpr std::size_t cache_line = 64;
    const auto* const begin = reinterpret_cast<const char*>(first);
    for (std::size_t byte = 0; byte < count * sizeof(T); byte += cache_line)
        __builtin_prefetch(begin + byte, 1);
}
template <class T>
[[gnu::always_inline]] inline void prefetch_all(const std::vector<T>& all) {
    prefetch_all(all.data(), all.size());
}

} // namespace hitmap
