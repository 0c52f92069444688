#pragma once

#include "core/trace/model/recording.h"

namespace hitmap {

/// Compares floats by their bits, so that -0 and rounding errors of a reader are detected.
void expect_same_scene(const RecordedScene& a, const RecordedScene& b);

} // namespace hitmap
