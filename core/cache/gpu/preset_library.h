#pragma once

#include "core/base/embedded_text.h"
#include "core/cache/gpu/gpu_preset.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The preset files of resources/presets, which are embedded in the program.
[[nodiscard]] std::span<const EmbeddedText> builtin_preset_texts();

/// Folders with presets of the user, by falling precedence: hitmap/presets in $XDG_DATA_HOME (default:
/// ~/.local/share) and in each folder of $XDG_DATA_DIRS (default: /usr/local/share and /usr/share), as the
/// XDG base directory specification defines.
[[nodiscard]] std::vector<std::filesystem::path> preset_folders();

struct ListedPreset {
    GpuPreset preset;
    std::filesystem::path file; ///< empty for built-in presets
};
struct PresetList {
    /// Sorted by vendor, year and title; presets without a year follow those with one. Names are unique: a
    /// preset of the user replaces a built-in one of the same name.
    std::vector<ListedPreset> presets;
    std::vector<std::string> refused; ///< messages about files that could not be read
};
/// Returns the built-in presets and those of the folders. Files that cannot be read are listed in `refused`.
[[nodiscard]] PresetList list_gpu_presets(std::span<const std::filesystem::path> folders);

/// Whether the text is a path of a file and not a name: it contains a '/' or ends in ".json".
[[nodiscard]] bool is_preset_path(std::string_view name_or_path);
/// Finds a preset by name or path (is_preset_path). Throws UsageError that lists the names, or FileError if
/// the file is invalid.
[[nodiscard]] GpuPreset find_gpu_preset(std::string_view name_or_path,
                                        std::span<const std::filesystem::path> folders);
/// The same with preset_folders().
[[nodiscard]] GpuPreset find_gpu_preset(std::string_view name_or_path);

} // namespace hitmap
