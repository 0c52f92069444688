#pragma once

#include "app/cli/base/output_file.h"
#include "core/cache/results/address_map.h"
#include "core/trace/model/recording.h"

namespace hitmap {

/// Writes a row for each cell that has sectors, by address and then by time.
/// @param explained  whether the causes of misses are known
void write_address_csv(const AddressMap& map, const RecordingInfo& info, bool explained, TextOutput& out);

} // namespace hitmap
