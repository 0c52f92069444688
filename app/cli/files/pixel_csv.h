#pragma once

#include "app/cli/base/output_file.h"
#include "core/jobs/progress.h"
#include "core/profile/pixels/pixel_table.h"

namespace hitmap {

/// Writes the table of `export --pixels`: one row for each pixel with all quantities of pixels. Quantities
/// that the table does not know, and rates without look-ups, are empty. Throws FileError (output), Cancelled.
void write_pixel_csv(const PixelTable& table, TextOutput& out, const JobContext& job);

} // namespace hitmap
