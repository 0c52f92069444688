#pragma once

#include "widgets/frame_values.h"

#include <string>
#include <vector>

namespace hitmap {

/// The lines under a picture of a difference: what it is and on whose geometry, then recording, caches,
/// frames and sums of each side behind the letter of its pane, whichever of them shows the difference.
/// @param values  a difference
[[nodiscard]] std::vector<std::string> difference_lines(const FrameValues& values);

} // namespace hitmap
