#pragma once

#include <cstddef>

namespace hitmap::bench {

/// Linking allocation_peak.cpp replaces operator new and delete of the whole program by ones that count.
/// Bytes are those that malloc set aside, its rounding included.
[[nodiscard]] std::size_t allocated_bytes();
/// Most bytes allocated at once since the last reset_peak().
[[nodiscard]] std::size_t peak_bytes();
void reset_peak();

} // namespace hitmap::bench
