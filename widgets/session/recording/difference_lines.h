#pragma once

#include "render/view/metric_caption.h"
#include "widgets/session/recording/frame_values.h"

#include <string>
#include <vector>

namespace hitmap {

/// Returns a recording and its model as one side of pictures. It refers to the simulation.
[[nodiscard]] PictureSide picture_side(const Simulation& simulation, const FrameRange& frames);

/// Returns the caption of a difference: which difference it is and on whose geometry, then recording, caches,
/// frames and sums of each side with the letter of its pane, regardless of which of them shows the
/// difference. Drawn kinds without a difference are named with the reason; if no kind has one, there are no
/// sums.
/// @param values  a difference
/// @param view    determines the drawn kinds
[[nodiscard]] std::vector<std::string> difference_lines(const FrameValues& values, const View& view);

} // namespace hitmap
