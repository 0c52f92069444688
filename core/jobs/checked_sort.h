#pragma once

#include "core/jobs/progress.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace hitmap {

/// Sorts by `less` and checks for cancellation every few thousand items: for lists that may have millions.
/// The order of equal items is unspecified. Needs as much memory again as the items. Throws Cancelled, which
/// leaves the items unusable.
template <class Item, class Less = std::less<>>
void checked_sort(std::vector<Item>& items, const JobContext& job, Less less = {}) {
    constexpr std::size_t piece = std::size_t{1} << 15;
    const std::size_t size = items.size();
    const auto at = [&](std::size_t i) { return items.begin() + static_cast<std::ptrdiff_t>(i); };
    for (std::size_t begin = 0; begin < size; begin += piece) {
        job.check();
        std::sort(at(begin), at(std::min(begin + piece, size)), less);
    }
    if (size <= piece) return;
    std::vector<Item> merged(size);
    for (std::size_t width = piece; width < size; width *= 2) {
        for (std::size_t begin = 0; begin < size; begin += 2 * width) {
            const std::size_t middle = std::min(begin + width, size);
            const std::size_t end = std::min(begin + 2 * width, size);
            std::size_t a = begin;
            std::size_t b = middle;
            for (std::size_t i = begin; i < end; ++i) {
                if (i % piece == 0) job.check();
                const bool from_b = a == middle || (b != end && less(items[b], items[a]));
                merged[i] = std::move(items[from_b ? b++ : a++]);
            }
        }
        items.swap(merged);
    }
}

} // namespace hitmap
