#pragma once

#include "core/base/embedded_text.h"
#include "core/cache/gpu/gpu_preset.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The preset files of resources/presets, which are compiled in.
[[nodiscard]] std::span<const EmbeddedText> builtin_preset_texts();

/// Folders in which people keep presets of their own, the first of them first: hitmap/presets within
/// $XDG_DATA_HOME (~/.local/share where it is not set) and within each of $XDG_DATA_DIRS (/usr/local/share
/// and /usr/share), as the XDG base directory specification has it.
[[nodiscard]] std::vector<std::filesystem::path> preset_folders();

struct ListedPreset {
    GpuPreset preset;
    std::filesystem::path file; ///< empty: built in
};
struct PresetList {
    /// By vendor, then year, then title; those without a year end their vendor. Each name once: an own file
    /// takes the place of a built-in one.
    std::vector<ListedPreset> presets;
    std::vector<std::string> refused; ///< what is wrong with files that are none
};
/// The built-in ones and the *.json of the folders; those that cannot be read are left out and named.
[[nodiscard]] PresetList list_gpu_presets(std::span<const std::filesystem::path> folders);

/// Whether it is the path of a file rather than a name: it has a '/' or ends in ".json".
[[nodiscard]] bool is_preset_path(std::string_view name_or_path);
/// By name, or by path (is_preset_path). Throws UsageError that lists the names;
/// FileError where the file is wrong.
[[nodiscard]] GpuPreset find_gpu_preset(std::string_view name_or_path,
                                        std::span<const std::filesystem::path> folders);
/// With preset_folders().
[[nodiscard]] GpuPreset find_gpu_preset(std::string_view name_or_path);

} // namespace hitmap
