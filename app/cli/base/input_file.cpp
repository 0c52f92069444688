#include "app/cli/base/input_file.h"

#include "core/base/error.h"
#include "core/base/shell_word.h"
#include "core/geometry/scene.h"
#include "core/trace/formats/all/recording_formats.h"

#include <fmt/format.h>

#include <span>

namespace hitmap {

namespace {

std::string how_to_record(const std::string& scene) {
    return fmt::format("to record a scene: hitmap trace {} -o {}", shell_word(scene),
                       shell_word(scene_stem(scene) + ".hmt"));
}

} // namespace

std::unique_ptr<ByteSource> open_recording_file(const std::string& path, const JobContext& job) {
    job.begin("opening " + path);
    if (path.starts_with("builtin:"))
        throw UsageError(fmt::format("{}: expected a recording (.hmt), found a built-in scene; {}", path,
                                     how_to_record(path)));
    auto source = open_any_recording(path, job);
    if (source == nullptr)
        throw FileError(path, "",
                        fmt::format("expected a recording (.hmt, {}), found another file; {}",
                                    imported_formats(), how_to_record(path)));
    return source;
}

std::string read_text_file(const std::string& path) {
    constexpr std::uint64_t limit = 64U << 20;
    const auto source = open_file(path);
    if (source->size() > limit)
        throw FileError(path, "",
                        fmt::format("expected at most {} bytes of text, found {}", limit, source->size()));
    std::string text(source->size(), '\0');
    source->read(0, std::as_writable_bytes(std::span(text)));
    return text;
}

} // namespace hitmap
