#include "core/profile/index/frame_splitter.h"

#include <algorithm>

namespace hitmap {

namespace {

constexpr std::uint64_t no_frame = ~std::uint64_t{0};

} // namespace

FrameSplitter::FrameSplitter(const TileLog& log, const FrameTable& table, std::vector<KindSums>& frames)
    : log_(log), table_(table), frames_(frames), last_frame_(log.elements(), no_frame) {}

FrameSplitter::FrameSplitter(const TileLog& log, const FrameTable& table, std::vector<KindSums>& frames,
                             std::uint16_t element, std::vector<std::uint64_t>& last)
    : FrameSplitter(log, table, frames) {
    only_ = element;
    last_ = &last;
}

void FrameSplitter::add(const DecodedRuns& runs) {
    for (std::size_t r = 0; r < runs.count; ++r) {
        if (only_ && runs.element[r] != *only_) continue;
        std::uint64_t position = runs.position[r];
        const std::uint64_t end = position + runs.length[r];
        for (bool first = true; position < end; first = false) {
            if (position >= window_.last) {
                frame_ = table_.frame_at(position);
                window_ = table_.window(frame_);
            }
            const std::uint64_t count = std::min(end, window_.last) - position;
            add_part(runs, r, count, first);
            position += count;
            if (last_ != nullptr) (*last_)[frame_] = position - 1;
        }
    }
}

void FrameSplitter::add_part(const DecodedRuns& runs, std::size_t r, std::uint64_t count, bool with_first) {
    KindSums& sums = frames_[frame_];
    const std::uint16_t element = runs.element[r];
    sums.accesses += count;
    sums.elements_accessed += last_frame_[element] != frame_ ? 1 : 0;
    last_frame_[element] = frame_;
    for (std::size_t level = 0; level < cache_levels; ++level) {
        LevelSums& to = level == 0 ? sums.l1 : sums.l2;
        const std::uint64_t lookups = count * (runs.has_lookups ? std::uint64_t{runs.lookups[level][r]}
                                                                : log_.usual_lookups(level, element));
        to.lookups += lookups;
        to.hits += lookups * hit_unit;
        to.distance_sum += count * runs.later_distance[level][r];
        if (!with_first) continue;
        if (runs.has_misses[level]) to.hits -= runs.misses[level][r];
        to.cold += runs.cold[level][r];
        to.conflict += runs.conflict[level][r];
        to.distance_sum += runs.distance[level][r] - std::uint64_t{runs.later_distance[level][r]};
    }
}

} // namespace hitmap
