#pragma once

#include "app/cli/render/render_panel.h"

namespace hitmap {

// The functions of the rows of render_panels(), named after their panel.

DrawPanel draw_mesh, draw_framebuffer, draw_image, draw_curves, draw_addresses, draw_miss_ratio;
DrawPanelSequence draw_mesh_sequence, draw_framebuffer_sequence, draw_image_sequence, draw_address_sequence;
DrawPanelDifference draw_mesh_difference, draw_image_difference;
DrawPanelDifferenceSequence draw_mesh_difference_sequence, draw_image_difference_sequence;

} // namespace hitmap
