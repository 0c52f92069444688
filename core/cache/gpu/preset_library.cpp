#include "core/cache/gpu/preset_library.h"

#include "core/base/error.h"
#include "core/trace/io/read_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <tuple>

namespace hitmap {

namespace {

// Limits of the preset folders of users. They bound memory and time if a folder contains other JSON files.
constexpr std::uint64_t most_file_bytes = std::uint64_t{1} << 20;
constexpr std::size_t most_files = 1000;

std::string environment(const char* name, std::string otherwise) {
    const char* const value = std::getenv(name);
    return value == nullptr || *value == '\0' ? std::move(otherwise) : std::string(value);
}

GpuPreset read_preset(const std::filesystem::path& path) {
    return parse_gpu_preset(read_text(path, most_file_bytes), path.string());
}

/// The files *.json of a folder, sorted; empty if the folder does not exist.
std::vector<std::filesystem::path> preset_files(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        if (entry->path().extension() == ".json" && files.size() < most_files) files.push_back(entry->path());
    std::sort(files.begin(), files.end());
    return files;
}

/// The sort key of presets.
auto place_of(const GpuPreset& preset) {
    const std::uint32_t year = preset.year == 0 ? UINT32_MAX : preset.year;
    return std::tuple<std::string_view, std::uint32_t, std::string_view, std::string_view>(
        preset.vendor, year, preset.title, preset.name);
}

void add_missing(PresetList& list, GpuPreset preset, const std::filesystem::path& file) {
    const bool known = std::any_of(list.presets.begin(), list.presets.end(), [&](const ListedPreset& listed) {
        return listed.preset.name == preset.name;
    });
    if (!known) list.presets.push_back({std::move(preset), file});
}

} // namespace

std::vector<std::filesystem::path> preset_folders() {
    std::vector<std::filesystem::path> folders;
    const std::string home = environment("HOME", "");
    std::string bases = environment("XDG_DATA_HOME", home.empty() ? "" : home + "/.local/share") + ":" +
                        environment("XDG_DATA_DIRS", "/usr/local/share:/usr/share") + ":";
    for (std::size_t end = bases.find(':'); end != std::string::npos; end = bases.find(':')) {
        // The XDG specification requires that relative paths are ignored.
        if (bases.front() == '/')
            folders.push_back(std::filesystem::path(bases.substr(0, end)) / "hitmap/presets");
        bases.erase(0, end + 1);
    }
    return folders;
}

PresetList list_gpu_presets(std::span<const std::filesystem::path> folders) {
    PresetList list;
    for (const auto& folder : folders) {
        for (const auto& file : preset_files(folder)) {
            try {
                add_missing(list, read_preset(file), file);
            } catch (const FileError& error) {
                list.refused.emplace_back(error.what());
            }
        }
    }
    for (const EmbeddedText& builtin : builtin_preset_texts())
        add_missing(list, parse_gpu_preset(builtin.text, builtin.name), {});
    std::ranges::sort(list.presets, {}, [](const ListedPreset& listed) { return place_of(listed.preset); });
    return list;
}

bool is_preset_path(std::string_view name_or_path) {
    return name_or_path.find('/') != std::string_view::npos || name_or_path.ends_with(".json");
}

GpuPreset find_gpu_preset(std::string_view name_or_path, std::span<const std::filesystem::path> folders) {
    if (is_preset_path(name_or_path)) return read_preset(name_or_path);
    PresetList list = list_gpu_presets(folders);
    std::vector<std::string_view> names;
    for (ListedPreset& listed : list.presets) {
        if (listed.preset.name == name_or_path) return std::move(listed.preset);
        names.push_back(listed.preset.name);
    }
    throw UsageError(fmt::format("preset '{}' is not known; expected a file or one of {}", name_or_path,
                                 fmt::join(names, ", ")));
}

GpuPreset find_gpu_preset(std::string_view name_or_path) {
    return find_gpu_preset(name_or_path, preset_folders());
}

} // namespace hitmap
