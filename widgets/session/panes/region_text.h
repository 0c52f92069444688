#pragma once

#include "widgets/session/recording/frame_values.h"
#include "widgets/session/selection/access_subject.h"

#include <QtCore/QString>

namespace hitmap {

/// Returns what the region shows that an element is coloured by, as a line: "Coloured by its patch (64
/// faces): L1 hit rate 87.3 %". Empty if the element has its own colour.
[[nodiscard]] QString region_text(const FrameValues& values, const Selection& element);

} // namespace hitmap
