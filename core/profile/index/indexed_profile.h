#pragma once

#include "core/cache/reuse/reuse_histogram.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/encoding/chunk_store.h"
#include "core/profile/index/query_plan.h"
#include "core/profile/index/tile_query.h"
#include "core/profile/pixels/pixel_log.h"
#include "core/profile/query/profile.h"
#include "core/profile/sums/stack_traffic.h"
#include "core/profile/sums/time_table.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// What an IndexedProfile knows (docs/time-index.md). Filled by ProfileBuilder.
struct TimeIndex {
    std::uint64_t positions = 0;               ///< N
    std::uint64_t accesses = 0;                ///< N, or 0 where positions count requests
    std::vector<std::uint64_t> element_counts; ///< [kinds]
    std::vector<AllocationSums> allocations;
    AllocationHistory history;           ///< may be empty
    TrafficHistory traffic;              ///< may be empty; of the hierarchy model
    TrafficWindow whole_traffic;         ///< where `traffic` is not empty
    std::optional<ReuseReport> reuse;    ///< where misses are explained
    std::optional<PixelLog> pixels;      ///< where there are lane tags
    std::optional<StackTraffic> stack;   ///< where it is known
    std::array<ChunkStore, 4> chunks;    ///< tile t is in chunks[t % 4], so that four tasks can fill them
    std::vector<Tile> tiles;             ///< kind by kind, in the order of their slots
    std::vector<std::size_t> first_tile; ///< [kinds + 1]
    std::vector<Stop> stops{Stop{0, every_column}};
    std::uint64_t snapshot_cost = 0; ///< as plan_query() wants it
    bool has_distances = true;       ///< the model says reuse distances
    bool has_miss_classes = false;   ///< the model says conflict misses instead
    TimeTable table;

    [[nodiscard]] std::span<const Tile> tiles_of(ElementKindId kind) const {
        return std::span(tiles).subspan(first_tile[kind], first_tile[kind + 1U] - first_tile[kind]);
    }
    [[nodiscard]] std::uint64_t memory_bytes() const;
};

/// Answers from the time index, on the cores of a pool.
class IndexedProfile final : public Profile {
public:
    /// `pool` outlives the profile.
    IndexedProfile(TimeIndex index, ThreadPool& pool) : index_(std::move(index)), pool_(pool) {
        capabilities_.has_reuse_distance = index_.has_distances;
        capabilities_.has_miss_classes = index_.has_miss_classes;
    }

    [[nodiscard]] const ProfileCapabilities& capabilities() const override { return capabilities_; }
    [[nodiscard]] std::uint64_t positions() const override { return index_.positions; }
    [[nodiscard]] std::uint64_t element_count(ElementKindId kind) const override {
        return index_.element_counts[kind];
    }
    [[nodiscard]] std::uint64_t memory_bytes() const override { return index_.memory_bytes(); }
    [[nodiscard]] const std::vector<AllocationSums>& allocations() const override {
        return index_.allocations;
    }

    [[nodiscard]] AllocationWindow allocations(TimeWindow window) const override;
    [[nodiscard]] std::optional<TrafficWindow> traffic(TimeWindow window) const override;
    [[nodiscard]] const ReuseReport* reuse() const override {
        return index_.reuse ? &*index_.reuse : nullptr;
    }

    void window(TimeWindow window, WindowSums& out, const JobContext& job) const override;
    [[nodiscard]] std::vector<KindSums> totals(TimeWindow window) const override;
    [[nodiscard]] std::vector<std::vector<KindSums>> frame_totals(std::uint64_t q,
                                                                  const JobContext& job) const override;
    TimeWindow values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                      const JobContext& job) const override;
    [[nodiscard]] ElementSums element(TimeWindow window, ElementKindId kind,
                                      std::uint64_t element) const override;
    [[nodiscard]] std::optional<ValueExtent> extent_over_frames(std::uint64_t q, Metric metric,
                                                                const JobContext& job) const override;
    [[nodiscard]] const std::vector<ElementSums>* pixel_sums() const override {
        return index_.pixels ? index_.pixels->sums() : nullptr;
    }
    [[nodiscard]] const StackTraffic* stack_traffic() const override {
        return index_.stack ? &*index_.stack : nullptr;
    }
    [[nodiscard]] std::optional<std::vector<PixelAccess>>
    pixel_accesses(std::uint32_t pixel, TimeWindow window, const JobContext& job) const override;

private:
    struct Worker;
    struct EdgeParts;
    [[nodiscard]] EdgeParts edges(TimeWindow window) const;
    void add_edges(const EdgeParts& edges, const Tile& tile, Worker& worker) const;
    void prepare(WindowSums& out) const;
    [[nodiscard]] QueryPlan plan(TimeWindow window, ColumnSet wanted) const;
    void put_conflicts(KindSums& sums) const;

    TimeIndex index_;
    ThreadPool& pool_;
    ProfileCapabilities capabilities_;
    /// Held by answers: as long as one lives, no other profile has this address for its own.
    std::shared_ptr<const int> identity_ = std::make_shared<const int>(0);
};

} // namespace hitmap
