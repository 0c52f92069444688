#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// Options for reading a mesh file.
struct ImportOptions {
    /// Allows a mesh to name files that are not in its own folder or below it (buffers of a glTF file).
    bool files_outside = false;
};

/// A number of things, with the term of the file format for them.
struct ImportCount {
    std::string one;     ///< "vertex"
    std::string several; ///< "vertices"
    std::uint64_t count = 0;

    friend bool operator==(const ImportCount&, const ImportCount&) = default;
};

/// What a mesh file declares, what was imported, and what import changed.
struct ImportReport {
    /// Declared by the file itself, without counts of 0; empty for built-in scenes.
    std::vector<ImportCount> declared;
    std::uint64_t vertices = 0;  ///< imported
    std::uint64_t triangles = 0; ///< imported
    /// Vertices that triangles use (in STL, one per corner) minus distinct positions.
    std::uint64_t joined_vertices = 0;
    std::uint64_t unused_vertices = 0;      ///< left out, because no triangle uses them
    std::uint64_t dropped_lines = 0;        ///< line primitives
    std::uint64_t dropped_points = 0;       ///< point primitives
    std::uint64_t degenerate_triangles = 0; ///< kept, although their area is 0 in double precision
    std::uint32_t meshes = 0;               ///< mesh instances that were joined into one
    /// Visible contents of the file that the mesh lacks (faces, lines, points, the pose of an animation): one
    /// sentence each, without the name of the file and without a full stop.
    std::vector<std::string> warnings;
    /// What was left out although it is invisible, such as vertices without a face. In the same form as
    /// `warnings`.
    std::vector<std::string> notes;
};

/// "4 vertices, 1 triangle strip"; empty if the file declares nothing.
[[nodiscard]] std::string declared_text(const ImportReport& report);
/// "4 vertices, 2 triangles", then what was joined or has no area, then the notes.
[[nodiscard]] std::string imported_text(const ImportReport& report);
/// All warnings in one line; empty if there are none.
[[nodiscard]] std::string warnings_text(const ImportReport& report);

} // namespace hitmap
