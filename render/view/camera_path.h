#pragma once

#include "core/geometry/camera.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace hitmap {

inline constexpr std::size_t most_path_cameras = 1000;

/// A camera that moves along given cameras, with the same time between any two of them. Positions and
/// opening angles are interpolated linearly, orientations along great arcs of quaternions (Shoemake 1985).
class CameraPath {
public:
    /// @param cameras  1 or more, normalised
    explicit CameraPath(std::vector<Camera> cameras) : cameras_(std::move(cameras)) {}
    /// Returns the normalised camera at a share of the time, from 0 (the first camera) to 1 (the last one).
    /// Values outside are clamped.
    [[nodiscard]] Camera at(double share) const;

private:
    std::vector<Camera> cameras_;
};

/// Reads the cameras of a path: a JSON list of objects, each of which is a camera or a view with the key
/// "camera" (docs/view-files.md). Throws FileError that names `file` and the entry if there are less than 2
/// or more than most_path_cameras, or one is wrong.
[[nodiscard]] std::vector<Camera> path_from_json(std::string_view json, std::string_view file);

/// Returns the camera after a turn about the vertical (y) axis through `centre`; positive angles are
/// counterclockwise as seen from above.
/// @param camera  normalised
[[nodiscard]] Camera turned_about(const Camera& camera, const glm::vec3& centre, double degrees);

} // namespace hitmap
