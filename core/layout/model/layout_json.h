#pragma once

#include "core/layout/model/recording_layout.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace hitmap {

/// The text of a layout file (docs/layout.md).
[[nodiscard]] std::string layout_to_json(const RecordingLayout& layout);
/// Reads such a text. Throws FileError that names `file`, the place, the expected and the found value.
[[nodiscard]] RecordingLayout layout_from_json(std::string_view json, std::string_view file);

/// The file beside a recording that has its layout: FILE.layout.json.
[[nodiscard]] std::filesystem::path layout_path(const std::filesystem::path& recording);
/// Throws FileError. File names of the mesh and its faces are relative to the folder of the file; the result
/// has them relative to the current folder.
[[nodiscard]] RecordingLayout read_layout(const std::filesystem::path& path);
/// Returns the layout as a file in `folder` has it: with file names relative to that folder.
[[nodiscard]] RecordingLayout as_stored_in(const std::filesystem::path& folder, RecordingLayout layout);
/// Throws Error if the mesh or its faces are files outside of the folder. A layout that came with a recording
/// must not make the program read other files of the user. Names are relative to the current folder.
void require_files_inside(const std::filesystem::path& folder, const RecordingLayout& layout);
/// Writes a layout file that read_layout() reads. Throws FileError; Error as check_layout() does.
void write_layout(const std::filesystem::path& path, const RecordingLayout& layout);

} // namespace hitmap
