#include "core/profile/indexed_profile.h"

#include "core/profile/for_each_tile.h"
#include "core/profile/frame_splitter.h"
#include "core/profile/metric_value.h"
#include "core/profile/outcome_sums.h"

#include <algorithm>
#include <optional>

namespace hitmap {

std::uint64_t TimeIndex::memory_bytes() const {
    std::uint64_t bytes = table.memory_bytes() + tiles.capacity() * sizeof(Tile);
    for (const ChunkStore& store : chunks)
        bytes += store.bytes();
    for (const Tile& tile : tiles) {
        bytes += tile.log.memory_bytes() + tile.snapshots.capacity() * sizeof(TileSnapshot);
        for (const TileSnapshot& snapshot : tile.snapshots)
            bytes += snapshot.memory_bytes();
    }
    return bytes;
}

struct IndexedProfile::Worker {
    TileSums sums;
    DecodedRuns runs;
    std::vector<KindSums> totals = std::vector<KindSums>(element_kinds().size());
};

/// How totals of a window come from the time table: a difference of two rows, and what lies between the rows
/// and the window's ends.
struct IndexedProfile::EdgeParts {
    std::vector<KindSums> rows; ///< [kinds]
    std::vector<QueryPlan::Part> parts;
};

IndexedProfile::EdgeParts IndexedProfile::edges(TimeWindow window) const {
    const std::uint64_t begin = index_.table.nearest(window.first);
    const std::uint64_t end = index_.table.nearest(window.last);
    EdgeParts edges{std::vector<KindSums>(element_kinds().size()), {}};
    if (begin >= end) {
        edges.parts.push_back({window, every_column, false});
        return edges;
    }
    for (std::size_t kind = 0; kind < edges.rows.size(); ++kind) {
        edges.rows[kind] = index_.table.upto(end)[kind];
        edges.rows[kind] -= index_.table.upto(begin)[kind];
    }
    const auto add_part = [&](std::uint64_t first, std::uint64_t last, bool subtract) {
        if (first < last) edges.parts.push_back({{first, last}, every_column, subtract});
    };
    add_part(begin, window.first, true);
    add_part(window.first, begin, false);
    add_part(end, window.last, false);
    add_part(window.last, end, true);
    return edges;
}

void IndexedProfile::add_edges(const EdgeParts& edges, const Tile& tile, Worker& worker) {
    for (const QueryPlan::Part& part : edges.parts) {
        KindSums sums;
        tile.log.scan(part.positions, part.columns, worker.runs,
                      [&](const DecodedRuns& runs) { add_totals(tile.log, runs, sums); });
        if (part.subtract)
            worker.totals[tile.kind] -= sums;
        else
            worker.totals[tile.kind] += sums;
    }
}

QueryPlan IndexedProfile::plan(TimeWindow window, ColumnSet wanted) const {
    return plan_query(window, wanted, index_.stops, index_.snapshot_cost);
}

namespace {

void add_kinds(std::vector<KindSums>& sums, const std::vector<KindSums>& more) {
    for (std::size_t kind = 0; kind < sums.size(); ++kind)
        sums[kind] += more[kind];
}

template <class T>
T sum_of(const TileSums& sums, Column column, std::size_t e) {
    return static_cast<T>(sums[column][e]);
}

std::uint64_t lookups_of(const TileLog& log, const TileSums& sums, std::size_t level, std::size_t e) {
    const std::uint64_t usual = sums[Column::accesses][e] * log.usual_lookups(level, e);
    return log.is_regular() ? usual : usual + sums[of_level(Column::l1_extra_lookups, level)][e];
}

std::uint64_t hits_of(std::uint64_t lookups, const TileSums& sums, std::size_t level, std::size_t e) {
    return lookups * hit_unit - sums[of_level(Column::l1_misses, level)][e];
}

ElementSums element_sums(const TileLog& log, const TileSums& sums, std::size_t e, std::uint64_t first) {
    ElementSums element;
    element.accesses = sum_of<std::uint32_t>(sums, Column::accesses, e);
    if (element.accesses == 0) return element;
    const std::uint64_t l1_lookups = lookups_of(log, sums, 0, e);
    const std::uint64_t l2_lookups = lookups_of(log, sums, 1, e);
    element.l1_hits = hits_of(l1_lookups, sums, 0, e);
    element.l2_hits = hits_of(l2_lookups, sums, 1, e);
    element.l1_lookups = static_cast<std::uint32_t>(l1_lookups);
    element.l2_lookups = static_cast<std::uint32_t>(l2_lookups);
    element.last_access = static_cast<std::uint32_t>(sums[Column::last][e] - 1 - first);
    return element;
}

/// The level that a metric is about; none for those of accesses.
std::optional<std::size_t> level_of(Metric metric) {
    switch (metric) {
    case Metric::l1_hit_rate:
    case Metric::l1_misses:
    case Metric::l1_reuse_distance:
        return 0;
    case Metric::l2_hit_rate:
    case Metric::l2_misses:
    case Metric::l2_reuse_distance:
        return 1;
    default:
        return std::nullopt;
    }
}

constexpr bool is_reuse_distance(Metric metric) {
    return metric == Metric::l1_reuse_distance || metric == Metric::l2_reuse_distance;
}

ColumnSet columns_of(Metric metric) {
    if (metric == Metric::access_order) return ColumnSet(Column::last);
    const auto level = level_of(metric);
    if (!level) return ColumnSet(Column::accesses);
    const ColumnSet lookups(Column::accesses, of_level(Column::l1_extra_lookups, *level));
    if (is_reuse_distance(metric))
        return lookups | ColumnSet(of_level(Column::l1_distance, *level), of_level(Column::l1_cold, *level));
    return lookups | ColumnSet(of_level(Column::l1_misses, *level));
}

/// The metric's value for element e, of sums that have columns_of(metric).
template <Metric metric>
double element_value(const TileLog& log, const TileSums& sums, std::size_t e, TimeWindow window) {
    ElementSums element;
    if constexpr (metric == Metric::access_order) {
        if (sums[Column::last][e] <= window.first) return undefined_value;
        element.accesses = 1;
        element.last_access = static_cast<std::uint32_t>(sums[Column::last][e] - 1 - window.first);
        return value_of<metric>(element, window.count());
    }
    element.accesses = sum_of<std::uint32_t>(sums, Column::accesses, e);
    if constexpr (metric == Metric::access_count || metric == Metric::access_rate)
        return value_of<metric>(element, window.count());
    constexpr std::size_t level =
        metric == Metric::l2_hit_rate || metric == Metric::l2_misses || metric == Metric::l2_reuse_distance
            ? 1
            : 0;
    const std::uint64_t lookups = lookups_of(log, sums, level, e);
    if constexpr (is_reuse_distance(metric)) {
        const std::uint64_t finite = lookups - sums[of_level(Column::l1_cold, level)][e];
        return finite == 0 ? undefined_value
                           : static_cast<double>(sums[of_level(Column::l1_distance, level)][e]) /
                                 static_cast<double>(finite);
    }
    (level == 0 ? element.l1_lookups : element.l2_lookups) = static_cast<std::uint32_t>(lookups);
    (level == 0 ? element.l1_hits : element.l2_hits) = hits_of(lookups, sums, level, e);
    return value_of<metric>(element, window.count());
}

} // namespace

/// Elements that are never accessed are 0 in every answer and are cleared only once.
void IndexedProfile::prepare(WindowSums& out) const {
    if (out.answered_by == identity_) return;
    out.answered_by = nullptr;
    out.elements.resize(index_.element_counts.size());
    for (std::size_t kind = 0; kind < out.elements.size(); ++kind)
        out.elements[kind].assign(index_.element_counts[kind], {});
    out.answered_by = identity_;
}

void IndexedProfile::window(TimeWindow window, WindowSums& out, const JobContext& job) const {
    window = clamped(window, index_.positions);
    out.window = window;
    prepare(out);
    const QueryPlan sums_plan = plan(window, sum_columns);
    const EdgeParts totals = edges(window);
    const auto answer_tile = [&](Worker& worker, const Tile& tile) {
        query_tile(tile, sums_plan, sum_columns, worker.sums, worker.runs);
        ElementSums* elements = out.elements[tile.kind].data() + tile.first_slot;
        std::uint64_t accessed = 0;
        for (std::size_t e = 0; e < tile.log.elements(); ++e) {
            const ElementSums element = element_sums(tile.log, worker.sums, e, window.first);
            elements[tile.log.slots()[e]] = element;
            accessed += element.accesses != 0 ? 1 : 0;
        }
        worker.totals[tile.kind].elements_accessed += accessed;
        add_edges(totals, tile, worker);
    };
    out.totals = totals.rows;
    for_each_tile<Worker>(pool_, std::span(index_.tiles), job, answer_tile,
                          [&](const Worker& worker) { add_kinds(out.totals, worker.totals); });
}

std::vector<KindSums> IndexedProfile::totals(TimeWindow window) const {
    window = clamped(window, index_.positions);
    const ColumnSet wanted(Column::last);
    const QueryPlan last_plan = plan(window, wanted);
    const EdgeParts parts = edges(window);
    const auto answer_tile = [&](Worker& worker, const Tile& tile) {
        query_tile(tile, last_plan, wanted, worker.sums, worker.runs);
        const std::uint64_t* last = worker.sums[Column::last];
        worker.totals[tile.kind].elements_accessed += static_cast<std::uint64_t>(
            std::count_if(last, last + tile.log.elements(), [&](auto p) { return p > window.first; }));
        add_edges(parts, tile, worker);
    };
    std::vector<KindSums> totals = parts.rows;
    for_each_tile<Worker>(pool_, std::span(index_.tiles), {}, answer_tile,
                          [&](const Worker& worker) { add_kinds(totals, worker.totals); });
    return totals;
}

TimeWindow IndexedProfile::values(TimeWindow window, ElementKindId kind, Metric metric,
                                  std::vector<float>& out, const JobContext& job) const {
    window = clamped(window, index_.positions);
    out.resize(index_.element_counts[kind]);
    const ColumnSet wanted = columns_of(metric);
    const QueryPlan values_plan = plan(window, wanted);
    const auto answer_tile = [&](Worker& worker, const Tile& tile) {
        query_tile(tile, values_plan, wanted, worker.sums, worker.runs);
        float* values = out.data() + tile.first_slot;
        std::fill_n(values, tile.slot_count, std::numeric_limits<float>::quiet_NaN());
        visit_metric(metric, [&]<Metric m>() {
            for (std::size_t e = 0; e < tile.log.elements(); ++e)
                values[tile.log.slots()[e]] =
                    static_cast<float>(element_value<m>(tile.log, worker.sums, e, window));
        });
    };
    for_each_tile<Worker>(pool_, index_.tiles_of(kind), job, answer_tile, [](const Worker&) {});
    return window;
}

std::vector<std::vector<KindSums>> IndexedProfile::frame_totals(std::uint64_t q,
                                                                const JobContext& job) const {
    const std::size_t kinds = element_kinds().size();
    std::vector<std::vector<KindSums>> frames(q, std::vector<KindSums>(kinds));
    if (q == 0) return frames;
    struct FrameWorker {
        DecodedRuns runs;
        std::vector<std::vector<KindSums>> frames; ///< [kinds][q]; empty for a kind without accesses
    };
    const auto add_tile = [&](FrameWorker& worker, const Tile& tile) {
        if (tile.log.elements() == 0) return;
        worker.frames.resize(kinds);
        worker.frames[tile.kind].resize(q);
        FrameSplitter splitter(tile.log, index_.positions, worker.frames[tile.kind]);
        tile.log.scan({0, index_.positions}, every_column, worker.runs, [&](const DecodedRuns& runs) {
            job.check();
            splitter.add(runs);
        });
    };
    for_each_tile<FrameWorker>(pool_, std::span(index_.tiles), job, add_tile, [&](const FrameWorker& worker) {
        for (std::size_t kind = 0; kind < worker.frames.size(); ++kind)
            for (std::size_t f = 0; f < worker.frames[kind].size(); ++f)
                frames[f][kind] += worker.frames[kind][f];
    });
    return frames;
}

} // namespace hitmap
