#pragma once

#include "core/jobs/progress.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/model/recording.h"

namespace hitmap {

/// The picture that trace_scene() makes of the scene from `camera` (normalised), computed without a tree and
/// without a recording: every triangle is tested against the rays of the pixels that it may cover. Scenes
/// without normals are flat shaded; `normals` can be the scene itself. Throws Cancelled; Error if a face has
/// an invalid index.
[[nodiscard]] Picture shaded_picture(const RecordedScene& scene, const RecordedNormals& normals,
                                     const Camera& camera, std::uint32_t width, std::uint32_t height,
                                     const JobContext& job = {});

} // namespace hitmap
