#pragma once

#include <cstdint>

namespace hitmap {

/// What the process that reads a mesh file may take.
struct ReaderLimits {
    std::uint64_t processor_seconds = 0;
    std::uint64_t memory_bytes = 0;
};

/// Ample for any honest file of that number of bytes (files that it names included), and bounded by the
/// memory of the computer. Builds with sanitizers allow more.
[[nodiscard]] ReaderLimits reader_limits(std::uint64_t input_bytes);

/// True where the address space of a process says something about the memory that it takes: not under
/// AddressSanitizer and ThreadSanitizer, which reserve terabytes of it.
[[nodiscard]] bool address_space_can_be_limited();

} // namespace hitmap
