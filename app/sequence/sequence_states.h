#pragma once

#include "core/geometry/camera.h"
#include "core/geometry/mesh/aabb.h"
#include "render/view/colour_range.h"
#include "render/view/view_state.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

inline constexpr std::uint64_t most_sequence_pictures = 65'536;
inline constexpr std::uint64_t usual_turn_pictures = 60;
inline constexpr std::uint64_t usual_pictures_a_second = 10;
inline constexpr std::uint64_t most_pictures_a_second = 120;

/// Returns the view of the pictures of a sequence of frames, in all of which a colour is the same value: a
/// range that each picture would choose for itself becomes RangeMode::all_frames, or, of percentiles whose
/// values are known for all frames, RangeMode::percentiles.
/// @param shown        what the values are
/// @param style        their format
/// @param of_elements  whether they are those of the elements of a scene
[[nodiscard]] View with_one_range(View view, const RangeSubject& shown, ValueStyle style,
                                  bool of_elements = true);

/// Returns a state for each of `frames`, which otherwise is `start`.
[[nodiscard]] std::vector<ViewState> frame_states(const ViewState& start, const FrameRange& frames);

/// Returns a state for each camera, which otherwise is `start`.
[[nodiscard]] std::vector<ViewState> camera_states(const ViewState& start,
                                                   const std::vector<Camera>& cameras);

/// Returns the cameras of one turn about the vertical axis through the centre of `bounds`. A turn ends one
/// step before it is where it began, so that it can be repeated.
/// @param start   the first of them
/// @param bounds  of the scene; if they are empty, the camera turns where it is
[[nodiscard]] std::vector<Camera> turn_cameras(const Camera& start, const Aabb& bounds, std::size_t count);

/// Returns `count` cameras, at least 2, of a way along `cameras`: the first, the last, and others between
/// them at equal distances of time.
[[nodiscard]] std::vector<Camera> way_cameras(const std::vector<Camera>& cameras, std::size_t count);

} // namespace hitmap
