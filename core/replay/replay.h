#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/replay/replay_counts.h"
#include "core/replay/replay_options.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/io/limited_memory.h"
#include "core/trace/model/estimates.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace hitmap {

/// Why a recording cannot be replayed with these options, as the end of a sentence; empty: it can.
[[nodiscard]] std::string replay_problem(const RecordingInfo& info, const ReplayOptions& options);
/// Whether a recording has what replay_recording() needs with the defaults.
[[nodiscard]] bool can_replay(const RecordingInfo& info);

/// As many fetches as rays need.
inline constexpr std::uint64_t any_fetches = ~std::uint64_t{0};

/// Passes a recording with rays to `out`, from begin() to finish(), with the requests of a traversal behind
/// each event of rays: those of Hitmap's own tree over the recorded faces, laid out as `options` say for
/// `hitmap trace`, or those of the tree that the driver built. The lanes of an event traverse in lock step,
/// and the traversal of a warp ends before the next recorded request. The buffers of an own tree have
/// addresses that no recorded buffer has. `out` must take tables that grow (HmtWriteOptions::tables_grow).
///
/// In an own tree, triangles that are not opaque are hit where the program hit them and nowhere else.
/// Throws UsageError (check_replay_options()); Error if the recording has no rays, no faces or already the
/// buffers of a tree, or not the driver's; FileError, Cancelled, and what `out` throws.
/// @param most_fetches  Error if rays would fetch more often in the driver's tree. That of lavapipe has
///                      triangles in the program's order; in a random one, a ray can fetch 10,000 nodes.
ReplayCounts replay_recording(const HmtFile& file, const ReplayOptions& options, RecordingSink& out,
                              ThreadPool& pool, const JobContext& job = {},
                              std::uint64_t most_fetches = any_fetches);

/// The same as a recording in memory, which has the name of the recording in messages. Throws what
/// replay_recording() throws, and MemoryNeeded before it takes more than `limit` bytes.
/// @param counts  set, unless null
[[nodiscard]] HmtFile replayed_file(const HmtFile& file, const ReplayOptions& options, ThreadPool& pool,
                                    const JobContext& job, std::uint64_t limit = any_memory,
                                    ReplayCounts* counts = nullptr, std::uint64_t most_fetches = any_fetches);

} // namespace hitmap
