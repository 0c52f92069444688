#pragma once

#include "core/analysis/simt/simt_table.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// Counts the active lanes of a recording. Throws FileError that names `path` if it has sums in the place of
/// requests, what reading throws, and Cancelled.
/// @param frames  0: not given
[[nodiscard]] SimtSums count_simt(const std::string& path, const HmtFile& file,
                                  const std::vector<SimtBy>& tables, std::uint64_t frames, ThreadPool& pool,
                                  const JobContext& job);

} // namespace hitmap
