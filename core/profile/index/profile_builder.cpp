#include "core/profile/index/profile_builder.h"

#include "core/base/error.h"
#include "core/base/free_memory.h"
#include "core/base/scratch_file.h"
#include "core/profile/index/for_each_tile.h"
#include "core/profile/index/indexed_profile.h"
#include "core/profile/index/tile_sample.h"
#include "core/profile/query/access_limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace hitmap {

namespace {

/// The number of snapshots is limited by three constants. The whole index takes about this many bytes per
/// access at most.
constexpr double most_bytes_per_access = 15.8;
/// Snapshots are at least this many positions apart, since reading these accesses takes less time than
/// reading two snapshots.
constexpr std::uint64_t nearest_stops = std::uint64_t{1} << 16;
/// At most this many snapshots are made.
constexpr std::uint64_t most_stops = 256;
/// One snapshot in this many, and the last one, also contains reuse_columns.
constexpr std::uint64_t reuse_stop_interval = 4;

struct SnapshotStores {
    explicit SnapshotStores(const std::shared_ptr<ScratchFile>& file) : others(file), last(file) {}
    ScratchStore others;
    /// Of the last stop: the whole recording is shown first, and reading it should not load the snapshots
    /// between those of its tiles.
    ScratchStore last;
};

struct SnapshotWorker {
    std::optional<SnapshotStores> stores; ///< empty until the first tile
    TileSums sums;
    DecodedRuns runs;
};

/// Replaces the tile's snapshots with snapshots at `stops`.
void fill_snapshots(Tile& tile, std::span<const Stop> stops, SnapshotWorker& worker, const JobContext& job) {
    worker.sums.clear(every_column, tile.log.elements());
    tile.snapshots.clear();
    tile.snapshots.reserve(stops.size());
    std::uint64_t from = 0;
    for (const Stop& stop : stops) {
        ScratchStore& store = &stop == &stops.back() ? worker.stores->last : worker.stores->others;
        tile.log.scan({from, stop.position}, every_column, worker.runs, [&](const DecodedRuns& runs) {
            job.check();
            add_runs(tile.log, runs, every_column, worker.sums);
        });
        from = stop.position;
        tile.snapshots.emplace_back(worker.sums, stop.columns, tile.log.elements(), store);
    }
}

/// Throws if look-ups do not fit into the 32 bits of ElementSums. If they fit for the whole recording, they
/// fit for every window.
void require_sums_that_fit(const Tile& tile, const TileSums& sums) {
    for (std::size_t e = 0; e < tile.log.elements(); ++e)
        for (std::size_t level = 0; level < cache_levels; ++level) {
            const std::uint64_t lookups = sums[Column::accesses][e] * tile.log.usual_lookups(level, e) +
                                          sums[of_level(Column::l1_extra_lookups, level)][e];
            if (lookups > std::numeric_limits<std::uint32_t>::max())
                throw Error(fmt::format("{} {} has more than 2^32 - 1 look-ups in one cache",
                                        element_kinds()[tile.kind].name,
                                        tile.first_slot + tile.log.slots()[e]));
        }
}

} // namespace

class ProfileBuilder::Impl {
public:
    Impl(const RecordingInfo& info, ThreadPool& pool, std::span<const LaneTagRun> tags);
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes);
    void keep(AllocationHistory history) { index_.history = std::move(history); }
    void keep(TrafficHistory history, const HierarchyResult& whole) {
        index_.traffic = std::move(history);
        index_.whole_traffic = {{}, whole.total, whole.allocations, whole.instructions, true};
        if (whole.reuse) index_.facts.reuse = std::make_shared<const ReuseReport>(*whole.reuse);
    }
    void keep(StackTraffic stack) {
        index_.facts.stack_traffic = std::make_shared<const StackTraffic>(std::move(stack));
    }
    void keep(AccessMatrix matrix, MatrixHistory history) {
        index_.matrix = std::move(history);
        index_.facts.matrix = std::make_shared<const AccessMatrix>(std::move(matrix));
    }
    void keep(SmTable sms) { index_.facts.sm_table = std::make_shared<const SmTable>(std::move(sms)); }
    void keep(std::shared_ptr<const ElementTerms> terms) { index_.facts.set_terms(std::move(terms)); }
    void count_by_sm(const RecordingInfo& info) { sms_.emplace(info); }
    void without_distances() { index_.facts.capabilities.has_reuse_distance = false; }
    void with_miss_classes() { index_.facts.capabilities.has_miss_classes = true; }
    std::shared_ptr<const Profile> finish(const RecordingInfo& info, std::vector<AllocationSums> allocations,
                                          const JobContext& job);

private:
    void add_to_store(std::size_t store, std::span<const ElementAccess> accesses,
                      const AccessOutcomes& outcomes);
    void close_logs();
    void take_snapshots(std::span<Tile* const> tiles, const JobContext& job);
    void choose_stops(std::span<Tile* const> tiles, const JobContext& job);

    ThreadPool& pool_;
    std::shared_ptr<ScratchFile> file_ = std::make_shared<ScratchFile>();
    TimeIndex index_;
    std::vector<TileLogBuilder> logs_; ///< [tiles]
    std::optional<PixelLogBuilder> pixels_;
    std::optional<SmTableBuilder> sms_;
};

ProfileBuilder::Impl::Impl(const RecordingInfo& info, ThreadPool& pool, std::span<const LaneTagRun> tags)
    : pool_(pool) {
    for (ScratchStore& store : index_.chunks)
        store = ScratchStore(file_);
    const ElementAccessFinder finder(info);
    for (std::size_t k = 0; k < element_kinds().size(); ++k) {
        const auto kind = static_cast<ElementKindId>(k);
        const std::uint64_t slots = finder.element_count(kind);
        index_.facts.element_counts.push_back(slots);
        index_.first_tile.push_back(index_.tiles.size());
        for (std::uint64_t first = 0; first < slots; first += tile_slots) {
            Tile& tile = index_.tiles.emplace_back();
            tile.kind = kind;
            tile.first_slot = first;
            tile.slot_count = static_cast<std::uint32_t>(std::min<std::uint64_t>(tile_slots, slots - first));
        }
    }
    index_.first_tile.push_back(index_.tiles.size());
    logs_.resize(index_.tiles.size());
    if (!tags.empty()) pixels_.emplace(tags, index_.facts.element_counts[pixel_kind], file_);
}

void ProfileBuilder::Impl::add(const RequestView& block, std::span<const ElementAccess> accesses,
                               const AccessOutcomes& outcomes) {
    require_accesses_that_fit(index_.accesses + accesses.size());
    TaskGroup tasks(pool_);
    if (pixels_) tasks.run([&] { pixels_->add(block, accesses, outcomes); });
    if (sms_) tasks.run([&] { sms_->add(block, accesses, outcomes); });
    for (std::size_t store = 0; store < index_.chunks.size(); ++store)
        tasks.run([&, store] { add_to_store(store, accesses, outcomes); });
    tasks.run([&] { index_.table.add(accesses, outcomes); });
    tasks.wait();
    index_.accesses += accesses.size();
}

/// Adds the counted accesses whose tiles are in this store.
void ProfileBuilder::Impl::add_to_store(std::size_t store, std::span<const ElementAccess> accesses,
                                        const AccessOutcomes& outcomes) {
    auto position = static_cast<std::uint32_t>(index_.accesses);
    for (std::size_t i = 0; i < accesses.size(); ++i, ++position) {
        const AccessOutcome* const outcome = outcomes[i];
        if (outcome == nullptr) continue;
        const ElementAccess& access = accesses[i];
        const std::size_t tile = index_.first_tile[access.kind] + access.element / tile_slots;
        if (tile % index_.chunks.size() == store)
            logs_[tile].add(position, access.element % tile_slots, *outcome, index_.chunks[store]);
    }
}

void ProfileBuilder::Impl::close_logs() {
    const std::size_t stores = index_.chunks.size();
    parallel_for(pool_, stores, 1, [&](std::size_t store, std::size_t) {
        for (std::size_t t = store; t < logs_.size(); t += stores)
            index_.tiles[t].log = logs_[t].finish(index_.chunks[store]);
        index_.chunks[store].close();
    });
    logs_ = std::vector<TileLogBuilder>();
}

/// Replaces the snapshots of the tiles by those at the stops.
void ProfileBuilder::Impl::take_snapshots(std::span<Tile* const> tiles, const JobContext& job) {
    job.begin("building the time index", tiles.size(), "tiles");
    const std::span<const Stop> stops = std::span(index_.stops).subspan(1);
    index_.snapshots.clear();
    const auto fill_tile = [&](SnapshotWorker& worker, Tile* tile) {
        if (!worker.stores) worker.stores.emplace(file_);
        fill_snapshots(*tile, stops, worker, job);
        require_sums_that_fit(*tile, worker.sums);
        job.add(1);
    };
    for_each_tile<SnapshotWorker>(pool_, tiles, job, fill_tile, [&](SnapshotWorker& worker) {
        if (!worker.stores) return;
        for (ScratchStore* const store : {&worker.stores->others, &worker.stores->last}) {
            store->close();
            index_.snapshots.push_back(std::move(*store));
        }
    });
}

/// Chooses about as many stops as fit into the bytes per access. The size of each snapshot is estimated by
/// that at the end, which is the largest, in a sample of the tiles.
void ProfileBuilder::Impl::choose_stops(std::span<Tile* const> tiles, const JobContext& job) {
    const std::uint64_t n = index_.accesses;
    const std::uint64_t of_pixels =
        index_.facts.stack_traffic ? index_.facts.stack_traffic->memory_bytes() : 0;
    const double bytes_left = most_bytes_per_access * static_cast<double>(n) -
                              static_cast<double>(index_.memory_bytes() - of_pixels);
    index_.stops.push_back({n, sum_columns});
    index_.stops.push_back({n, every_column});
    const TileSample sample(tiles);
    take_snapshots(sample.tiles(), job);
    const double sums =
        sample.snapshot_bytes(0) + static_cast<double>(index_.tiles.size() * sizeof(TileSnapshot));
    const double reuse = sample.snapshot_bytes(1) - sample.snapshot_bytes(0);
    // One in reuse_stop_interval of the other stops contains reuse_columns, as does the last one.
    const double others = (bytes_left - sums - reuse) / (sums + reuse / reuse_stop_interval);
    const auto affordable = 1 + static_cast<std::uint64_t>(std::max(0.0, others));
    const std::uint64_t count = std::min({affordable, most_stops, n / nearest_stops});
    index_.stops.resize(1);
    for (std::uint64_t k = 1; k <= count; ++k) {
        const bool with_reuse = k == count || k % reuse_stop_interval == 0;
        index_.stops.push_back({frame_window(n, count, k - 1).last, with_reuse ? every_column : sum_columns});
    }
}

std::shared_ptr<const Profile> ProfileBuilder::Impl::finish(const RecordingInfo& info,
                                                            std::vector<AllocationSums> allocations,
                                                            const JobContext& job) {
    return_free_memory();
    close_logs();
    if (pixels_) {
        index_.pixels = std::make_shared<const PixelLog>(pixels_->finish());
        index_.facts.pixel_sums = {index_.pixels, index_.pixels->sums()};
        pixels_.reset();
    }
    if (sms_) keep(sms_->finish());
    index_.facts.positions = index_.accesses != 0 ? index_.accesses : info.positions();
    index_.allocations = std::move(allocations);
    index_.whole_traffic.window = {0, index_.facts.positions};
    std::vector<Tile*> tiles;
    for (Tile& tile : index_.tiles)
        tiles.push_back(&tile);
    index_.snapshot_cost = elements_of(tiles) / 4;
    choose_stops(tiles, job);
    take_snapshots(tiles, job);
    index_.drop_pages();
    return_free_memory();
    return std::make_shared<IndexedProfile>(std::move(index_), pool_);
}

ProfileBuilder::ProfileBuilder(const RecordingInfo& info, ThreadPool& pool, std::span<const LaneTagRun> tags)
    : impl_(std::make_unique<Impl>(info, pool, tags)) {}

ProfileBuilder::~ProfileBuilder() = default;

void ProfileBuilder::add(const RequestView& block, std::span<const ElementAccess> accesses,
                         const AccessOutcomes& outcomes) {
    impl_->add(block, accesses, outcomes);
}

void ProfileBuilder::keep(AllocationHistory history) {
    impl_->keep(std::move(history));
}

void ProfileBuilder::keep(TrafficHistory history, const HierarchyResult& whole) {
    impl_->keep(std::move(history), whole);
}

void ProfileBuilder::keep(StackTraffic stack) {
    impl_->keep(std::move(stack));
}

void ProfileBuilder::keep(AccessMatrix matrix, MatrixHistory history) {
    impl_->keep(std::move(matrix), std::move(history));
}

void ProfileBuilder::keep(SmTable sms) {
    impl_->keep(std::move(sms));
}

void ProfileBuilder::keep(std::shared_ptr<const ElementTerms> terms) {
    impl_->keep(std::move(terms));
}

void ProfileBuilder::count_by_sm(const RecordingInfo& info) {
    impl_->count_by_sm(info);
}

void ProfileBuilder::without_distances() {
    impl_->without_distances();
}

void ProfileBuilder::with_miss_classes() {
    impl_->without_distances();
    impl_->with_miss_classes();
}

std::shared_ptr<const Profile> ProfileBuilder::finish(const RecordingInfo& info,
                                                      std::vector<AllocationSums> allocations,
                                                      const JobContext& job) {
    return impl_->finish(info, std::move(allocations), job);
}

} // namespace hitmap
