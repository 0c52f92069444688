#include "core/profile/index/frame_extent.h"

#include "core/profile/index/element_value.h"

#include <algorithm>
#include <cmath>

namespace hitmap {

void extend(std::optional<ValueExtent>& extent, const std::optional<ValueExtent>& more) {
    if (!more) return;
    if (!extent) extent = more;
    extent->min = std::min(extent->min, more->min);
    extent->max = std::max(extent->max, more->max);
}

void FrameExtent::begin(const TileLog& log, const FrameTable& frames, Metric metric) {
    log_ = &log;
    frames_ = &frames;
    metric_ = metric;
    columns_ = columns_of(metric) | ColumnSet(Column::last);
    sums_.clear(columns_, log.elements());
    is_touched_.assign(log.elements(), 0);
    window_ = {};
}

void FrameExtent::add(const DecodedRuns& runs) {
    for (std::size_t r = 0; r < runs.count; ++r) {
        std::uint64_t position = runs.position[r];
        const std::uint64_t end = position + runs.length[r];
        for (bool first = true; position < end; first = false) {
            if (position >= window_.last) {
                close_frame();
                window_ = frames_->window(frames_->frame_at(position));
            }
            const std::uint64_t part_end = std::min(end, window_.last);
            add_part(runs, r, part_end, part_end - position, first);
            position = part_end;
        }
    }
}

void FrameExtent::add_part(const DecodedRuns& runs, std::size_t r, std::uint64_t last, std::uint64_t count,
                           bool with_first) {
    const std::uint16_t e = runs.element[r];
    if (is_touched_[e] == 0) {
        is_touched_[e] = 1;
        touched_.push_back(e);
    }
    sums_[Column::last][e] = last;
    if (columns_.has(Column::accesses)) sums_[Column::accesses][e] += count;
    if (!metric_.level) return;
    const std::size_t level = index(*metric_.level);
    if (runs.has_lookups)
        sums_[of_level(Column::l1_extra_lookups, level)][e] +=
            count * (runs.lookups[level][r] - std::uint64_t{log_->usual_lookups(level, e)});
    if (const Column column = of_level(Column::l1_distance, level); columns_.has(column)) {
        std::uint64_t& distance = sums_[column][e];
        distance += count * runs.later_distance[level][r];
        if (with_first) distance += runs.distance[level][r] - std::uint64_t{runs.later_distance[level][r]};
    }
    if (!with_first) return;
    if (const Column cold = of_level(Column::l1_cold, level); columns_.has(cold))
        sums_[cold][e] += runs.cold[level][r];
    if (const Column conflict = of_level(Column::l1_conflict, level); columns_.has(conflict))
        sums_[conflict][e] += runs.conflict[level][r];
    if (const Column misses = of_level(Column::l1_misses, level);
        columns_.has(misses) && runs.has_misses[level])
        sums_[misses][e] += runs.misses[level][r];
}

void FrameExtent::close_frame() {
    visit_metric(metric_, [&]<std::size_t row, Level level>() {
        for (const std::uint16_t e : touched_) {
            const auto value = static_cast<float>(element_value<row, level>(*log_, sums_, e, window_));
            if (std::isfinite(value)) extend(extent_, ValueExtent{value, value});
        }
    });
    for (std::size_t c = 0; c < column_count; ++c)
        if (columns_.has(static_cast<Column>(c)))
            for (const std::uint16_t e : touched_)
                sums_.columns[c][e] = 0;
    for (const std::uint16_t e : touched_)
        is_touched_[e] = 0;
    touched_.clear();
}

} // namespace hitmap
