#pragma once

#include <exception>
#include <filesystem>
#include <string>

namespace hitmap {

// Questions about paths. Those of std::filesystem throw where an answer cannot be had (too many levels of
// links, a folder that may not be searched), with messages that name neither the file as the user gave it nor
// what was expected. Here the answer is no; opening the file reports the reason of the system.

[[nodiscard]] bool path_exists(const std::filesystem::path& path);
/// Whether it is a regular file or a link to one.
[[nodiscard]] bool is_file_path(const std::filesystem::path& path);
[[nodiscard]] bool is_folder_path(const std::filesystem::path& path);

/// Throws FileError if the working folder no longer exists.
[[nodiscard]] std::filesystem::path absolute_path(const std::filesystem::path& path);
[[nodiscard]] std::filesystem::path working_folder();
/// Returns the path without links, as far as it exists; the absolute path if links lead nowhere. Throws as
/// absolute_path() does.
[[nodiscard]] std::filesystem::path resolved_path(const std::filesystem::path& path);

/// Returns a sentence for the user about an exception that is no Error of Hitmap: of std::filesystem, the
/// path and the reason; of others, what().
[[nodiscard]] std::string failure_text(const std::exception& error);

} // namespace hitmap
