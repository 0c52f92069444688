#pragma once

#include "core/jobs/progress.h"
#include "core/profile/live/kept_tile.h"
#include "core/profile/live/miss_table.h"
#include "core/profile/query/frame_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace hitmap {

/// Calls add(frame, run, misses) with the counted misses of the tile's look-ups, in units of 2^-24, for each
/// run and each frame that it has misses in. The frames are those of the whole recording. Throws Cancelled.
template <class Add>
void for_each_frame_misses(const KeptTile& tile, std::size_t level, const MissTable& table,
                           const FrameTable& frames, const Add& add, const JobContext& job) {
    constexpr std::uint32_t groups_to_check = 1U << 16;
    const TimeWindow all{0, frames.window(frames.count() - 1).last};
    std::uint32_t groups = 0;
    tile.scan(level, all, [&](const KeptRun& run, const std::uint16_t*& at) {
        if (++groups % groups_to_check == 0) job.check();
        std::uint64_t first = 0;
        if (run.has_distances)
            for (unsigned i = tile.lookups(level)[run.element]; i != 0; --i)
                first += table.next(at);
        if (!run.counted) return;
        if (!run.has_first) first = 0;
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
