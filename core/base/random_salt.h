#pragma once

#include <cstdint>

namespace hitmap {

/// Drawn anew each time, from the system: for hash tables whose keys come from files, so that no file can be
/// made in which all of them meet. Nothing that anybody sees may depend on it.
[[nodiscard]] std::uint64_t random_salt();

} // namespace hitmap
