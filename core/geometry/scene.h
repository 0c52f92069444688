#pragma once

#include "core/geometry/camera.h"
#include "core/geometry/file_camera.h"
#include "core/geometry/import_report.h"
#include "core/geometry/mesh/mesh.h"
#include "core/geometry/up_axis.h"
#include "core/jobs/progress.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

struct Scene {
    std::string name; ///< "builtin:statue?triangles=1000", or the name of the file without folders
    Mesh mesh;
    Camera camera; ///< normalised
    /// What was taken off the coordinates of the file, with the axes of the mesh: added to those of the mesh
    /// or the camera, it gives the place in the file. 0 for most scenes (CoordinateRange).
    glm::dvec3 offset{0.0};
    ImportReport report;
    /// The axis of the file that is +y now. Not set for built-in scenes, and as long as the mesh has the axes
    /// of its file.
    std::optional<UpAxisGuess> up;
    std::uint64_t source_hash = 0; ///< hash of the mesh before it was turned; 0: it was not turned
    bool camera_given = false;     ///< see look_through()
};

/// Replaces the camera of the scene by the user's choice, which must be normalised.
inline void look_through(Scene& scene, const Camera& camera) {
    scene.camera = camera;
    scene.camera_given = true;
}
/// The same for a camera in the coordinates of the file. Throws UsageError if it is impossible in this scene.
inline void look_through(Scene& scene, const FileCamera& camera) {
    look_through(scene, camera_in_scene(camera, scene.offset));
}

/// Names, descriptions and defaults of the built-in scenes, for --help and the start page.
struct BuiltinScene {
    std::string_view name;        ///< "atrium"
    std::string_view description; ///< one line
    std::uint64_t triangles;      ///< default (approximate for atrium and teapot)
};
[[nodiscard]] const std::vector<BuiltinScene>& builtin_scenes();

/// Throws UsageError if `spec` names a built-in scene and load_scene() would refuse it.
void check_scene_spec(std::string_view spec);
/// Loads `spec`: "builtin:NAME[?key=value[&key=value]]" or the path of a mesh file. Keys: triangles (the
/// wanted number; atrium scales its level of detail), seed (default 1). The mesh of a file keeps the axes of
/// the file: load_upright_scene() turns it. Throws UsageError (unknown scene, key or value out of range),
/// FileError (file), Cancelled.
[[nodiscard]] Scene load_scene(std::string_view spec, const JobContext& job = {},
                               const ImportOptions& options = {});
/// Whether `spec` begins with "builtin:" and is not the path of a file.
[[nodiscard]] bool is_builtin(std::string_view spec);
/// The base name of files that are made from the scene: its NAME, or the stem of its file.
[[nodiscard]] std::string scene_stem(const std::string& spec);

} // namespace hitmap
