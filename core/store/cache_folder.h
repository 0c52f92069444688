#pragma once

#include <cstdint>
#include <filesystem>

namespace hitmap {

/// The size limit of a new installation's cache.
inline constexpr std::uint64_t standard_cache_bytes = std::uint64_t{2} << 30;

/// Returns the folder of the user's cache: $HITMAP_CACHE_DIR, otherwise `hitmap` in $XDG_CACHE_HOME or in
/// ~/.cache. As the XDG Base Directory Specification demands, a relative XDG_CACHE_HOME is ignored. Empty if
/// none of the variables is set; then nothing is cached.
[[nodiscard]] std::filesystem::path cache_folder();

} // namespace hitmap
