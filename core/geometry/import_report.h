#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// How a mesh file is read.
struct ImportOptions {
    /// Lets a mesh name files that do not lie in its own folder or below (buffers of a glTF file).
    bool files_outside = false;
};

/// A number of things, by the word that the file format has for them.
struct ImportCount {
    std::string one;     ///< "vertex"
    std::string several; ///< "vertices"
    std::uint64_t count = 0;

    friend bool operator==(const ImportCount&, const ImportCount&) = default;
};

/// What a mesh file says that it holds, what of it came in and what import changed.
struct ImportReport {
    std::vector<ImportCount> declared; ///< by the file itself, without counts of 0; empty for built-in scenes
    std::uint64_t vertices = 0;        ///< that came in
    std::uint64_t triangles = 0;       ///< that came in
    /// Vertices that triangles use (STL: one per corner) minus distinct positions.
    std::uint64_t joined_vertices = 0;
    std::uint64_t unused_vertices = 0;      ///< left out: no triangle has them
    std::uint64_t dropped_lines = 0;        ///< line primitives
    std::uint64_t dropped_points = 0;       ///< point primitives
    std::uint64_t degenerate_triangles = 0; ///< kept: area 0 in double precision
    std::uint32_t meshes = 0;               ///< mesh instances joined into one
    /// What the file has that could be seen and the mesh lacks (faces, lines, points, an animation's pose):
    /// one sentence each, without the file's name and without a full stop.
    std::vector<std::string> warnings;
    /// What was left out although nothing could be seen of it, such as vertices without a face. As warnings.
    std::vector<std::string> notes;
};

/// "4 vertices, 1 triangle strip"; empty where the file says nothing.
[[nodiscard]] std::string declared_text(const ImportReport& report);
/// "4 vertices, 2 triangles", what was joined or has no area, and the notes.
[[nodiscard]] std::string imported_text(const ImportReport& report);
/// All warnings in one line; empty where there are none.
[[nodiscard]] std::string warnings_text(const ImportReport& report);

} // namespace hitmap
