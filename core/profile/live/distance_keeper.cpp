#include "core/profile/live/distance_keeper.h"

#include "core/base/error.h"
#include "core/cache/reuse/reuse_histogram.h"
#include "core/cache/sdcm/repeat_distances.h"
#include "core/profile/index/tile_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace hitmap {

namespace {

/// Addresses per core in a batch: enough work for every core, and little memory.
constexpr std::size_t kept_batch_addresses = std::size_t{1} << 18;
constexpr std::size_t kept_batch_blocks = 64;
/// Groups whose lines are found and prefetched together.
constexpr std::size_t groups_at_once = 32;
constexpr std::size_t lookups_at_once = groups_at_once * SceneLines::max_lookups;
static_assert(lookups_at_once <= ReuseStack::max_batch);

void append_distances(const SceneLines& scene, ReuseStack& stack, std::span<const AccessGroup> groups,
                      GroupDistances& out, const JobContext& job) {
    std::array<std::uint32_t, lookups_at_once + SceneLines::max_lookups> lines;
    std::array<std::uint32_t, lookups_at_once + SceneLines::max_lookups> allocations;
    std::size_t windows = 0;
    while (!groups.empty()) {
        if (windows++ % 128 == 0) job.check();
        const auto now = groups.first(std::min(groups_at_once, groups.size()));
        groups = groups.subspan(now.size());
        SceneLines::Output found{lines.data(), allocations.data(), 0};
        for (const AccessGroup& group : now) {
            const std::uint32_t begin = found.end;
            scene.append_lookups(group.kind, group.element, found);
            out.counts.push_back(static_cast<std::uint8_t>(found.end - begin));
            for (std::uint32_t i = begin; i < found.end; ++i)
                stack.fetch(lines[i]);
        }
        const std::size_t first = out.distances.size();
        out.distances.resize(first + found.end);
        stack.look_up(std::span(lines).first(found.end), out.distances.data() + first);
    }
}

std::vector<std::uint8_t> pattern_of(const SceneLines& scene, ElementKindId kind, std::uint32_t element) {
    std::array<std::uint32_t, 2 * SceneLines::max_lookups> lines;
    std::array<std::uint32_t, 2 * SceneLines::max_lookups> allocations;
    SceneLines::Output found{lines.data(), allocations.data(), 0};
    scene.append_lookups(kind, element, found);
    const RepeatDistances repeats{std::span(lines).first(found.end)};
    std::vector<std::uint8_t> pattern;
    for (std::size_t i = 0; i < found.end; ++i)
        pattern.push_back(static_cast<std::uint8_t>(repeats[i]));
    std::ranges::sort(pattern);
    return pattern;
}

} // namespace

/// Runs the filter of a restriction on blocks without outcomes, which it does not read in this model.
class DistanceKeeper::Counts final : public OutcomeSink {
public:
    Counts(const RequestSource& source, const Restriction& only, std::vector<LaneTagRun> tags)
        : tags_(std::move(tags)),
          filter_(source.info(), {counted_parts(only, source.info(), false, source.name()), only.rays, false},
                  tags_, *this) {}
    void find(const AccessBlock& block, std::vector<std::uint8_t>& counted) {
        outcomes_.resize(block.accesses.size());
        counted_ = &counted;
        filter_.add(block.requests, block.accesses, outcomes_);
    }
    void add(const RequestView& /*block*/, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override {
        counted_->resize(accesses.size());
        for (std::size_t i = 0; i < accesses.size(); ++i)
            (*counted_)[i] = outcomes[i] != nullptr ? 1 : 0;
    }

private:
    std::vector<LaneTagRun> tags_;
    AccessFilter filter_;
    std::vector<AccessOutcome> outcomes_;
    std::vector<std::uint8_t>* counted_ = nullptr;
};

DistanceKeeper::DistanceKeeper(RequestSource& source, std::array<std::uint32_t, 2> line,
                               const Restriction& only, const KeptLimit& limit, ThreadPool& pool,
                               const JobContext& job)
    : source_(source), limit_(limit), pool_(pool), job_(job), finder_(source.info()), device_(0) {
    const auto scene = source.scene(job);
    kept_->line = line;
    for (std::size_t level = 0; level < 2; ++level) {
        kept_->scene_lines[level] =
            std::make_shared<const SceneLines>(source.info(), scene, line[level], job);
        for (Store& store : stores_)
            store.bins[level].resize(std::size_t{ReuseHistogram::cold_bin} + 1);
    }
    device_.grow(kept_->scene_lines[1]->line_count());
    if (!only.empty())
        counts_ = std::make_unique<Counts>(source, only,
                                           only.rays ? source.lane_tags(job) : std::vector<LaneTagRun>{});
    make_tiles();
}

DistanceKeeper::~DistanceKeeper() = default;

void DistanceKeeper::make_tiles() {
    for (std::size_t k = 0; k < element_kinds().size(); ++k) {
        const auto kind = static_cast<ElementKindId>(k);
        kept_->first_tile.push_back(kept_->tiles.size());
        if (!element_kinds()[k].has_look_ups) continue;
        const std::uint64_t slots = finder_.element_count(kind);
        for (std::uint64_t first = 0; first < slots; first += tile_slots) {
            KeptTile& tile = kept_->tiles.emplace_back();
            tile.kind = kind;
            tile.first_slot = first;
            tile.slot_count = static_cast<std::uint32_t>(std::min<std::uint64_t>(tile_slots, slots - first));
        }
    }
    kept_->first_tile.push_back(kept_->tiles.size());
    builders_.reserve(kept_->tiles.size());
    for (KeptTile& tile : kept_->tiles)
        builders_.emplace_back(tile);
}

std::shared_ptr<const KeptDistances> DistanceKeeper::run() {
    job_.begin("keeping reuse distances", source_.info().axis_is_requests() ? 0 : source_.info().positions(),
               "accesses");
    source_.rewind();
    Batch current;
    Batch next;
    read(current);
    while (current.used != 0) {
        prepare(current);
        look_up(current, next);
        find_counted(current.blocks());
        store(current.blocks());
        check_memory();
        std::swap(current, next);
    }
    return finish();
}

void DistanceKeeper::read(Batch& batch) {
    batch.used = 0;
    for (std::size_t addresses = 0;
         addresses < kept_batch_addresses * pool_.size() && batch.used < kept_batch_blocks * pool_.size();) {
        job_.check();
        if (batch.used == batch.storage.size()) batch.storage.emplace_back();
        AccessBlock& block = batch.storage[batch.used];
        if (!source_.next(block.writable_requests(), job_.stop)) break;
        block.see_all();
        ++batch.used;
        addresses += block.requests.addresses.size();
    }
}

void DistanceKeeper::prepare(Batch& batch) {
    parallel_for(pool_, batch.used, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            job_.check();
            AccessBlock& block = batch.storage[i];
            finder_.find(block.requests, block.accesses);
            block.group_accesses();
            for (const AccessGroup& group : block.groups)
                kept_->scene_lines[0]->expect_known(group.kind, group.element);
        }
    });
    for (const AccessBlock& block : batch.blocks())
        sms_.resize(std::max(sms_.size(), block.sm_begin.size() - 1));
}

void DistanceKeeper::look_up(Batch& batch, Batch& next) {
    std::atomic<std::size_t> next_sm{0};
    TaskGroup tasks(pool_);
    tasks.run([&] { read(next); });
    tasks.run([&] {
        l2_.clear();
        for (const AccessBlock& block : batch.blocks())
            append_distances(*kept_->scene_lines[1], device_, block.groups, l2_, job_);
    });
    for (unsigned i = 0; i < pool_.size(); ++i)
        tasks.run([&] {
            for (std::size_t sm = next_sm++; sm < sms_.size(); sm = next_sm++)
                look_up_of_sm(sm, batch.blocks());
        });
    tasks.wait();
}

void DistanceKeeper::look_up_of_sm(std::size_t sm, std::span<AccessBlock> blocks) {
    if (sms_[sm] != nullptr) sms_[sm]->found.clear();
    for (const AccessBlock& block : blocks) {
        auto groups = block.groups_of(static_cast<std::uint32_t>(sm));
        if (groups.empty()) continue;
        if (sms_[sm] == nullptr) sms_[sm] = std::make_unique<Sm>(kept_->scene_lines[0]->line_count());
        Sm& cache = *sms_[sm];
        while (!groups.empty()) {
            const std::uint32_t launch = groups.front().launch;
            const auto end = std::ranges::find_if(
                groups, [&](const AccessGroup& group) { return group.launch != launch; });
            const auto count = static_cast<std::size_t>(end - groups.begin());
            if (std::exchange(cache.launch, launch) != launch) cache.stack.clear();
            append_distances(*kept_->scene_lines[0], cache.stack, groups.first(count), cache.found, job_);
            groups = groups.subspan(count);
        }
    }
}

void DistanceKeeper::find_counted(std::span<AccessBlock> blocks) {
    counted_.resize(std::max(counted_.size(), blocks.size()));
    if (counts_ == nullptr) return;
    for (std::size_t b = 0; b < blocks.size(); ++b)
        counts_->find(blocks[b], counted_[b]);
}

void DistanceKeeper::store(std::span<AccessBlock> blocks) {
    parallel_for(pool_, stores_.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            store_tiles(i, blocks);
    });
    for (const AccessBlock& block : blocks) {
        if (position_sms_ != nullptr) position_sms_->add(block);
        kept_->accesses += block.accesses.size();
        job_.add(block.accesses.size());
    }
    if (kept_->accesses > std::numeric_limits<std::uint32_t>::max())
        throw DistancesTooLarge("reuse distances are kept of at most 2^32 - 1 element accesses");
}

void DistanceKeeper::store_tiles(std::size_t store, std::span<AccessBlock> blocks) {
    std::vector<GroupCursor> l1(sms_.size());
    GroupCursor l2;
    std::uint64_t block_first = kept_->accesses;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        job_.check();
        for (const AccessGroup& group : blocks[b].groups) {
            const std::array distances{l1[group.sm].next(sms_[group.sm]->found), l2.next(l2_)};
            const std::size_t tile = kept_->first_tile[group.kind] + group.element / tile_slots;
            if (tile % stores_.size() == store)
                store_group(stores_[store], group, block_first, counted_[b], distances);
        }
        block_first += blocks[b].accesses.size();
    }
}

/// A group of which only a part counts is stored in parts.
void DistanceKeeper::store_group(Store& store, const AccessGroup& group, std::uint64_t block_first,
                                 std::span<const std::uint8_t> counts,
                                 const std::array<std::span<const std::uint32_t>, 2>& distances) {
    const std::size_t t = kept_->first_tile[group.kind] + group.element / tile_slots;
    KeptTileBuilder& builder = builders_[t];
    const std::uint16_t element =
        builder.element_of(group.element % tile_slots, [&] { return describe(group.kind, group.element); });
    std::uint32_t counted_repeats = 0;
    bool counts_first = false;
    for (std::uint32_t from = 0; from < group.count;) {
        const bool counted = counts.empty() || counts[group.first + from] != 0;
        std::uint32_t to = from + 1;
        while (to < group.count && (counts.empty() || (counts[group.first + to] != 0) == counted))
            ++to;
        const std::uint64_t position = block_first + group.first + from;
        if (from == 0)
            builder.add(position, element, to, counted, distances);
        else
            builder.add_repeats(position, element, to - from, counted);
        if (counted) counted_repeats += to - from - (from == 0 ? 1 : 0);
        counts_first = counts_first || (from == 0 && counted);
        store.bytes += sizeof(std::uint32_t);
        from = to;
    }
    store.bytes += sizeof(std::uint16_t) * (distances[0].size() + distances[1].size());
    count_group(store, kept_->tiles[t], element, counted_repeats, counts_first, distances);
}

void DistanceKeeper::count_group(Store& store, const KeptTile& tile, std::uint16_t element,
                                 std::uint32_t repeats, bool counts_first,
                                 const std::array<std::span<const std::uint32_t>, 2>& distances) const {
    for (std::size_t level = 0; level < 2; ++level) {
        std::vector<std::uint64_t>& bins = store.bins[level];
        for (const std::uint32_t distance : distances[level])
            if (distance != ReuseStack::cold)
                store.farthest[level] = std::max(store.farthest[level], distance);
        if (counts_first)
            for (const std::uint32_t distance : distances[level])
                ++bins[ReuseHistogram::bin_of(distance)];
        // The distances of repeats are all below the number of look-ups; bins of these are exact. They are
        // counted at the end, by pattern.
        if (repeats != 0) {
            auto& by_pattern = store.repeats[level];
            const std::uint16_t pattern = tile.patterns(level)[element];
            if (pattern >= by_pattern.size()) by_pattern.resize(pattern + std::size_t{1});
            by_pattern[pattern] += repeats;
        }
    }
}

ElementLookups DistanceKeeper::describe(ElementKindId kind, std::uint32_t element) {
    ElementLookups described;
    for (std::size_t level = 0; level < 2; ++level) {
        Pattern pattern = pattern_of(*kept_->scene_lines[level], kind, element);
        described.lookups[level] = static_cast<std::uint8_t>(pattern.size());
        const std::lock_guard lock(mutex_);
        auto& numbers = pattern_numbers_[level];
        if (numbers.size() > std::numeric_limits<std::uint16_t>::max())
            throw DistancesTooLarge("the elements lie in their cache lines in too many ways");
        described.patterns[level] =
            numbers.emplace(std::move(pattern), static_cast<std::uint16_t>(numbers.size())).first->second;
    }
    return described;
}

void DistanceKeeper::check_memory() {
    const std::uint64_t bytes =
        std::accumulate(stores_.begin(), stores_.end(), std::uint64_t{0},
                        [](std::uint64_t sum, const Store& store) { return sum + store.bytes; });
    if (bytes > limit_.bytes)
        throw DistancesTooLarge(
            fmt::format("the reuse distances take more than {} MiB of memory", limit_.bytes >> 20));
    if (position_sms_ != nullptr && position_sms_->memory_bytes() > limit_.bytes - bytes)
        position_sms_.reset(); // the other sums need no SMs
}

std::shared_ptr<const KeptDistances> DistanceKeeper::finish() {
    KeptDistances& kept = *kept_;
    for (KeptTileBuilder& builder : builders_)
        builder.finish();
    for (std::size_t level = 0; level < 2; ++level) {
        kept.patterns[level].resize(pattern_numbers_[level].size());
        for (const auto& [pattern, number] : pattern_numbers_[level])
            kept.patterns[level][number] = pattern;
        std::vector<std::uint64_t>& bins = kept.bins[level];
        bins.resize(stores_[0].bins[level].size());
        kept.farthest[level] = kept.scene_lines[level]->most_lookups(); // those of repeats are below
        for (const Store& store : stores_) {
            kept.farthest[level] = std::max(kept.farthest[level], store.farthest[level]);
            for (std::size_t bin = 0; bin < bins.size(); ++bin)
                bins[bin] += store.bins[level][bin];
            for (std::size_t p = 0; p < store.repeats[level].size(); ++p)
                for (const std::uint8_t distance : kept.patterns[level][p])
                    bins[ReuseHistogram::bin_of(distance)] += store.repeats[level][p];
        }
        kept.lookups[level] = std::accumulate(bins.begin(), bins.end(), std::uint64_t{0});
        bins.pop_back(); // cold look-ups, which hit at no capacity
        while (!bins.empty() && bins.back() == 0)
            bins.pop_back();
        bins.shrink_to_fit();
    }
    for (std::uint32_t t = 0; t < kept.tiles.size(); ++t) {
        kept.tiles[t].first_element = kept.elements;
        kept.elements += kept.tiles[t].elements();
        if (kept.tiles[t].groups() != 0) kept.by_size.push_back(t);
    }
    std::ranges::stable_sort(kept.by_size, std::greater<>(),
                             [&](std::uint32_t t) { return kept.tiles[t].groups(); });
    const std::uint64_t bytes = kept.memory_bytes();
    const auto lookups = static_cast<double>(kept.lookups[0] + kept.lookups[1]);
    if (counts_ == nullptr && bytes > KeptLimit::negligible &&
        static_cast<double>(bytes) > limit_.bytes_per_lookup * lookups)
        throw DistancesTooLarge(
            fmt::format("the reuse distances take {:.1f} bytes a look-up, and may take {}",
                        static_cast<double>(bytes) / lookups, limit_.bytes_per_lookup));
    if (position_sms_ != nullptr) position_sms_->finish();
    kept.sms = std::move(position_sms_);
    return kept_;
}

} // namespace hitmap
