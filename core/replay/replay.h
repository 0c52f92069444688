#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/replay/replay_options.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/io/limited_memory.h"
#include "core/trace/model/estimates.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace hitmap {

/// What a replay found out about the rays of a recording.
struct ReplayCounts {
    std::uint64_t rays = 0;        ///< that the program traced
    std::uint64_t not_numbers = 0; ///< of these, those that were not replayed, since they have no direction
    std::uint64_t asked = 0;       ///< whose hit or miss the program asked for
    std::uint64_t in_boxes = 0;    ///< of these, those that hit a box, whose shader cannot be replayed
    /// Of the other ones that were asked for, those with the same outcome: a miss, or a hit of the same
    /// triangle, or of any if the ray ends at its first hit.
    std::uint64_t agreeing = 0;
    std::uint64_t requests = 0; ///< that the traversal added
    std::uint64_t nodes = 0;    ///< of the tree, as its buffer of nodes has them
    std::uint64_t bytes = 0;    ///< of the buffers of the tree

    [[nodiscard]] std::uint64_t compared() const { return asked - in_boxes; }
    /// Whether every ray was replayed and compared, with the same outcome.
    [[nodiscard]] bool agree() const { return not_numbers == 0 && asked == rays && agreeing == asked; }
};

/// "3072 rays, 9000 requests; 3072 of 3072 rays end as in the program", a sentence without its end.
[[nodiscard]] std::string text_of(const ReplayCounts& counts);

/// The field whose origin says where a traversal comes from. That of a tree that is not the driver's is
/// assumed, however many rays agree.
inline constexpr std::string_view traversal_field = "traversal";

/// Whether a recording has what replay_recording() needs.
[[nodiscard]] bool can_replay(const RecordingInfo& info);

/// Passes a recording with rays to `out`, from begin() to finish(), with the requests of a traversal behind
/// each event of rays: those of Hitmap's own tree over the recorded faces, laid out as `options` say for
/// `hitmap trace`. The lanes of an event traverse in lock step, and the traversal of a warp ends before the
/// next recorded request. The buffers of the tree have addresses that no recorded buffer has. `out` must take
/// tables that grow (HmtWriteOptions::tables_grow).
///
/// Triangles that are not opaque are hit where the program hit them and nowhere else.
/// Throws UsageError (check_replay_options()); Error if the recording has no rays, no faces or already the
/// buffers of a tree; FileError, Cancelled, and what `out` throws.
ReplayCounts replay_recording(const HmtFile& file, const ReplayOptions& options, RecordingSink& out,
                              ThreadPool& pool, const JobContext& job = {});

/// The same as a recording in memory, which has the name of the recording in messages. Throws what
/// replay_recording() throws, and MemoryNeeded before it takes more than `limit` bytes.
/// @param counts  set, unless null
[[nodiscard]] HmtFile replayed_file(const HmtFile& file, const ReplayOptions& options, ThreadPool& pool,
                                    const JobContext& job, std::uint64_t limit = any_memory,
                                    ReplayCounts* counts = nullptr);

} // namespace hitmap
