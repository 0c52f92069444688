#pragma once

#include "core/analysis/simt/simt_table.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Counts the active lanes of all requests of a recording in one pass, without a cache model.
///
/// A warp has the lanes of the recording's device, but one in recordings of programs of a CPU, where a thread
/// is a warp of one lane.
/// @param source  a recording whose counts are final; read from its beginning
/// @param tables  tables to make
/// @param frames  number of frames of SimtBy::frame, at least 1
/// Throws Error if the recording has sums in the place of requests, what reading throws, and Cancelled.
[[nodiscard]] SimtSums sum_active_lanes(RequestSource& source, std::span<const SimtBy> tables,
                                        std::uint64_t frames = 1, const JobContext& job = {});

} // namespace hitmap
