#include "core/source/source_text.h"

#include "core/base/descriptor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace hitmap {

namespace {

/// No source file that people read is larger.
constexpr off_t most_source_bytes = off_t{1} << 24;

bool is_text(std::string_view text) {
    return std::none_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < ' ' && std::string_view("\t\n\v\f\r\x1b").find(c) == std::string_view::npos;
    });
}

/// @param path  without links. The open file is checked and not its name again, so that the file cannot be
///              exchanged in between.
std::optional<std::string> text_of_file(const std::filesystem::path& path) {
    // O_NONBLOCK: opening a pipe or a device must not wait for the other end.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW));
    struct stat status {};
    if (file.get() < 0 || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    std::error_code error;
    const auto real = std::filesystem::read_symlink(fmt::format("/proc/self/fd/{}", file.get()), error);
    if (error || real != path || status.st_size > most_source_bytes) return std::nullopt;
    std::string text(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t size = 0;
    while (size < text.size()) {
        const auto got = ::read(file.get(), text.data() + size, text.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return std::nullopt;
        size += static_cast<std::size_t>(got);
    }
    if (!is_text(text)) return std::nullopt;
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

FoundText find_source_text(const RecordingInfo& info, const std::string& file, const SourceFolders& folders,
                           std::uint32_t last_line) {
    if (const std::string* const recorded = recorded_text(info, file))
        return {TextOrigin::recorded, *recorded, {}};
    const std::optional<std::filesystem::path> path = find_source_file(file, folders);
    if (!path) return {};
    std::optional<std::string> text = text_of_file(*path);
    if (!text || lines_of_text(*text).size() < last_line) return {};
    // Where it is the recorded path, it is shown as such, and not as the path on this machine.
    const std::filesystem::path recorded = folders.recording / file;
    std::error_code error;
    const bool is_recorded = std::filesystem::equivalent(recorded, *path, error) && !error;
    return {TextOrigin::disk, std::move(*text), (is_recorded ? recorded : *path).string()};
}

std::optional<bool> is_recorded_text(const RecordingInfo& info, const std::string& file,
                                     const std::filesystem::path& path) {
    const std::string* const recorded = recorded_text(info, file);
    if (recorded == nullptr) return std::nullopt;
    std::error_code error;
    const std::optional<std::string> found = text_of_file(std::filesystem::canonical(path, error));
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
