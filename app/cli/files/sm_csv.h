#pragma once

#include "app/cli/base/output_file.h"
#include "core/profile/sums/sm_table.h"

namespace hitmap {

/// Writes the table of `export --sms`: for each interval of the map of SMs by time, one row for each SM. The
/// columns first and last are the positions of the interval, [first, last). Throws FileError (output).
void write_sm_csv(const SmTable& table, TextOutput& out);

} // namespace hitmap
