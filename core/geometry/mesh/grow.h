#pragma once

#include "core/jobs/progress.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace hitmap {

/// Requests huge pages for the part of the memory that consists of whole ones. With small pages, touching,
/// freeing and random access take about ten times as long. The system may ignore the request.
void wish_for_huge_pages(void* begin, std::size_t bytes);

/// As vector::resize, in steps of a few MB, with a check for cancellation before each step: touching several
/// hundred MB of new memory takes longer than a tenth of a second. Throws Cancelled.
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
