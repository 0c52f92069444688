#pragma once

#include "core/jobs/progress.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/model/recording.h"

namespace hitmap {

/// The picture that trace_scene() makes of the scene from `camera` (normalised), without a tree and without
/// recording anything: every triangle is tested against the rays of the pixels that it may cover. Scenes
/// without normals are shaded flat. Throws Cancelled; Error where a face names what does not exist.
[[nodiscard]] Picture shaded_picture(const RecordedScene& scene, const Camera& camera, std::uint32_t width,
                                     std::uint32_t height, const JobContext& job = {});

} // namespace hitmap
