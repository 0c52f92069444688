#include "core/profile/live/live_pixels.h"

#include "core/profile/index/for_each_tile.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

void add_pixel_misses(const KeptTile& tile, std::span<const std::uint32_t> pixels, std::size_t level,
                      const MissTable& table, TimeWindow window, std::vector<std::uint64_t>& sums,
                      const JobContext& job) {
    const std::uint8_t* const lookups = tile.lookups(level).data();
    std::uint32_t groups = 0;
    const auto add = [&](std::uint64_t number, std::uint64_t misses) {
        if (pixels[number] != KeptPixels::no_pixel) sums[pixels[number]] += misses;
    };
    tile.scan(level, window, [&](const KeptRun& run, const std::uint16_t*& at) {
        if (++groups % (1U << 16) == 0) job.check();
        std::uint64_t misses = 0;
        if (run.has_distances)
            for (unsigned i = lookups[run.element]; i != 0; --i)
                misses += table.next(at);
        if (run.has_first && misses != 0) add(run.number, misses);
        const std::uint64_t each = table.of_repeats()[tile.patterns(level)[run.element]];
        if (each == 0) return;
        for (std::uint64_t i = run.number + run.count - run.repeats; i < run.number + run.count; ++i)
            add(i, each);
    });
}

std::vector<std::uint64_t> pixel_misses(const LiveSums& sums, const KeptPixels& pixels, std::size_t level,
                                        const MissTable& table, TimeWindow window, const JobContext& job) {
    std::vector<std::uint64_t> found(pixels.pixels);
    using Misses = std::vector<std::uint64_t>;
    for_each_tile<Misses>(
        sums.pool(), std::span(sums.kept().by_size), job,
        [&](Misses& worker, std::uint32_t t) {
            worker.resize(found.size());
            add_pixel_misses(sums.kept().tiles[t], pixels.tiles[t], level, table, window, worker, job);
        },
        [&](const Misses& worker) {
            for (std::size_t pixel = 0; pixel < worker.size(); ++pixel)
                found[pixel] += worker[pixel];
        });
    return found;
}

/// What differs between the levels.
struct LevelColumns {
    PixelColumn hits;
    PixelColumn lookups;
    std::string_view lookups_name;
};
constexpr std::array level_columns{LevelColumns{PixelColumn::l1_hits, PixelColumn::l1_lookups, "l1-lookups"},
                                   LevelColumns{PixelColumn::l2_hits, PixelColumn::l2_lookups, "l2-lookups"}};

} // namespace

LivePixels::LivePixels(std::shared_ptr<const WindowPixels> base, std::shared_ptr<const KeptPixels> pixels,
                       std::shared_ptr<const LiveSums> sums, Tables tables, TimeWindow window)
    : WindowPixels(*base),
      base_(std::move(base)),
      pixels_(std::move(pixels)),
      sums_(std::move(sums)),
      tables_(std::move(tables)),
      window_(window) {}

const std::vector<std::uint64_t>& LivePixels::misses(std::size_t level, const JobContext& job) const {
    const std::lock_guard lock(mutex_);
    if (misses_[level].empty())
        misses_[level] = pixel_misses(*sums_, *pixels_, level, *tables_[level], window_, job);
    return misses_[level];
}

PixelCounts LivePixels::counts(std::size_t pixel) const {
    PixelCounts counts = base_->counts(pixel);
    for (std::size_t level = 0; level < misses_.size(); ++level)
        number_in(counts, level_columns[level].hits) =
            number_in(counts, level_columns[level].lookups) * hit_unit - misses(level, {})[pixel];
    return counts;
}

template <class Number>
void LivePixels::compute_values(const PixelQuantity& quantity, std::span<Number> values,
                                const JobContext& job) const {
    if (!quantity.reads.intersects(PixelColumnSet(PixelColumn::l1_hits, PixelColumn::l2_hits))) {
        const std::vector<Number> of_base = base_->values<Number>(quantity, job);
        std::ranges::copy(of_base, values.begin());
        return;
    }
    // Only look-ups and hits of its level are read beside each other.
    const std::size_t level = quantity.reads.has(PixelColumn::l1_hits) ? 0 : 1;
    const LevelColumns& columns = level_columns[level];
    const std::vector<double> lookups =
        base_->values<double>(*pixel_quantity_named(columns.lookups_name), job);
    const std::vector<std::uint64_t>& of_level = misses(level, job);
    PixelCounts counts;
    counts.warp_lanes = warp_lanes;
    for (std::size_t pixel = 0; pixel < values.size(); ++pixel) {
        if (std::isnan(lookups[pixel])) continue; // no requests
        const auto of_pixel = static_cast<std::uint64_t>(lookups[pixel]);
        number_in(counts, columns.lookups) = of_pixel;
        number_in(counts, columns.hits) = of_pixel * hit_unit - of_level[pixel];
        values[pixel] = static_cast<Number>(quantity.formula(counts));
    }
}

} // namespace hitmap
