#include "core/profile/index/indexed_profile.h"

#include "core/cache/results/access_matrix.h"
#include "core/cache/results/traffic_rows.h"
#include "core/profile/index/element_value.h"
#include "core/profile/index/for_each_tile.h"
#include "core/profile/index/frame_extent.h"
#include "core/profile/index/frame_splitter.h"
#include "core/profile/sums/outcome_sums.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

namespace hitmap {

std::uint64_t TimeIndex::memory_bytes() const {
    std::uint64_t bytes = history.memory_bytes() + traffic.memory_bytes() + matrix.memory_bytes() +
                          table.memory_bytes() + tiles.capacity() * sizeof(Tile);
    if (pixels) bytes += pixels->memory_bytes();
    if (facts.stack_traffic) bytes += facts.stack_traffic->memory_bytes();
    if (facts.reuse) bytes += facts.reuse->memory_bytes();
    if (facts.matrix) bytes += facts.matrix->memory_bytes();
    for (const ScratchStore& store : chunks)
        bytes += store.bytes();
    for (const Tile& tile : tiles) {
        bytes += tile.log.memory_bytes() + tile.snapshots.capacity() * sizeof(TileSnapshot);
        for (const TileSnapshot& snapshot : tile.snapshots)
            bytes += snapshot.memory_bytes();
    }
    return bytes;
}

void TimeIndex::drop_pages() const {
    for (const ScratchStore& store : chunks)
        store.drop_pages();
    for (const ScratchStore& store : snapshots)
        store.drop_pages();
    if (pixels) pixels->drop_pages();
}

struct IndexedProfile::Worker {
    TileSums sums;
    DecodedRuns runs;
    std::vector<KindSums> totals = std::vector<KindSums>(element_kinds().size());
};

/// The totals of a window as a difference of two rows of the time table, plus the parts between these rows
/// and the ends of the window.
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

void IndexedProfile::add_edges(const EdgeParts& edges, const Tile& tile, Worker& worker) const {
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

} // namespace

void IndexedProfile::window(TimeWindow window, WindowSums& out, const JobContext& job) const {
    window = served(window);
    out.window = window;
    // A new result is 0 already: only a former one has sums that must be overwritten.
    const bool is_new = out.elements.empty();
    out.elements.resize(element_kinds().size());
    for (std::size_t kind = 0; kind < out.elements.size(); ++kind)
        out.elements[kind].resize(element_count(static_cast<ElementKindId>(kind)));
    const QueryPlan sums_plan = plan(window, sum_columns);
    const EdgeParts totals = edges(window);
    const auto answer_tile = [&](Worker& worker, const Tile& tile) {
        query_tile(tile, sums_plan, sum_columns, worker.sums, worker.runs);
        ElementSums* elements = out.elements[tile.kind].data() + tile.first_slot;
        if (!is_new) std::fill_n(elements, tile.slot_count, ElementSums{});
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

std::vector<KindSums> IndexedProfile::totals(TimeWindow window, const JobContext& job) const {
    window = served(window);
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
    for_each_tile<Worker>(pool_, std::span(index_.tiles), job, answer_tile,
                          [&](const Worker& worker) { add_kinds(totals, worker.totals); });
    return totals;
}

TimeWindow IndexedProfile::values(TimeWindow window, ElementKindId kind, Metric metric,
                                  std::vector<float>& out, const JobContext& job) const {
    window = served(window);
    if (const QuantityInfo& quantity = info_of(metric.quantity); quantity.term) {
        term_values(quantity, kind, out, job);
        return window;
    }
    out.resize(element_count(kind));
    if (!can_answer(capabilities(), metric)) {
        std::fill(out.begin(), out.end(), std::numeric_limits<float>::quiet_NaN());
        return window;
    }
    const ColumnSet wanted = columns_of(metric);
    const QueryPlan values_plan = plan(window, wanted);
    const auto answer_tile = [&](Worker& worker, const Tile& tile) {
        query_tile(tile, values_plan, wanted, worker.sums, worker.runs);
        float* values = out.data() + tile.first_slot;
        std::fill_n(values, tile.slot_count, std::numeric_limits<float>::quiet_NaN());
        visit_metric(metric, [&]<std::size_t row, Level level>() {
            for (std::size_t e = 0; e < tile.log.elements(); ++e)
                values[tile.log.slots()[e]] =
                    static_cast<float>(element_value<row, level>(tile.log, worker.sums, e, window));
        });
    };
    for_each_tile<Worker>(pool_, index_.tiles_of(kind), job, answer_tile, [](const Worker&) {});
    return window;
}

TimeWindow IndexedProfile::region_sums(TimeWindow window, const ElementRegions& regions, Metric metric,
                                       std::vector<QuantitySums>& out, const JobContext& job) const {
    window = served(window);
    QuantitySums nothing;
    nothing.positions = window.count();
    out.assign(regions.count(), nothing);
    if (info_of(metric.quantity).term || !can_answer(capabilities(), metric)) return window;
    struct RegionWorker {
        TileSums sums;
        DecodedRuns runs;
        std::vector<std::uint32_t> place_of; ///< [regions] in `touched`; ElementRegions::none: not there
        std::vector<std::pair<std::uint32_t, QuantitySums>> touched; ///< regions of the tile, with their sums
    };
    std::mutex mutex; // for `out`: a worker that had all regions would need much memory where they are small
    const ColumnSet wanted = columns_of(metric);
    const QueryPlan sums_plan = plan(window, wanted);
    const auto answer_tile = [&](RegionWorker& worker, const Tile& tile) {
        query_tile(tile, sums_plan, wanted, worker.sums, worker.runs);
        worker.place_of.resize(regions.count(), ElementRegions::none);
        visit_metric(metric, [&]<std::size_t row, Level level>() {
            for (std::size_t e = 0; e < tile.log.elements(); ++e) {
                const std::uint32_t region = regions.of(tile.first_slot + tile.log.slots()[e]);
                if (region == ElementRegions::none) continue;
                QuantitySums of_element = quantity_sums<row, level>(tile.log, worker.sums, e, window);
                of_element.elements_accessed = 1;
                std::uint32_t& place = worker.place_of[region];
                if (place == ElementRegions::none) {
                    place = static_cast<std::uint32_t>(worker.touched.size());
                    worker.touched.emplace_back(region, QuantitySums());
                }
                worker.touched[place].second.add(of_element);
            }
        });
        const std::lock_guard lock(mutex);
        for (const auto& [region, of_tile] : worker.touched) {
            out[region].add(of_tile);
            worker.place_of[region] = ElementRegions::none;
        }
        worker.touched.clear();
    };
    for_each_tile<RegionWorker>(pool_, index_.tiles_of(regions.kind), job, answer_tile,
                                [](const RegionWorker&) {});
    return window;
}

std::optional<IndexedProfile::Place> IndexedProfile::place_of(ElementKindId kind,
                                                              std::uint64_t element) const {
    if (element >= element_count(kind)) return std::nullopt;
    const Tile& tile = index_.tiles_of(kind)[element / tile_slots];
    const auto& slots = tile.log.slots();
    const auto slot = static_cast<std::uint16_t>(element % tile_slots);
    const auto found = std::lower_bound(slots.begin(), slots.end(), slot);
    if (found == slots.end() || *found != slot) return std::nullopt;
    return Place{tile, static_cast<std::uint16_t>(found - slots.begin())};
}

ElementSums IndexedProfile::element(TimeWindow window, ElementKindId kind, std::uint64_t element) const {
    window = served(window);
    const auto place = place_of(kind, element);
    if (!place) return {};
    Worker worker;
    query_tile(place->tile, plan(window, sum_columns), sum_columns, worker.sums, worker.runs);
    return element_sums(place->tile.log, worker.sums, place->element, window.first);
}

std::vector<ElementFrame> IndexedProfile::element_frames(std::uint64_t q, ElementKindId kind,
                                                         std::uint64_t element, const JobContext& job) const {
    std::vector<ElementFrame> frames(q);
    if (q == 0 || positions() == 0) return frames;
    const FrameTable table(positions(), q);
    std::vector<KindSums> sums(q);
    std::vector<std::uint64_t> last(q);
    if (const auto place = place_of(kind, element)) {
        FrameSplitter splitter(place->tile.log, table, sums, place->element, last);
        DecodedRuns runs;
        place->tile.log.scan({0, positions()}, every_column, runs, [&](const DecodedRuns& decoded) {
            job.check();
            splitter.add(decoded);
        });
    }
    for (std::uint64_t f = 0; f < q; ++f) {
        const TimeWindow window = table.window(f);
        frames[f] = {window, sums[f], sums[f].accesses != 0 ? last[f] - window.first : 0};
    }
    return frames;
}

std::optional<ValueExtent> IndexedProfile::extent_over_frames(std::uint64_t q, Metric metric,
                                                              const JobContext& job) const {
    if (info_of(metric.quantity).term) return Profile::extent_over_frames(q, metric, job);
    std::optional<ValueExtent> extent;
    if (q == 0 || positions() == 0 || !can_answer(capabilities(), metric)) return extent;
    const FrameTable frames(positions(), q);
    struct ExtentWorker {
        FrameExtent extent;
        DecodedRuns runs;
    };
    const auto read_tile = [&](ExtentWorker& worker, const Tile& tile) {
        worker.extent.begin(tile.log, frames, metric);
        tile.log.scan({0, positions()}, worker.extent.columns(), worker.runs, [&](const DecodedRuns& runs) {
            job.check();
            worker.extent.add(runs);
        });
        worker.extent.end();
    };
    for (const ElementKindId kind : kinds_with_look_ups())
        for_each_tile<ExtentWorker>(
            pool_, index_.tiles_of(kind), job, read_tile,
            [&](const ExtentWorker& worker) { extend(extent, worker.extent.extent()); });
    index_.drop_pages();
    return extent;
}

std::optional<std::vector<PixelAccess>> IndexedProfile::pixel_accesses(std::uint32_t pixel, TimeWindow window,
                                                                       const JobContext& job) const {
    if (!index_.pixels) return std::nullopt;
    std::vector<PixelAccess> accesses;
    std::vector<std::uint64_t> positions;
    for (const AccessPlace& place : index_.pixels->places(pixel, served(window))) {
        accesses.push_back({place.position, place.request, 0, 0});
        positions.push_back(place.position);
    }
    if (positions.empty()) return accesses;
    const auto find_in_tile = [&](DecodedRuns& runs, const Tile& tile) {
        tile.log.find(positions, runs, [&](std::size_t i, std::uint16_t e) {
            accesses[i].kind = tile.kind;
            accesses[i].element = static_cast<std::uint32_t>(tile.first_slot + tile.log.slots()[e]);
        });
    };
    for_each_tile<DecodedRuns>(pool_, std::span(index_.tiles), job, find_in_tile, [](const DecodedRuns&) {});
    return accesses;
}

AllocationWindow IndexedProfile::allocations(TimeWindow window) const {
    if (const auto traffic = this->traffic(window)) {
        AllocationWindow answer{traffic->window, {}};
        for (const TrafficSums& sums : traffic->allocations)
            answer.allocations.push_back(allocation_sums(sums));
        return answer;
    }
    if (index_.history.empty()) return {{0, positions()}, index_.allocations};
    window = served(window);
    AllocationHistory::Answer answer = index_.history.between(window.first, window.last);
    return {{answer.first, answer.last}, std::move(answer.sums)};
}

std::optional<TrafficWindow> IndexedProfile::traffic(TimeWindow window) const {
    if (index_.traffic.empty()) return std::nullopt;
    window = served(window);
    if (window == TimeWindow{0, positions()}) return index_.whole_traffic;
    const TrafficHistory::Answer answer = index_.traffic.between(window.first, window.last);
    const TrafficRows rows{index_.whole_traffic.allocations.size(), index_.whole_traffic.instructions.size()};
    const auto first_instruction = answer.sums.begin() + static_cast<std::ptrdiff_t>(rows.of_instruction(0));
    return TrafficWindow{{answer.first, answer.last},
                         answer.sums[rows.of_everything()],
                         {answer.sums.begin(), first_instruction},
                         {first_instruction, answer.sums.end() - 1},
                         false};
}

std::optional<MatrixWindow> IndexedProfile::matrix(TimeWindow window) const {
    const AccessMatrix* const whole = Profile::matrix();
    if (whole == nullptr) return std::nullopt;
    window = served(window);
    if (index_.matrix.empty() || window == TimeWindow{0, positions()})
        return MatrixWindow{0, positions(), *whole};
    return index_.matrix.between(window.first, window.last);
}

std::vector<std::vector<KindSums>> IndexedProfile::frame_totals(std::uint64_t q,
                                                                const JobContext& job) const {
    const std::size_t kinds = element_kinds().size();
    std::vector<std::vector<KindSums>> frames(q, std::vector<KindSums>(kinds));
    if (q == 0 || positions() == 0) return frames;
    const FrameTable table(positions(), q);
    struct FrameWorker {
        DecodedRuns runs;
        std::vector<std::vector<KindSums>> frames; ///< [kinds][q]; empty for kinds without accesses
    };
    const auto add_tile = [&](FrameWorker& worker, const Tile& tile) {
        if (tile.log.elements() == 0) return;
        worker.frames.resize(kinds);
        worker.frames[tile.kind].resize(q);
        FrameSplitter splitter(tile.log, table, worker.frames[tile.kind]);
        tile.log.scan({0, positions()}, every_column, worker.runs, [&](const DecodedRuns& runs) {
            job.check();
            splitter.add(runs);
        });
    };
    for_each_tile<FrameWorker>(pool_, std::span(index_.tiles), job, add_tile, [&](const FrameWorker& worker) {
        for (std::size_t kind = 0; kind < worker.frames.size(); ++kind)
            for (std::size_t f = 0; f < worker.frames[kind].size(); ++f)
                frames[f][kind] += worker.frames[kind][f];
    });
    index_.drop_pages();
    return frames;
}

} // namespace hitmap
