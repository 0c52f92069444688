#pragma once

#include "app/figure/figure.h"

#include <filesystem>
#include <string>

namespace hitmap {

/// Returns the recipe of a figure (docs/figures.md), which parse_figure() reads again. Every panel has all of
/// its settings; those with their defaults are left out. Recordings and caches are in the order of the
/// figure.
/// Bytes of names that are not UTF-8, which JSON cannot hold, are replaced. Throws Error that names a path
/// with such bytes, since another path would not be that file.
/// @param folder  absolute folder of the recipe; paths of recordings, meshes and presets become relative to
/// it
///                where that is possible
[[nodiscard]] std::string figure_to_json(const Figure& figure, const std::filesystem::path& folder);

/// Returns bytes that are the same for two recordings of recipes if and only if both come from the same part
/// and layout of the same file, or of the same scene with the same options, whatever their names are. The
/// hash is not part of it.
[[nodiscard]] std::string recording_key(const FigureRecording& recording);
/// The same for cache configurations.
[[nodiscard]] std::string cache_key(const ExperimentCache& cache);

} // namespace hitmap
