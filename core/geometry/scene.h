#pragma once

#include "core/geometry/camera.h"
#include "core/geometry/mesh.h"
#include "core/jobs/progress.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// What import changed or noticed, for the person to read.
struct ImportReport {
    /// Vertices of the file, as assimp delivers them (OBJ and STL: one per corner), minus distinct positions.
    std::uint64_t joined_vertices = 0;
    std::uint64_t dropped_lines = 0;        ///< line primitives
    std::uint64_t dropped_points = 0;       ///< point primitives
    std::uint64_t degenerate_triangles = 0; ///< kept: area 0 in double precision
    std::uint32_t meshes = 0;               ///< mesh instances joined into one
};

struct Scene {
    std::string name; ///< "builtin:statue?triangles=1000" or the file's name without folders
    Mesh mesh;
    Camera camera; ///< normalised
    ImportReport report;
};

/// Names, descriptions and defaults of the built-in scenes, for --help and the start page.
struct BuiltinScene {
    std::string_view name;        ///< "atrium"
    std::string_view description; ///< one line
    std::uint64_t triangles;      ///< default (about, for atrium and teapot)
};
[[nodiscard]] const std::vector<BuiltinScene>& builtin_scenes();

/// Throws UsageError where `spec` is that of a built-in scene and load_scene would refuse it.
void check_scene_spec(std::string_view spec);
/// Loads `spec`: "builtin:NAME[?key=value[&key=value]]" or the path of a mesh file.
/// Keys: triangles (statue, teapot: wanted number; atrium scales its detail), seed (default 1).
/// Throws UsageError (unknown scene, key or value out of range), FileError (file), Cancelled.
[[nodiscard]] Scene load_scene(std::string_view spec, const JobContext& job = {});
/// What files made from the scene are called after: its NAME, or the stem of its file.
[[nodiscard]] std::string scene_stem(const std::string& spec);

} // namespace hitmap
