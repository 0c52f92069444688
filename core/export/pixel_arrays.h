#pragma once

#include "core/export/npz_writer.h"
#include "core/profile/pixels/pixel_table.h"

namespace hitmap {

/// Writes one image for each quantity of pixels that the table knows, such as image_branching_rate: 64-bit
/// floating-point numbers, row 0 on top. Undefined values are NaN. Throws FileError, Cancelled.
void write_pixel_arrays(const PixelTable& table, NpzWriter& out);

} // namespace hitmap
