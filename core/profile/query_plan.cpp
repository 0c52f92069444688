#include "core/profile/query_plan.h"

namespace hitmap {

namespace {

std::uint64_t distance(std::uint64_t a, std::uint64_t b) {
    return a < b ? b - a : a - b;
}

bool usable(const Stop& stop, ColumnSet wanted) {
    return stop.columns.contains(wanted);
}

std::size_t nearest(std::uint64_t position, ColumnSet wanted, std::span<const Stop> stops) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < stops.size(); ++i)
        if (usable(stops[i], wanted) &&
            distance(stops[i].position, position) < distance(stops[best].position, position))
            best = i;
    return best;
}

std::size_t latest_before(std::uint64_t position, ColumnSet wanted, std::span<const Stop> stops) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < stops.size() && stops[i].position <= position; ++i)
        if (usable(stops[i], wanted)) best = i;
    return best;
}

} // namespace

QueryPlan plan_query(TimeWindow window, ColumnSet wanted, std::span<const Stop> stops,
                     std::uint64_t snapshot_cost) {
    const QueryPlan direct{0, 0, {{window, wanted, false}}};
    const ColumnSet sums = wanted.without(Column::last);
    const bool needs_last = wanted.has(Column::last);
    // What was last accessed behind `window.last` is not known once it is in a snapshot.
    const std::size_t base =
        needs_last ? latest_before(window.last, wanted, stops) : nearest(window.last, wanted, stops);
    const std::size_t origin = sums.empty() ? 0 : nearest(window.first, wanted, stops);
    const std::uint64_t begin = stops[origin].position;
    const std::uint64_t end = stops[base].position;
    const bool spans = sums.empty() ? end > window.first : begin < end;
    const std::uint64_t work = (sums.empty() ? 0 : distance(begin, window.first)) +
                               distance(end, window.last) + (origin == 0 ? 1 : 2) * snapshot_cost;
    if (!spans || work >= window.count()) return direct;
    QueryPlan plan{base, origin, {}};
    if (!sums.empty() && begin < window.first) plan.parts.push_back({{begin, window.first}, sums, true});
    if (!sums.empty() && begin > window.first) plan.parts.push_back({{window.first, begin}, sums, false});
    if (end < window.last) plan.parts.push_back({{end, window.last}, wanted, false});
    if (end > window.last) plan.parts.push_back({{window.last, end}, sums, true});
    return plan;
}

} // namespace hitmap
