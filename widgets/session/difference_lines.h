#pragma once

#include "widgets/session/frame_values.h"

#include <string>
#include <vector>

namespace hitmap {

/// The lines under a picture of a difference: what it is and on whose geometry, then recording, caches,
/// frames and sums of each side behind the letter of its pane, whichever of them shows the difference. Kinds
/// that are drawn and have no difference are named with the reason; where none has one, there are no sums.
/// @param values  a difference
/// @param view    what is drawn
[[nodiscard]] std::vector<std::string> difference_lines(const FrameValues& values, const View& view);

} // namespace hitmap
