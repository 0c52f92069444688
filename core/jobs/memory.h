#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace hitmap {

/// Memory of the computer in bytes; 0 where it is not known.
[[nodiscard]] std::uint64_t physical_memory_bytes();

/// What this process may still map in bytes; nothing where that has no limit (ulimit -v).
[[nodiscard]] std::optional<std::uint64_t> free_address_space();
/// "the limit of memory is 512 MiB (ulimit -v)", for a message; empty where this process has none.
[[nodiscard]] std::string address_space_limit_text();

} // namespace hitmap
