#pragma once

#include "core/source/source_folders.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Where the text of a source file is from.
enum class TextOrigin : std::uint8_t {
    recorded,
    disk, ///< a file on this machine, which may have changed since the recording: there is no hash to check
    none,
};

struct FoundText {
    TextOrigin origin = TextOrigin::none;
    std::string text;
    std::string path; ///< of the file on this machine if origin is disk
};

/// Returns the text of a source file: the recorded one, or else that of find_source_file(). A file on this
/// machine is only taken if it is a text of at most 16 MiB, without control characters other than white space
/// and escapes, that has the line.
/// @param last_line  the highest line of an instruction
[[nodiscard]] FoundText find_source_text(const RecordingInfo& info, const std::string& file,
                                         const SourceFolders& folders, std::uint32_t last_line);

/// Returns whether the file on this machine at `path` holds the recorded text of `file`, apart from the ends
/// of lines; no value if the recording has no text of `file`. False if the file at `path` is no text.
[[nodiscard]] std::optional<bool> is_recorded_text(const RecordingInfo& info, const std::string& file,
                                                   const std::filesystem::path& path);

/// Returns the lines without their ends, which are "\n" or "\r\n".
[[nodiscard]] std::vector<std::string_view> lines_of_text(std::string_view text);

/// Returns the name of the file in a path of any system: what follows the last / or \.
[[nodiscard]] std::string_view name_in_path(std::string_view path);
/// Returns how many components at the ends of two paths are equal: 2 for "/home/a/src/k.cu" and
/// "/build/src/k.cu". Components are separated by / or \; empty ones and "." do not count.
[[nodiscard]] std::size_t common_path_end(std::string_view a, std::string_view b);

} // namespace hitmap
