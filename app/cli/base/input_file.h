#pragma once

#include <string>

namespace hitmap {

/// Returns the contents of the file. Throws FileError (it cannot be read, or is larger than 64 MiB).
[[nodiscard]] std::string read_text_file(const std::string& path);

/// The description of the argument FILE of commands that read a recording.
inline constexpr const char* recording_help = "Recording: .hmt, or one of another program (docs/import.md)";

} // namespace hitmap
