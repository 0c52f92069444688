#include "core/profile/models/comparison.h"

#include "core/base/error.h"
#include "core/profile/sums/outcome_sums.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace hitmap {

namespace {

std::optional<double> value_of(const KindSums& sums, Metric metric) {
    QuantitySums of_kind;
    of_kind.accesses = sums.accesses;
    of_kind.elements_accessed = sums.elements_accessed;
    if (metric.level) of_kind.level = sums.of(*metric.level);
    if (info_of(metric.quantity).sums.has(Sum::accesses) && !sums.counts_accesses) return std::nullopt;
    const double value = info_of(metric.quantity).formula(of_kind);
    return std::isnan(value) ? std::nullopt : std::optional(value);
}

/// Returns whether the accesses decide if an element was accessed, since the metric may be undefined for
/// elements that were accessed.
bool tells_accesses(ElementKindId kind, Metric metric) {
    const QuantityInfo& quantity = info_of(metric.quantity);
    if (quantity.sums.intersects(reuse_sums)) return false;
    return element_kinds()[kind].has_look_ups || !quantity.of_lookups();
}

bool is_defined(const std::vector<float>& values, std::uint64_t element) {
    return element < values.size() && !std::isnan(values[element]);
}

} // namespace

std::optional<double> ComparedValue::change() const {
    if (!difference || !a || *a == 0.0) return std::nullopt;
    return *difference / *a;
}

ComparedValue ComparedKind::value(Metric metric) const {
    ComparedValue value{value_of(a, metric), value_of(b, metric), std::nullopt};
    const bool comparable = same_counting || !info_of(metric.quantity).of_lookups();
    if (value.a && value.b && comparable) value.difference = *value.b - *value.a;
    return value;
}

bool has_metric(const ComparedKind& kind, Metric metric) {
    if (!info_of(metric.quantity).of_lookups() || !kind.kind || element_kinds()[*kind.kind].has_look_ups)
        return true;
    const auto lookups = [](const KindSums& sums) { return sums.l1.lookups + sums.l2.lookups; };
    return lookups(kind.a) + lookups(kind.b) != 0;
}

std::vector<ComparedKind> compare_totals(std::span<const KindSums> a, std::span<const KindSums> b,
                                         bool same_counting) {
    std::vector<ComparedKind> table(1);
    table.front().same_counting = same_counting;
    for (std::size_t kind = 0; kind < a.size(); ++kind) {
        table.push_back({static_cast<ElementKindId>(kind), a[kind], b[kind], same_counting});
        table.front().a += a[kind];
        table.front().b += b[kind];
    }
    return table;
}

void metric_difference(const SceneMatch& match, const ComparedWindow& a, const ComparedWindow& b,
                       ElementKindId kind, Metric metric, Side shown_on, DifferenceValues& out,
                       const JobContext& job) {
    if (!match.matches(kind))
        throw Error(
            fmt::format("no difference of {}: {}", element_kinds()[kind].plural, match.refusal(kind)));
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const bool on_b = shown_on == Side::compared;
    const float sign = on_b ? 1.0F : -1.0F; // own - other is B - A only if B is shown
    const ComparedWindow& own = on_b ? b : a;
    const ComparedWindow& other = on_b ? a : b;
    const TimeWindow own_window = own.profile.values(own.window, kind, metric, out.values, job);
    const TimeWindow other_window = other.profile.values(other.window, kind, metric, out.other_values, job);
    std::vector<float> own_accesses;
    std::vector<float> other_accesses;
    const bool tells = tells_accesses(kind, metric);
    if (!tells) {
        own.profile.values(own.window, kind, "access-count"_metric, own_accesses, job);
        other.profile.values(other.window, kind, "access-count"_metric, other_accesses, job);
    }
    out.both = 0;
    std::uint64_t only_own = 0;
    std::uint64_t only_other = 0;
    for (std::uint64_t e = 0; e < out.values.size(); ++e) {
        const auto same = match.element_of(other_side(shown_on), kind, e);
        const bool in_other = same && is_defined(tells ? out.other_values : other_accesses, *same);
        const bool in_own = is_defined(tells ? out.values : own_accesses, e);
        out.both += in_own && in_other ? 1 : 0;
        only_own += in_own && !in_other ? 1 : 0;
        only_other += in_other && !in_own ? 1 : 0;
        if (in_own && in_other)
            out.values[e] = sign * (out.values[e] - out.other_values[*same]); // NaN if one value is NaN
        else
            out.values[e] = in_own ? sign * infinity : in_other ? -sign * infinity : nan;
    }
    out.only_a = on_b ? only_other : only_own;
    out.only_b = on_b ? only_own : only_other;
    out.window_a = on_b ? other_window : own_window;
    out.window_b = on_b ? own_window : other_window;
}

} // namespace hitmap
