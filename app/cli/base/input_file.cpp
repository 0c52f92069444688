#include "app/cli/base/input_file.h"

#include "app/cli/base/terminal.h"
#include "core/base/error.h"
#include "core/base/path_query.h"
#include "core/base/text/printable.h"
#include "core/base/text/shell_word.h"
#include "core/geometry/file_ending.h"
#include "core/geometry/scene.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/io/read_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <string_view>

namespace hitmap {

namespace {

std::string how_to_record(const std::string& scene) {
    return fmt::format("to record a scene: hitmap trace {} -o {}", shell_word(scene),
                       shell_word(scene_stem(scene) + ".hmt"));
}

/// Whether the file is probably a mesh. Names of other formats of assimp are left out, since other programs
/// use them, too.
bool is_named_as_mesh(const std::string& path) {
    constexpr auto endings = std::to_array<std::string_view>(
        {".obj", ".ply", ".stl", ".gltf", ".glb", ".dae", ".3ds", ".fbx", ".off", ".blend", ".x3d"});
    return std::ranges::find(endings, lower_case_ending(path)) != endings.end();
}

} // namespace

LaidOutRecording open_recording_file(const std::string& path, const JobContext& job,
                                     const std::string& layout, const RecordingPart& part) {
    job.begin("opening " + path);
    if (path.starts_with("builtin:"))
        throw UsageError(fmt::format("{}: expected a recording (.hmt), found a built-in scene; {}", path,
                                     how_to_record(path)));
    LaidOutRecording opened = open_laid_out(path, layout, job, part);
    if (opened.bytes == nullptr) {
        const std::string message =
            not_recognised(std::filesystem::path(path), "a recording, .hmt or of another program");
        throw FileError(path, "", is_named_as_mesh(path) ? message + "; " + how_to_record(path) : message);
    }
    if (layout.empty() && !opened.layout.empty())
        tell("{}: with the layout of {}\n", printable(path), printable(opened.layout.string()));
    if (!opened.note.empty()) tell("{}: {}\n", printable(path), opened.note);
    return opened;
}

std::string read_text_file(const std::string& path) {
    constexpr std::uint64_t limit = 64U << 20;
    return read_text(path, limit);
}

} // namespace hitmap
