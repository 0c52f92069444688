#pragma once

#include "core/jobs/progress.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace hitmap {

/// vector::resize in steps of a few MB, each of them after a look at the job: the first touch of new memory
/// takes longer than a tenth of a second for some hundred MB. Throws Cancelled.
template <class T>
void grow(std::vector<T>& values, std::size_t size, const T& value, const JobContext& job) {
    constexpr std::size_t step = (std::size_t{1} << 22U) / sizeof(T);
    values.reserve(size);
    while (values.size() < size) {
        job.check();
        values.resize(std::min(size, values.size() + step), value);
    }
}

} // namespace hitmap
