#pragma once

#include "core/base/scratch_store.h"
#include "core/cache/results/matrix_history.h"
#include "core/cache/results/sums_history.h"
#include "core/cache/reuse/reuse_histogram.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/index/query_plan.h"
#include "core/profile/index/tile_query.h"
#include "core/profile/pixels/pixel_log.h"
#include "core/profile/query/profile.h"
#include "core/profile/sums/stack_traffic.h"
#include "core/profile/sums/time_table.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// The contents of an IndexedProfile (docs/profile.md). ProfileBuilder fills it.
struct TimeIndex {
    ProfileFacts facts;
    std::uint64_t accesses = 0;              ///< N, or 0 if positions count requests
    std::vector<AllocationSums> allocations; ///< sums of the whole recording
    AllocationHistory history;               ///< may be empty
    TrafficHistory traffic;                  ///< may be empty; set if the hierarchy model ran
    MatrixHistory matrix;                    ///< may be empty
    TrafficWindow whole_traffic;             ///< valid if `traffic` is not empty
    std::shared_ptr<const PixelLog> pixels;  ///< null without lane tags
    std::array<ScratchStore, 4> chunks;      ///< tile t is in chunks[t % 4], so that four tasks can fill them
    std::vector<Tile> tiles;                 ///< sorted by kind, then by slot
    std::vector<ScratchStore> snapshots;     ///< what the snapshots of tiles point to
    std::vector<std::size_t> first_tile;     ///< [kinds + 1]
    std::vector<Stop> stops{Stop{0, every_column}};
    std::uint64_t snapshot_cost = 0; ///< cost parameter of plan_query()
    TimeTable table;

    [[nodiscard]] std::span<const Tile> tiles_of(ElementKindId kind) const {
        return std::span(tiles).subspan(first_tile[kind], first_tile[kind + 1U] - first_tile[kind]);
    }
    [[nodiscard]] std::uint64_t memory_bytes() const;
    /// Removes logs, snapshots and pixels that are in the scratch file from memory until they are read again.
    /// To be called after they were read from the first to the last.
    void drop_pages() const;
};

/// Answers queries from the time index with the threads of a pool.
class IndexedProfile final : public Profile {
public:
    /// `pool` must outlive the profile.
    IndexedProfile(TimeIndex index, ThreadPool& pool)
        : Profile(index.facts), index_(std::move(index)), pool_(pool) {}

    [[nodiscard]] std::uint64_t memory_bytes() const { return index_.memory_bytes(); }
    [[nodiscard]] const TimeIndex& index() const { return index_; }

    [[nodiscard]] AllocationWindow allocations(TimeWindow window) const override;
    [[nodiscard]] std::optional<TrafficWindow> traffic(TimeWindow window) const override;
    using Profile::matrix;
    [[nodiscard]] std::optional<MatrixWindow> matrix(TimeWindow window) const override;
    void window(TimeWindow window, WindowSums& out, const JobContext& job) const override;
    [[nodiscard]] std::vector<KindSums> totals(TimeWindow window, const JobContext& job) const override;
    [[nodiscard]] std::vector<std::vector<KindSums>> frame_totals(std::uint64_t q,
                                                                  const JobContext& job) const override;
    TimeWindow values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                      const JobContext& job) const override;
    TimeWindow region_sums(TimeWindow window, const ElementRegions& regions, Metric metric,
                           std::vector<QuantitySums>& out, const JobContext& job) const override;
    [[nodiscard]] ElementSums element(TimeWindow window, ElementKindId kind,
                                      std::uint64_t element) const override;
    [[nodiscard]] std::vector<ElementFrame> element_frames(std::uint64_t q, ElementKindId kind,
                                                           std::uint64_t element,
                                                           const JobContext& job) const override;
    [[nodiscard]] std::optional<ValueExtent> extent_over_frames(std::uint64_t q, Metric metric,
                                                                const JobContext& job) const override;
    [[nodiscard]] std::optional<std::vector<PixelAccess>>
    pixel_accesses(std::uint32_t pixel, TimeWindow window, const JobContext& job) const override;

private:
    struct Worker;
    struct EdgeParts;
    [[nodiscard]] EdgeParts edges(TimeWindow window) const;
    void add_edges(const EdgeParts& edges, const Tile& tile, Worker& worker) const;
    [[nodiscard]] QueryPlan plan(TimeWindow window, ColumnSet wanted) const;
    /// A tile and the number of an element in it.
    struct Place {
        const Tile& tile;
        std::uint16_t element;
    };
    /// Returns no value for an element without accesses.
    [[nodiscard]] std::optional<Place> place_of(ElementKindId kind, std::uint64_t element) const;

    TimeIndex index_;
    ThreadPool& pool_;
};

} // namespace hitmap
