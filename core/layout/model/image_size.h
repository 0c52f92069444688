#pragma once

#include "core/layout/model/recording_layout.h"

namespace hitmap {

/// Sets the size of the image from the number of pixels: a usual ratio of width to height, the squarest
/// first. Marks it as assumed. Does nothing if the layout has no framebuffer.
void set_usual_image_size(RecordingLayout& layout);

} // namespace hitmap
