#include "app/cli/parse.h"

#include "core/base/error.h"
#include "core/trace/chunk.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <span>
#include <string_view>

namespace hitmap {

namespace {

bool begins_as_recording(ByteSource& source) {
    std::array<std::uint8_t, hmt::magic.size()> found{};
    if (source.size() < found.size()) return false;
    source.read(0, std::as_writable_bytes(std::span(found)));
    return found == hmt::magic;
}

} // namespace

std::unique_ptr<ByteSource> open_recording_file(const std::string& path) {
    const auto refuse = [&](std::string_view name) {
        throw UsageError(fmt::format(
            "{}: expected a recording (.hmt), found {}; to record a scene: hitmap trace "
            "{} -o {}.hmt",
            path, path.starts_with("builtin:") ? "a built-in scene" : "another file", path, name));
    };
    if (constexpr std::string_view builtin = "builtin:"; path.starts_with(builtin)) {
        const std::string_view scene = std::string_view(path).substr(builtin.size());
        refuse(scene.substr(0, scene.find('?')));
    }
    auto source = open_file(path);
    const std::filesystem::path name(path);
    const bool is_named_so = name.extension() == ".hmt" || name.extension() == ".part";
    if (!is_named_so && !begins_as_recording(*source)) refuse(name.stem().string());
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
