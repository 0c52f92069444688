#include "core/profile/pixel_index/pixel_index.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

namespace hitmap {

/// Numbers of all pixels in a window.
class PixelIndex::Query {
public:
    /// Decodes the ends of the window.
    Query(const PixelIndex& index, TimeWindow window, PixelColumnSet wanted, ThreadPool& pool,
          const JobContext& job)
        : index_(index),
          wanted_(wanted & index.stored_.set()),
          pool_(pool),
          job_(job),
          plan_(index.plan_of(window)) {
        for (const PixelColumn column : wanted_)
            stored_.push_back(index.stored_.place_of(column));
        std::vector<Rows> rows;
        for (const Part& part : plan_.parts)
            for (std::size_t s = part.first; s < part.last; ++s)
                rows.push_back({s, part.window, part.subtract, {}});
        parallel_for(pool, rows.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                rows[i].by_tile.emplace(sums_of(index_.segments_[rows[i].segment], index_.reading_, wanted_,
                                                rows[i].window, job_),
                                        wanted_.size(), index_.tiles_.count());
        });
        rows_ = std::move(rows);
    }

    /// Calls use(first pixel, number of pixels, numbers) for each tile, from several threads.
    void for_each_tile(const std::function<void(std::size_t, std::size_t, const TileNumbers&)>& use) const {
        const std::size_t pixels = std::size_t{index_.framebuffer_.width} * index_.framebuffer_.height;
        constexpr std::size_t tiles_of_a_task = 16;
        parallel_for(pool_, index_.tiles_.count(), tiles_of_a_task, [&](std::size_t begin, std::size_t end) {
            TileNumbers numbers(wanted_.size());
            for (std::size_t tile = begin; tile < end; ++tile) {
                job_.check();
                if (tile != begin) numbers.clear();
                index_.tiles_.add_to(numbers, tile, plan_.intervals, stored_);
                for (const Rows& rows : rows_)
                    rows.by_tile->add_to(numbers, tile, rows.subtract);
                const std::size_t first = tile * pixels_of_a_tile;
                use(first, std::min(pixels_of_a_tile, pixels - first), numbers);
            }
        });
    }
    [[nodiscard]] const WantedColumns& wanted() const { return wanted_; }

private:
    struct Rows {
        std::size_t segment;
        TimeWindow window;
        bool subtract;
        std::optional<RowsByTile> by_tile;
    };

    const PixelIndex& index_;
    WantedColumns wanted_;
    ThreadPool& pool_;
    const JobContext& job_;
    Plan plan_;
    std::vector<std::size_t> stored_; ///< places of the wanted columns among those of the index
    std::vector<Rows> rows_;
};

std::uint64_t PixelIndex::log_bytes() const {
    std::uint64_t bytes = 0;
    for (const LogSegment& segment : segments_)
        bytes += segment.memory_bytes();
    return bytes;
}

std::uint64_t PixelIndex::memory_bytes() const {
    return sizeof *this + log_bytes() + tiles_.memory_bytes();
}

std::size_t PixelIndex::intervals() const {
    return (segments_.size() + segments_an_interval_ - 1) / segments_an_interval_;
}

std::size_t PixelIndex::whole_segments_before(std::uint64_t position) const {
    const auto some = std::ranges::upper_bound(segments_, position, {}, &LogSegment::end);
    return static_cast<std::size_t>(some - segments_.begin());
}

PixelIndex::Until PixelIndex::until(std::uint64_t position) const {
    const std::size_t whole = whole_segments_before(position);
    if (whole == segments_.size()) return {intervals(), {}};
    // The segment `whole` ends behind the position, and may begin before it.
    const std::size_t some = segments_[whole].first < position ? 1 : 0;
    const std::size_t interval = whole / segments_an_interval_;
    const std::size_t begin = interval * segments_an_interval_;
    const std::size_t end = std::min(begin + segments_an_interval_, segments_.size());
    if (whole + some - begin <= end - whole) return {interval, {begin, whole + some, {0, position}, false}};
    return {interval + 1, {whole, end, {position, reading_.positions + 1}, true}};
}

PixelIndex::Plan PixelIndex::plan_of(TimeWindow window) const {
    Plan plan;
    if (window.first >= window.last) return plan;
    const Until first = until(window.first);
    const Until last = until(window.last);
    const std::size_t first_segment = whole_segments_before(window.first);
    const std::size_t end = std::min(whole_segments_before(window.last) + 1, segments_.size());
    const auto segments_of = [](const Part& part) { return part.last - part.first; };
    if (end - std::min(first_segment, end) <= segments_of(first.part) + segments_of(last.part)) {
        plan.parts.push_back({first_segment, end, window, false});
        return plan;
    }
    plan.parts = {first.part, last.part};
    plan.parts.front().subtract = !first.part.subtract;
    plan.intervals = {first.interval, last.interval};
    return plan;
}

template <class Number>
void PixelIndex::compute(const PixelQuantity& quantity, TimeWindow window, std::span<Number> values,
                         ThreadPool& pool, const JobContext& job) const {
    const Query query(*this, window, quantity.reads | PixelColumnSet(PixelColumn::requests), pool, job);
    const std::size_t requests = query.wanted().place_of(PixelColumn::requests);
    query.for_each_tile([&](std::size_t first, std::size_t count, const TileNumbers& numbers) {
        PixelCounts counts;
        counts.warp_lanes = framebuffer_.warp_lanes;
        std::vector<std::uint64_t*> places;
        for (const PixelColumn column : query.wanted())
            places.push_back(&number_in(counts, column));
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t c = 0; c < places.size(); ++c)
                *places[c] = numbers[c][i];
            values[first + i] = numbers[requests][i] == 0 ? std::numeric_limits<Number>::quiet_NaN()
                                                          : static_cast<Number>(quantity.formula(counts));
        }
    });
}

template void PixelIndex::compute(const PixelQuantity&, TimeWindow, std::span<float>, ThreadPool&,
                                  const JobContext&) const;
template void PixelIndex::compute(const PixelQuantity&, TimeWindow, std::span<double>, ThreadPool&,
                                  const JobContext&) const;

PixelTable PixelIndex::table(TimeWindow window, ThreadPool& pool, const JobContext& job) const {
    PixelTable table;
    static_cast<CountedFramebuffer&>(table) = framebuffer_;
    table.sums.resize(table.pixels());
    if (table.knows(PixelPart::causes)) table.misses.resize(table.pixels());
    const Query query(*this, window, stored_.set(), pool, job);
    query.for_each_tile([&](std::size_t first, std::size_t count, const TileNumbers& numbers) {
        PixelCounts counts;
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t c = 0; c < stored_.size(); ++c)
                number_in(counts, stored_[c]) = numbers[c][i];
            table.sums[first + i] = counts.sums;
            if (!table.misses.empty()) table.misses[first + i] = counts.misses;
        }
    });
    return table;
}

PixelCounts PixelIndex::counts(TimeWindow window, std::size_t pixel) const {
    const Plan plan = plan_of(window);
    std::vector<std::uint64_t> sums = tiles_.numbers(pixel, plan.intervals);
    for (const Part& part : plan.parts)
        for (std::size_t s = part.first; s < part.last; ++s) {
            const SparsePixels rows =
                sums_of(segments_[s], reading_, stored_, part.window, {}, static_cast<std::uint32_t>(pixel));
            for (std::size_t i = 0; i < rows.numbers.size(); ++i)
                sums[i % sums.size()] += part.subtract ? ~rows.numbers[i] + 1 : rows.numbers[i];
        }
    PixelCounts counts;
    counts.warp_lanes = framebuffer_.warp_lanes;
    for (std::size_t c = 0; c < stored_.size(); ++c)
        number_in(counts, stored_[c]) = sums[c];
    return counts;
}

} // namespace hitmap
