#pragma once

#include "core/jobs/progress.h"
#include "core/layout/model/recording_layout.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// The accesses of one buffer in a sample of the requests.
struct SampleCount {
    std::uint64_t accesses = 0; ///< of lanes
    std::uint64_t elements = 0; ///< those that begin at the first byte of an element
};

/// Counts the accesses of each buffer in the first block of the recording. Throws FileError, Cancelled.
[[nodiscard]] std::vector<SampleCount> sample_counts(const HmtFile& file, const RecordingLayout& layout,
                                                     const JobContext& job);

} // namespace hitmap
