#pragma once

#include "render/image/colour_vision.h"
#include "render/image/image.h"

namespace hitmap {

/// Replaces the colours of a framebuffer of the current context by those that show how they are seen. The
/// pixels are read and written again, so that they are the same as those of pictures. Does nothing for normal
/// colour vision.
/// @param framebuffer  its colours are 8 bits a channel, without multisampling; stays bound
void see_framebuffer_with(ColourVision vision, unsigned framebuffer, FrameSize size);

} // namespace hitmap
