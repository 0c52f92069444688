#pragma once

#include "core/geometry/camera.h"

#include <glm/vec3.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// A camera as users write it for a mesh file: its place is in the coordinates of the file, after the turn
/// that makes y its up axis. Those of a scene differ by the offset of the scene (Scene::offset), and so does
/// the place of its cameras.
struct FileCamera {
    glm::dvec3 position{0.0};
    std::optional<glm::dvec3> target; ///< replaces `looks.forward`
    Camera
        looks; ///< direction and opening angle, normalised unless there is a target; its position is not used

    friend bool operator==(const FileCamera&, const FileCamera&) = default;
};

/// The camera in a scene with this offset, normalised. Throws UsageError as normalised() does.
[[nodiscard]] Camera camera_in_scene(const FileCamera& camera, const glm::dvec3& offset);
/// The camera of a scene with this offset, in the coordinates of the file.
[[nodiscard]] FileCamera camera_in_file(const Camera& camera, const glm::dvec3& offset);

/// As camera_from_json() and camera_to_json(), in the coordinates of the file. Also throws FileError if the
/// camera is impossible in a scene without an offset.
[[nodiscard]] FileCamera file_camera_from_json(std::string_view json, std::string_view file);
[[nodiscard]] std::string camera_to_json(const FileCamera& camera);

} // namespace hitmap
