#pragma once

#include <cstdint>

namespace hitmap {

/// A random number from the system, new at each call. It salts hash tables whose keys come from files, so
/// that no file can be crafted whose keys all collide. No output may depend on it.
[[nodiscard]] std::uint64_t random_salt();

} // namespace hitmap
