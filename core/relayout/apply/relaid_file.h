#pragma once

#include "core/relayout/apply/relayout.h"
#include "core/trace/io/limited_memory.h"

#include <cstdint>

namespace hitmap {

/// Returns a recording in another memory layout, in memory, as relayout_recording() makes it. In messages it
/// has the name of the recording.
/// @param mesh  that of the recording, in the order of its file; may be null
/// Throws what relayout_recording() throws, and MemoryNeeded before it takes more than `limit` bytes.
[[nodiscard]] HmtFile relaid_file(const HmtFile& file, const RelayoutOptions& options, const SourceMesh& mesh,
                                  ThreadPool& pool, const JobContext& job, std::uint64_t limit = any_memory);

} // namespace hitmap
