#pragma once

#include "app/cli/options/model_options.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

inline constexpr std::string_view project_file_name = ".hitmap-project.json";

/// What the language server shows for the sources in a folder and below it (docs/editors.md).
struct ProjectFile {
    std::filesystem::path folder;     ///< where the file is
    std::string recording;            ///< path; absolute
    std::vector<std::string> command; ///< makes the recording again, in `folder`; empty: not given
    std::optional<std::string> preset;
    std::optional<std::string> l1;
    std::optional<std::string> l2;
};

/// Parses the text of a project file. `path` is its absolute path. Throws FileError.
[[nodiscard]] ProjectFile parse_project_file(const std::string& text, const std::filesystem::path& path);
/// Reads the project file in `folder` or in the nearest folder above it; no value if there is none. It names
/// a command, and a folder above may be one in which others can make files (/tmp): the file must belong to
/// the user or to root, and others must not be able to write it. Throws FileError.
[[nodiscard]] std::optional<ProjectFile> find_project_file(const std::filesystem::path& folder);

/// Sets the caches of the project where the command line says nothing.
void set_caches(ModelTexts& texts, const ProjectFile& project);

} // namespace hitmap
