#pragma once

#include <cstdint>

namespace hitmap {

/// Memory of the computer in bytes; 0 where it is not known.
[[nodiscard]] std::uint64_t physical_memory_bytes();

} // namespace hitmap
