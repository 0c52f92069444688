#pragma once

#include "core/relayout/apply/relayout.h"
#include "core/trace/io/limited_memory.h"

#include <cstdint>

namespace hitmap {

/// Returns a recording in another memory layout, in memory, as relayout_recording() makes it; a mesh that it
/// needs is the one that the recording names (source_mesh()). In messages it has the name of the recording.
/// Throws what relayout_recording() throws, and MemoryNeeded before it takes more than `limit` bytes.
[[nodiscard]] HmtFile relaid_file(const HmtFile& file, const RelayoutOptions& options, ThreadPool& pool,
                                  const JobContext& job, std::uint64_t limit = any_memory);

} // namespace hitmap
