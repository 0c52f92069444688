#pragma once

#include <cstddef>

namespace hitmap::bench {

/// Linking allocation_peak.cpp replaces operator new and delete of the whole program by versions that count
/// bytes. They count the bytes that malloc reserves, including its rounding.
[[nodiscard]] std::size_t allocated_bytes();
/// The most bytes allocated at the same time since the last reset_peak().
[[nodiscard]] std::size_t peak_bytes();
void reset_peak();

} // namespace hitmap::bench
