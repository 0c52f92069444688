#include "core/source/source_text.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

namespace hitmap {

namespace {

/// No source file that people read is larger.
constexpr std::uintmax_t most_source_bytes = std::uintmax_t{1} << 24;

std::optional<std::string> text_of_file(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error) || error) return std::nullopt;
    const std::uintmax_t bytes = std::filesystem::file_size(path, error);
    if (error || bytes > most_source_bytes) return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    std::string text(static_cast<std::size_t>(bytes), '\0');
    if (!file.read(text.data(), static_cast<std::streamsize>(text.size()))) return std::nullopt;
    if (text.find('\0') != std::string::npos) return std::nullopt; // not a text
    return text;
}

/// Returns null if the recording has no text of the file.
const std::string* recorded_text(const RecordingInfo& info, const std::string& file) {
    const auto recorded = std::find_if(info.sources.begin(), info.sources.end(),
                                       [&](const SourceText& source) { return source.file == file; });
    return recorded != info.sources.end() && !recorded->text.empty() ? &recorded->text : nullptr;
}

/// Removes the last component of `path` and returns it; empty if there is none.
std::string_view take_last_component(std::string_view& path) {
    while (!path.empty()) {
        const std::size_t end = path.find_last_of("/\\");
        const std::string_view last = end == std::string_view::npos ? path : path.substr(end + 1);
        path.remove_suffix(path.size() - (end == std::string_view::npos ? 0 : end));
        if (!last.empty() && last != ".") return last;
    }
    return {};
}

} // namespace

FoundText find_source_text(const RecordingInfo& info, const std::string& file,
                           const std::filesystem::path& folder, std::uint32_t last_line) {
    if (const std::string* const recorded = recorded_text(info, file))
        return {TextOrigin::recorded, *recorded, {}};
    if (file.empty() || file.find('\0') != std::string::npos) return {};
    const std::filesystem::path path = folder / file; // `file` if that is absolute
    std::optional<std::string> text = text_of_file(path);
    if (!text || lines_of_text(*text).size() < last_line) return {};
    return {TextOrigin::disk, std::move(*text), path.string()};
}

std::optional<bool> is_recorded_text(const RecordingInfo& info, const std::string& file,
                                     const std::filesystem::path& path) {
    const std::string* const recorded = recorded_text(info, file);
    if (recorded == nullptr) return std::nullopt;
    const std::optional<std::string> found = text_of_file(path);
    return found && lines_of_text(*found) == lines_of_text(*recorded);
}

std::vector<std::string_view> lines_of_text(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string_view name_in_path(std::string_view path) {
    const std::size_t end = path.find_last_of("/\\");
    return end == std::string_view::npos ? path : path.substr(end + 1);
}

std::size_t common_path_end(std::string_view a, std::string_view b) {
    for (std::size_t count = 0;; ++count) {
        const std::string_view of_a = take_last_component(a);
        if (of_a.empty() || of_a != take_last_component(b)) return count;
    }
}

} // namespace hitmap
