#pragma once

#include "core/jobs/progress.h"
#include "core/profile/models/cache_model.h"
#include "core/trace/hmt/file/hmt_reader.h"

namespace hitmap {

// Each of these writes lines to standard error.

/// Writes a line to standard error if the recording was cut off, so that the results describe only a part of
/// it.
void warn_if_incomplete(const HmtFile& file);

/// Writes a line to standard error for each reason why the recording is an estimate because it was
/// changed: change_estimates().
void warn_if_estimate(const HmtFile& file);

/// Writes a line to standard error for each cache that the model accepts although no real cache has its
/// geometry.
void warn_of_geometry(const ModelConfig& config);

/// Writes a line to standard error if the stack distance cache model has nothing to count in the recording.
void warn_if_nothing_counts(const HmtFile& file, const ModelConfig& config);

/// Writes a line to standard error if launches ran at the same time, since both models empty the L1 caches
/// between requests of different launches.
void warn_if_launches_interleave(const HmtFile& file, const JobContext& job);

} // namespace hitmap
