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

/// As a shell takes it for one word.
std::string shell_word(const std::string& text) {
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._/:=-";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
    std::string word = "'";
    for (const char each : text)
        word += each == '\'' ? "'\\''" : std::string(1, each);
    return word + "'";
}

std::string how_to_record(const std::string& scene, const std::string& name) {
    return fmt::format("to record a scene: hitmap trace {} -o {}", shell_word(scene),
                       shell_word(name + ".hmt"));
}

} // namespace

std::unique_ptr<ByteSource> open_recording_file(const std::string& path) {
    if (constexpr std::string_view builtin = "builtin:"; path.starts_with(builtin)) {
        const std::string scene = path.substr(builtin.size());
        throw UsageError(fmt::format("{}: expected a recording (.hmt), found a built-in scene; {}", path,
                                     how_to_record(path, scene.substr(0, scene.find('?')))));
    }
    auto source = open_file(path);
    const std::filesystem::path name(path);
    const bool is_named_so = name.extension() == ".hmt" || name.extension() == ".part";
    if (!is_named_so && !begins_as_recording(*source))
        throw FileError(path, "",
                        "expected a recording (.hmt), found another file; " +
                            how_to_record(path, name.stem().string()));
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
