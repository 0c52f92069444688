#pragma once

#include <string_view>

namespace hitmap {

/// What users read about the formats of meshes.
inline constexpr std::string_view mesh_formats_text = "a mesh (OBJ, PLY, STL, glTF, COLLADA, ...)";
/// The end of the message of the FileError about a file of none of them.
inline constexpr std::string_view unknown_mesh_format_text = "found a format that is not known";

} // namespace hitmap
