#include "core/profile/profile_builder.h"

#include "core/base/error.h"
#include "core/profile/for_each_tile.h"
#include "core/profile/indexed_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace hitmap {

namespace {

/// Positions are stored in 32 bits.
constexpr std::uint64_t most_accesses = std::numeric_limits<std::uint32_t>::max();

/// Snapshots are as many as fit into this many bytes an access, everything included,
constexpr double most_bytes_per_access = 15.0;
/// no nearer to one another than this, which is read faster than two snapshots are,
constexpr std::uint64_t nearest_stops = std::uint64_t{1} << 16;
/// and no more than this; one in distance_stop_interval, and the last, holds reuse distances too.
constexpr std::uint64_t most_stops = 256;
constexpr std::size_t distance_stop_interval = 4;

std::size_t accessed_elements(const TileSums& sums, std::size_t elements) {
    const std::uint64_t* accesses = sums[Column::accesses];
    while (elements > 0 && accesses[elements - 1] == 0)
        --elements;
    return elements;
}

struct SnapshotWorker {
    TileSums sums;
    DecodedRuns runs;
    std::uint64_t bytes = 0;
};

/// Appends the tile's snapshots at `stops`.
void take_snapshots(Tile& tile, std::span<const Stop> stops, SnapshotWorker& worker, const JobContext& job) {
    worker.sums.clear(every_column, tile.log.elements());
    tile.snapshots.reserve(stops.size());
    std::uint64_t from = 0;
    for (const Stop& stop : stops) {
        tile.log.scan({from, stop.position}, every_column, worker.runs, [&](const DecodedRuns& runs) {
            job.check();
            add_runs(tile.log, runs, every_column, worker.sums);
        });
        from = stop.position;
        tile.snapshots.emplace_back(worker.sums, stop.columns,
                                    accessed_elements(worker.sums, tile.log.elements()));
        worker.bytes += tile.snapshots.back().memory_bytes();
    }
}

/// ElementSums counts look-ups in 32 bits. Holds for every window where it holds for the whole recording.
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
    Impl(const RecordingInfo& info, ThreadPool& pool);
    void add(std::span<const ElementAccess> accesses, std::span<const AccessOutcome> outcomes);
    std::shared_ptr<const Profile> finish(const RecordingInfo& info, std::vector<AllocationSums> allocations,
                                          const JobContext& job);

private:
    void close_logs();
    void add_stops(const JobContext& job);

    ThreadPool& pool_;
    TimeIndex index_;
    std::vector<TileLogBuilder> logs_; ///< [tiles]
};

ProfileBuilder::Impl::Impl(const RecordingInfo& info, ThreadPool& pool) : pool_(pool) {
    const ElementAccessFinder finder(info);
    for (std::size_t k = 0; k < element_kinds().size(); ++k) {
        const auto kind = static_cast<ElementKindId>(k);
        const std::uint64_t slots = finder.element_count(kind);
        index_.element_counts.push_back(slots);
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
}

void ProfileBuilder::Impl::add(std::span<const ElementAccess> accesses,
                               std::span<const AccessOutcome> outcomes) {
    if (accesses.size() > most_accesses - index_.accesses)
        throw Error("a profile holds at most 2^32 - 1 element accesses");
    index_.table.add(accesses, outcomes);
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        const ElementAccess& access = accesses[i];
        logs_[index_.first_tile[access.kind] + access.element / tile_slots].add(
            static_cast<std::uint32_t>(index_.accesses++), access.element % tile_slots, outcomes[i],
            index_.chunks);
    }
}

void ProfileBuilder::Impl::close_logs() {
    for (std::size_t t = 0; t < logs_.size(); ++t)
        index_.tiles[t].log = logs_[t].finish(index_.chunks);
    logs_ = {};
}

/// Chooses the stops so that the index keeps to its bytes an access, and takes the snapshots there.
void ProfileBuilder::Impl::add_stops(const JobContext& job) {
    const std::vector<Stop> end{{index_.accesses, every_column}};
    const auto snapshot = [&](std::span<const Stop> stops) {
        std::uint64_t bytes = 0;
        for_each_tile<SnapshotWorker>(
            pool_, std::span(index_.tiles), job,
            [&](SnapshotWorker& worker, Tile& tile) {
                take_snapshots(tile, stops, worker, job);
                require_sums_that_fit(tile, worker.sums);
                job.add(1);
            },
            [&](const SnapshotWorker& worker) { bytes += worker.bytes; });
        return bytes;
    };
    job.begin("building the time index", 2 * index_.tiles.size(), "tiles");
    const std::uint64_t snapshot_bytes = std::max<std::uint64_t>(snapshot(end), 1);
    const double room = most_bytes_per_access * static_cast<double>(index_.accesses) -
                        static_cast<double>(index_.memory_bytes());
    const auto affordable =
        1 + static_cast<std::uint64_t>(std::max(0.0, room) / static_cast<double>(snapshot_bytes));
    const std::uint64_t count = std::min({affordable, most_stops, index_.accesses / nearest_stops});
    for (std::uint64_t k = 1; k <= count; ++k) {
        const bool distances = k % distance_stop_interval == 0 || k == count;
        index_.stops.push_back(
            {frame_window(index_.accesses, count, k - 1).last, distances ? every_column : sum_columns});
    }
    for (Tile& tile : index_.tiles)
        tile.snapshots.clear();
    snapshot(std::span(index_.stops).subspan(1));
}

std::shared_ptr<const Profile> ProfileBuilder::Impl::finish(const RecordingInfo& info,
                                                            std::vector<AllocationSums> allocations,
                                                            const JobContext& job) {
    close_logs();
    index_.positions = index_.accesses != 0 ? index_.accesses : info.positions();
    index_.allocations = std::move(allocations);
    std::uint64_t elements = 0;
    for (const Tile& tile : index_.tiles)
        elements += tile.log.elements();
    index_.snapshot_cost = elements / 4;
    add_stops(job);
    return std::make_shared<IndexedProfile>(std::move(index_), pool_);
}

ProfileBuilder::ProfileBuilder(const RecordingInfo& info, ThreadPool& pool)
    : impl_(std::make_unique<Impl>(info, pool)) {}

ProfileBuilder::~ProfileBuilder() = default;

void ProfileBuilder::add(const RequestBlock& /*block*/, std::span<const ElementAccess> accesses,
                         std::span<const AccessOutcome> outcomes) {
    impl_->add(accesses, outcomes);
}

std::shared_ptr<const Profile> ProfileBuilder::finish(const RecordingInfo& info,
                                                      std::vector<AllocationSums> allocations,
                                                      const JobContext& job) {
    return impl_->finish(info, std::move(allocations), job);
}

std::uint64_t estimate_profile_bytes(const RecordingInfo& info) {
    const ElementAccessFinder finder(info);
    std::uint64_t bytes = std::uint64_t{1} << 20;
    for (const std::uint64_t accesses : info.element_accesses)
        bytes += accesses * 16;
    for (std::size_t kind = 0; kind < element_kinds().size(); ++kind)
        bytes +=
            finder.element_count(static_cast<ElementKindId>(kind)) * 2; // numbers of slots, while building
    return bytes;
}

} // namespace hitmap
