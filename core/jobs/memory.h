#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace hitmap {

/// Physical memory of the computer in bytes; 0 if it is not known.
[[nodiscard]] std::uint64_t physical_memory_bytes();

/// Memory in bytes that programs could take now without others being moved to disk, as the system estimates
/// it; physical_memory_bytes() if it does not say.
[[nodiscard]] std::uint64_t available_memory_bytes();

/// How many more bytes this process may map; nothing if there is no limit (ulimit -v).
[[nodiscard]] std::optional<std::uint64_t> free_address_space();
/// "the limit of memory is 512 MiB (ulimit -v)", for messages; empty if this process has no limit.
[[nodiscard]] std::string address_space_limit_text();

} // namespace hitmap
