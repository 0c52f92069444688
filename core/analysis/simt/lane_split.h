#pragma once

#include "core/analysis/simt/lane_histogram.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace hitmap {

/// Calls visit(number, lanes) for each distinct number of the lanes of a mask, where `lanes` is the mask of
/// the lanes that have it. @param numbers  [warp_size] by lane
template <class Visit>
void for_each_number(std::uint32_t mask, const std::array<std::uint32_t, warp_size>& numbers,
                     const Visit& visit) {
    while (mask != 0) {
        const std::uint32_t number = numbers[static_cast<std::size_t>(std::countr_zero(mask))];
        std::uint32_t same = 0;
        for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1)
            if (numbers[static_cast<std::size_t>(std::countr_zero(rest))] == number) same |= rest & -rest;
        visit(number, same);
        mask &= ~same;
    }
}

} // namespace hitmap
