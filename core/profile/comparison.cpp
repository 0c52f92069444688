#include "core/profile/comparison.h"

#include "core/base/error.h"
#include "core/profile/metric_value.h"
#include "core/profile/outcome_sums.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

namespace hitmap {

namespace {

constexpr std::array<QuantityInfo, 10> quantities{{
    {Quantity::accesses, "accesses", "accesses", false, false},
    {Quantity::elements_accessed, "elements_accessed", "elements accessed", false, false},
    {Quantity::l1_hit_rate, "l1_hit_rate", "L1 hit rate", true, true},
    {Quantity::l1_hits, "l1_hits", "L1 hits", false, true},
    {Quantity::l1_lookups, "l1_lookups", "L1 look-ups", false, true},
    {Quantity::l1_misses, "l1_misses", "L1 misses", false, true},
    {Quantity::l2_hit_rate, "l2_hit_rate", "L2 hit rate", true, true},
    {Quantity::l2_hits, "l2_hits", "L2 hits", false, true},
    {Quantity::l2_lookups, "l2_lookups", "L2 look-ups", false, true},
    {Quantity::l2_misses, "l2_misses", "L2 misses", false, true},
}};

/// The quantities of a level, of L1 by name.
std::optional<double> level_value(const LevelSums& sums, Quantity l1_quantity) {
    const auto hits = static_cast<double>(sums.hits) / hit_unit;
    switch (l1_quantity) {
    case Quantity::l1_hit_rate:
        if (sums.lookups == 0) return std::nullopt;
        return hit_rate(sums.hits, sums.lookups);
    case Quantity::l1_hits:
        return hits;
    case Quantity::l1_lookups:
        return static_cast<double>(sums.lookups);
    default:
        return static_cast<double>(sums.lookups * hit_unit - sums.hits) / hit_unit;
    }
}

std::optional<double> value_of(const KindSums& sums, Quantity quantity) {
    if (quantity == Quantity::accesses) return static_cast<double>(sums.accesses);
    if (quantity == Quantity::elements_accessed) return static_cast<double>(sums.elements_accessed);
    constexpr auto l2_from_l1 =
        static_cast<unsigned>(Quantity::l2_hit_rate) - static_cast<unsigned>(Quantity::l1_hit_rate);
    if (quantity < Quantity::l2_hit_rate) return level_value(sums.l1, quantity);
    return level_value(sums.l2, static_cast<Quantity>(static_cast<unsigned>(quantity) - l2_from_l1));
}

/// A metric may be undefined for elements that were accessed: then the accesses tell.
bool tells_accesses(ElementKindId kind, Metric metric) {
    if (is_reuse_distance(metric) || is_miss_class(metric)) return false;
    return element_kinds()[kind].has_look_ups || !info_of(metric).needs_lookups;
}

bool is_defined(const std::vector<float>& values, std::uint64_t element) {
    return element < values.size() && !std::isnan(values[element]);
}

} // namespace

std::span<const QuantityInfo> quantity_table() {
    return quantities;
}

ComparedValue ComparedKind::value(Quantity quantity) const {
    ComparedValue value{value_of(a, quantity), value_of(b, quantity), std::nullopt};
    if (value.a && value.b) value.difference = *value.b - *value.a;
    return value;
}

std::vector<ComparedKind> compare_totals(std::span<const KindSums> a, std::span<const KindSums> b) {
    std::vector<ComparedKind> table(1);
    for (std::size_t kind = 0; kind < a.size(); ++kind) {
        table.push_back({static_cast<ElementKindId>(kind), a[kind], b[kind]});
        table.front().a += a[kind];
        table.front().b += b[kind];
    }
    return table;
}

void metric_difference(const SceneMatch& match, const ComparedWindow& a, const ComparedWindow& b,
                       ElementKindId kind, Metric metric, DifferenceValues& out, const JobContext& job) {
    if (!match.matches(kind))
        throw Error(
            fmt::format("no difference of {}: {}", element_kinds()[kind].plural, match.refusal(kind)));
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    out.both = out.only_a = out.only_b = 0;
    out.window_a = a.profile.values(a.window, kind, metric, out.values_a, job);
    out.window_b = b.profile.values(b.window, kind, metric, out.values, job);
    std::vector<float> accesses_a;
    std::vector<float> accesses_b;
    const bool tells = tells_accesses(kind, metric);
    if (!tells) {
        a.profile.values(a.window, kind, Metric::access_count, accesses_a, job);
        b.profile.values(b.window, kind, Metric::access_count, accesses_b, job);
    }
    for (std::uint64_t e = 0; e < out.values.size(); ++e) {
        const auto match_in_a = match.element_of_a(kind, e);
        const bool in_a = match_in_a && is_defined(tells ? out.values_a : accesses_a, *match_in_a);
        const bool in_b = is_defined(tells ? out.values : accesses_b, e);
        out.both += in_a && in_b ? 1 : 0;
        out.only_a += in_a && !in_b ? 1 : 0;
        out.only_b += in_b && !in_a ? 1 : 0;
        if (in_a && in_b)
            out.values[e] -= out.values_a[*match_in_a]; // NaN where one of them is
        else
            out.values[e] = in_a ? -infinity : in_b ? infinity : nan;
    }
}

} // namespace hitmap
