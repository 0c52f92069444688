#include "core/profile/live/live_sums.h"

#include "core/profile/index/for_each_tile.h"
#include "core/profile/live/frame_misses.h"

#include <numeric>

namespace hitmap {

namespace {

/// Results kept of each sort: those of a frame and of the whole recording, for two panes.
constexpr std::size_t recent_results = 4;

struct NoWorker {};

} // namespace

void add_misses(const KeptTile& tile, std::size_t level, const MissTable& table, TimeWindow window,
                std::uint64_t* sums, const JobContext& job) {
    const std::uint16_t* const patterns = tile.patterns(level).data();
    const std::uint32_t* const of_repeats = table.of_repeats().data();
    std::uint32_t groups = 0;
    tile.scan(level, window, [&](const KeptRun& run, const std::uint16_t*& at) {
        if (++groups % groups_to_check == 0) job.check();
        const std::uint64_t misses = first_misses(tile, level, table, run, at);
        if (!run.counted) return;
        sums[run.element] += misses + std::uint64_t{run.repeats} * of_repeats[patterns[run.element]];
    });
}

template <class Key, class Value, class Make>
std::shared_ptr<const Value> LiveSums::recent(Recent<Key, Value>& held, const Key& key,
                                              const Make& make) const {
    const auto find = [&]() -> std::shared_ptr<const Value> {
        const std::lock_guard lock(mutex_);
        for (const auto& [held_key, value] : held)
            if (held_key == key) return value;
        return nullptr;
    };
    if (auto found = find()) return found;
    auto made = std::make_shared<const Value>(make());
    const std::lock_guard lock(mutex_);
    held.emplace_front(key, made);
    if (held.size() > recent_results) held.pop_back();
    return made;
}

std::shared_ptr<const MissTable> LiveSums::table(std::size_t level, const CacheGeometry& geometry,
                                                 const JobContext& job) const {
    return recent(tables_[level], geometry,
                  [&] { return MissTable(geometry, kept_->patterns[level], kept_->farthest[level], job); });
}

std::shared_ptr<const WindowMisses> LiveSums::misses(std::size_t level, const MissTable& table,
                                                     TimeWindow window, const JobContext& job) const {
    return recent(misses_[level], MissesKey{table.geometry(), window}, [&] {
        WindowMisses sums;
        sums.elements.resize(kept_->elements);
        sums.kinds.resize(element_kinds().size());
        for_each_tile<NoWorker>(
            pool_, std::span(kept_->by_size), job,
            [&](NoWorker&, std::uint32_t t) {
                const KeptTile& tile = kept_->tiles[t];
                add_misses(tile, level, table, window, sums.elements.data() + tile.first_element, job);
            },
            [](const NoWorker&) {});
        for (const KeptTile& tile : kept_->tiles) {
            const auto first = sums.elements.begin() + static_cast<std::ptrdiff_t>(tile.first_element);
            sums.kinds[tile.kind] += std::accumulate(
                first, first + static_cast<std::ptrdiff_t>(tile.elements()), std::uint64_t{0});
        }
        return sums;
    });
}

std::shared_ptr<const WindowAccesses> LiveSums::accesses(TimeWindow window, const JobContext& job) const {
    return recent(accesses_, window, [&] {
        WindowAccesses sums(kept_->elements);
        for_each_tile<NoWorker>(
            pool_, std::span(kept_->by_size), job,
            [&](NoWorker&, std::uint32_t t) {
                const KeptTile& tile = kept_->tiles[t];
                std::uint32_t* const of_tile = sums.data() + tile.first_element;
                tile.scan(0, window, [&](const KeptRun& run, const std::uint16_t*&) {
                    if (run.counted) of_tile[run.element] += run.count;
                });
            },
            [](const NoWorker&) {});
        return sums;
    });
}

std::shared_ptr<const SmMisses> LiveSums::sm_misses(std::size_t level, const MissTable& table,
                                                    std::uint64_t intervals, const JobContext& job) const {
    return recent(sm_misses_[level], SmKey{table.geometry(), intervals}, [&] {
        const PositionSms& sms = *kept_->sms;
        SmMisses sums{std::vector<std::uint64_t>(intervals * sms.sms()), sms.sms()};
        if (kept_->accesses == 0) return sums;
        const FrameTable frames(kept_->accesses, intervals);
        using Cells = std::vector<std::uint64_t>;
        for_each_tile<Cells>(
            pool_, std::span(kept_->by_size), job,
            [&](Cells& worker, std::uint32_t t) {
                worker.resize(sums.cells.size());
                for_each_frame_misses(
                    kept_->tiles[t], level, table, frames,
                    [&](std::uint64_t f, const KeptRun& run, std::uint64_t misses) {
                        worker[f * sms.sms() + sms.sm_at(run.position)] += misses;
                    },
                    job);
            },
            [&](const Cells& worker) {
                for (std::size_t i = 0; i < worker.size(); ++i)
                    sums.cells[i] += worker[i];
            });
        return sums;
    });
}

} // namespace hitmap
