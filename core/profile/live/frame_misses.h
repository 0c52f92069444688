#pragma once

#include "core/jobs/progress.h"
#include "core/profile/live/kept_tile.h"
#include "core/profile/live/miss_table.h"
#include "core/profile/query/frame_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace hitmap {

/// Groups between two checks for cancellation, far less than a millisecond.
inline constexpr std::uint32_t groups_to_check = 1U << 16;

/// Returns the misses of the run's first access and reads its codes.
inline std::uint64_t first_misses(const KeptTile& tile, std::size_t level, const MissTable& table,
                                  const KeptRun& run, const std::uint16_t*& at) {
    std::uint64_t misses = 0;
    if (run.has_distances)
        for (unsigned i = tile.lookups(level)[run.element]; i != 0; --i)
            misses += table.next(at);
    return run.has_first ? misses : 0;
}

/// Calls add(frame, run, misses) so that the sums are the counted misses of the tile's look-ups, in units of
/// 2^-24: once or several times for a run and a frame. The frames are those of the whole recording. Throws
/// Cancelled.
template <class Add>
void for_each_frame_misses(const KeptTile& tile, std::size_t level, const MissTable& table,
                           const FrameTable& frames, const Add& add, const JobContext& job) {
    const TimeWindow all{0, frames.window(frames.count() - 1).last};
    std::uint32_t groups = 0;
    tile.scan(level, all, [&](const KeptRun& run, const std::uint16_t*& at) {
        if (++groups % groups_to_check == 0) job.check();
        const std::uint64_t first = first_misses(tile, level, table, run, at);
        if (!run.counted) return;
        const std::uint64_t each = table.of_repeats()[tile.patterns(level)[run.element]];
        std::uint64_t f = frames.frame_at(run.position);
        const std::uint64_t end = run.position + run.count;
        if (end <= frames.window(f).last) {
            if (const std::uint64_t misses = first + run.repeats * each; misses != 0) add(f, run, misses);
            return;
        }
        if (first != 0) add(f, run, first);
        for (std::uint64_t i = end - run.repeats; each != 0 && i < end;) {
            f = frames.frame_at(i);
            const std::uint64_t last = std::min(end, frames.window(f).last);
            add(f, run, (last - i) * each);
            i = last;
        }
    });
}

} // namespace hitmap
