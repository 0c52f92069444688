#pragma once

#include <cstdint>
#include <string>

namespace hitmap {

/// Memory of the computer in bytes; 0 where it is not known.
[[nodiscard]] std::uint64_t physical_memory_bytes();

/// "the limit of memory is 512 MiB (ulimit -v)", for a message; empty where this process has none.
[[nodiscard]] std::string address_space_limit_text();

} // namespace hitmap
