#pragma once

#include <cstdint>

namespace hitmap {

/// Limits of the process that reads a mesh file.
struct ReaderLimits {
    std::uint64_t processor_seconds = 0;
    std::uint64_t memory_bytes = 0;
};

/// Limits that are ample for any well-formed input of that number of bytes (including the files that it
/// names), and bounded by the memory of the computer. Builds with sanitizers allow more.
[[nodiscard]] ReaderLimits reader_limits(std::uint64_t input_bytes);

/// Whether limiting the address space of a process limits its memory. That is not so under AddressSanitizer
/// and ThreadSanitizer, which reserve terabytes of address space.
[[nodiscard]] bool address_space_can_be_limited();

} // namespace hitmap
