#include "core/profile/index/query_plan.h"

#include <algorithm>

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

/// Adds the reads between the end of the window and the nearest stops.
void add_parts_of_end(TimeWindow window, ColumnSet sums, bool with_last, std::span<const Stop> stops,
                      QueryPlan& plan) {
    const std::uint64_t end = stops[plan.base].position;
    const ColumnSet last(Column::last);
    const std::uint64_t last_end = std::max(stops[plan.last_base].position, window.first);
    if (with_last && !sums.empty() && end == last_end) {
        if (end < window.last) plan.parts.push_back({{end, window.last}, sums | last, false});
        return;
    }
    if (!sums.empty() && end < window.last) plan.parts.push_back({{end, window.last}, sums, false});
    if (!sums.empty() && end > window.last) plan.parts.push_back({{window.last, end}, sums, true});
    if (with_last && last_end < window.last) plan.parts.push_back({{last_end, window.last}, last, false});
}

} // namespace

QueryPlan plan_query(TimeWindow window, ColumnSet wanted, std::span<const Stop> stops,
                     std::uint64_t snapshot_cost) {
    QueryPlan direct{0, 0, 0, {{window, wanted, false}}};
    const ColumnSet sums = wanted.without(Column::last);
    const bool with_last = wanted.has(Column::last);
    QueryPlan plan;
    if (with_last) plan.last_base = latest_before(window.last, ColumnSet(Column::last), stops);
    if (stops[plan.last_base].position <= window.first) plan.last_base = 0;
    if (!sums.empty()) {
        plan.base = nearest(window.last, sums, stops);
        plan.origin = nearest(window.first, sums, stops);
    }
    const std::uint64_t begin = stops[plan.origin].position;
    const std::uint64_t end = stops[plan.base].position;
    const bool spans = sums.empty() ? plan.last_base != 0 : begin < end;
    const std::uint64_t to_end =
        sums.empty() ? window.last - stops[plan.last_base].position : distance(end, window.last);
    const std::uint64_t to_begin = sums.empty() ? 0 : distance(begin, window.first);
    if (!spans || to_begin + to_end + (plan.origin == 0 ? 1 : 2) * snapshot_cost >= window.count())
        return direct;
    if (!sums.empty() && begin < window.first) plan.parts.push_back({{begin, window.first}, sums, true});
    if (!sums.empty() && begin > window.first) plan.parts.push_back({{window.first, begin}, sums, false});
    add_parts_of_end(window, sums, with_last, stops, plan);
    return plan;
}

} // namespace hitmap
