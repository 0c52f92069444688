#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <limits>

namespace hitmap {

/// Throws Error if a profile cannot hold this number of element accesses, since positions are stored in 32
/// bits.
inline void require_accesses_that_fit(std::uint64_t accesses) {
    if (accesses > std::numeric_limits<std::uint32_t>::max())
        throw Error("a profile holds at most 2^32 - 1 element accesses");
}

} // namespace hitmap
