#pragma once

#include "core/jobs/progress.h"
#include "core/mesh_reader/formats/mesh_folder.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace hitmap {

/// A file that is compressed with gzip may have this many bytes for each of its own, and `unpacked_allowance`
/// more: a small file may not take unlimited memory. Text of a regular mesh shrinks to about a fiftieth.
inline constexpr std::uint64_t unpacked_ratio = 200;
inline constexpr std::uint64_t unpacked_allowance = std::uint64_t{16} << 20U;

/// Whether bytes begin as a file of gzip (RFC 1952).
[[nodiscard]] bool is_gzip(std::string_view bytes);

/// The unpacked contents of all members of a file of gzip. They count as input of `folder`. Throws FileError
/// that names the mesh (broken or cut off, beyond the limit), Cancelled.
[[nodiscard]] std::string unpacked(std::string_view bytes, MeshFolder& folder, const JobContext& job);

} // namespace hitmap
