#include "app/cli/input/recording_input.h"

#include "app/cli/base/terminal.h"
#include "app/cli/input/input_warnings.h"
#include "core/base/error.h"
#include "core/base/path_query.h"
#include "core/base/text/printable.h"
#include "core/base/text/shell_word.h"
#include "core/cache/results/named_errors.h"
#include "core/geometry/file_ending.h"
#include "core/geometry/scene.h"
#include "core/layout/apply/apply_layout.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/relayout/apply/relaid_file.h"
#include "core/relayout/apply/source_scene.h"
#include "core/relayout/model/relayout_settings.h"
#include "core/trace/formats/all/recording_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

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

/// Opens a recording as open_laid_out() does, and tells on standard error if it gets the layout beside it.
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

/// A layout that does not fit gives numbers that look as if it did.
void warn_of_layout(const HmtFile& file, const std::string& path) {
    for (const auto& [name, value] : file.info().options)
        if (name == import_warning_option && is_layout_warning(value))
            tell("hitmap: {}: warning: {}\n", printable(path), printable(value));
}

} // namespace

HmtFile open_recording(const std::string& path, const RecordingPart& part, const JobContext& job,
                       const LayoutChoice& layout, std::uint64_t limit) {
    LaidOutRecording opened = open_recording_file(path, job, layout.file, part);
    HmtFile file(std::move(opened.bytes), job);
    warn_of_layout(file, path);
    if (!opened.is_part && !part.is_whole()) file = file.part(part, job);
    if (layout.relayouts.empty()) return file;
    warn_if_incomplete(file); // the result is complete
    ThreadPool pool;
    for (const std::string& relayout : layout.relayouts)
        file = with_errors_of(path, [&] {
            return relaid_file(file, parse_relayout(relayout), source_mesh(file.info(), {}), pool, job,
                               limit);
        });
    return file;
}

} // namespace hitmap
