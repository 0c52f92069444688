#pragma once

#include "app/cli/base/output_file.h"
#include "app/cli/render/render_options.h"
#include "render/picture/address_panel.h"
#include "render/picture/colour_marks.h"
#include "render/picture/panels.h"

namespace hitmap {

// Each of these writes a panel in the format of the output, and warns of marks that look alike.

void write_panel(const RenderOptions& options, const FramebufferPanel& panel, FrameSize size,
                 PictureOutput& output);
void write_panel(const RenderOptions& options, const AddressPanel& panel, FrameSize size,
                 PictureOutput& output);
void write_panel(const RenderOptions& options, const PlotsPanel& panel, FrameSize size,
                 PictureOutput& output);

} // namespace hitmap
