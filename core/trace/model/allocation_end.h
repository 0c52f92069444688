#pragma once

#include "core/trace/model/recording.h"

#include <algorithm>
#include <cstdint>

namespace hitmap {

/// Returns the address after the last byte of an allocation. An allocation that reaches beyond the last
/// address ends there.
[[nodiscard]] inline std::uint64_t end_of(const Allocation& allocation) {
    return allocation.address + std::min(allocation.bytes, ~std::uint64_t{0} - allocation.address);
}

} // namespace hitmap
