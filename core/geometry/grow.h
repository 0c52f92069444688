#pragma once

#include "core/jobs/progress.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace hitmap {

/// Asks the system for huge pages where whole ones fit: touched, freed and looked up at random, small ones
/// cost about ten times as much. Nothing happens where the wish is refused.
void wish_for_huge_pages(void* begin, std::size_t bytes);

/// vector::resize in steps of a few MB, each of them after a look at the job: to touch some hundred MB of new
/// memory takes longer than a tenth of a second. Throws Cancelled.
template <class T>
void grow(std::vector<T>& values, std::size_t size, const T& value, const JobContext& job) {
    constexpr std::size_t step = (std::size_t{1} << 22U) / sizeof(T);
    if (values.capacity() < size) {
        values.reserve(size);
        wish_for_huge_pages(values.data(), size * sizeof(T));
    }
    while (values.size() < size) {
        job.check();
        values.resize(std::min(size, values.size() + step), value);
    }
}

} // namespace hitmap
