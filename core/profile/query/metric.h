#pragma once

#include "core/cache/results/level.h"
#include "core/profile/query/compared_sides.h"
#include "core/profile/query/quantity_table.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace hitmap {

/// Sums of one element over a window.
struct ElementSums {
    std::uint64_t l1_hits = 0; ///< in units of 2^-24
    std::uint64_t l2_hits = 0;
    std::uint32_t accesses = 0; ///< N_e; see ProfileCapabilities::counts_accesses
    std::uint32_t l1_lookups = 0;
    std::uint32_t l2_lookups = 0;
    /// i_e: position of the last access minus the window's first (defined if accesses > 0).
    std::uint32_t last_access = 0;
    float l1_rest = 0.0F; ///< as LevelSums::rest
    float l2_rest = 0.0F;
    friend bool operator==(const ElementSums&, const ElementSums&) = default;

    /// Return hits and look-ups of a level. The other fields of LevelSums are not known for single elements.
    [[nodiscard]] LevelSums l1() const { return {.hits = l1_hits, .lookups = l1_lookups, .rest = l1_rest}; }
    [[nodiscard]] LevelSums l2() const { return {.hits = l2_hits, .lookups = l2_lookups, .rest = l2_rest}; }
    [[nodiscard]] LevelSums of(Level level) const { return level == Level::l1 ? l1() : l2(); }
};

/// A quantity of an element or a kind. If the quantity comes from look-ups, it also has a level.
struct Metric {
    Quantity quantity = quantity_named("hit-rate").value();
    std::optional<Level> level = Level::l1; ///< no value if the quantity does not come from look-ups
    friend auto operator<=>(const Metric&, const Metric&) = default;
};

/// Returns the metric with this name on the command line: "l1-hit-rate", "access-count".
[[nodiscard]] constexpr std::optional<Metric> metric_named(std::string_view name,
                                                           Subject subject = Subject::element) {
    std::optional<Level> level;
    if (name.starts_with("l1-")) level = Level::l1;
    if (name.starts_with("l2-")) level = Level::l2;
    const auto quantity = quantity_named(name.substr(level ? 3 : 0));
    if (!quantity) return std::nullopt;
    const QuantityInfo& info = info_of(*quantity);
    if (info.of_lookups() != level.has_value() || !info.subjects.has(subject)) return std::nullopt;
    return Metric{*quantity, level};
}

/// "l1-hit-rate"_metric is the metric of elements with this name, which is checked at compile time.
consteval Metric operator""_metric(const char* name, std::size_t size) {
    return metric_named({name, size}).value();
}

/// Calls visit.operator()<row, level>() with the row and the level of a metric of elements as template
/// arguments. The level is Level::l1 if the metric does not come from look-ups.
template <class Visit>
void visit_metric(Metric metric, Visit visit) {
    const auto visit_row = [&]<std::size_t row>() {
        if constexpr (quantity_table[row].subjects.has(Subject::element)) {
            if (row != static_cast<std::size_t>(metric.quantity)) return;
            if (metric.level == Level::l2)
                visit.template operator()<row, Level::l2>();
            else
                visit.template operator()<row, Level::l1>();
        }
    };
    [&]<std::size_t... rows>(std::index_sequence<rows...>) {
        (visit_row.template operator()<rows>(), ...);
    }
    (std::make_index_sequence<quantity_table.size()>());
}

/// Names and explanation of a metric. info_of(metric.quantity) has its other properties.
struct MetricInfo {
    Metric metric;
    std::string name;        ///< "l1-hit-rate", as on the command line
    std::string key;         ///< "l1_hit_rate", as in JSON and CSV
    std::string title;       ///< "L1 hit rate"
    std::string explanation; ///< one or two sentences for users
    /// For metrics that may be undefined for an accessed element: what the element lacks ("no L2 look-ups"),
    /// and the source of the value in short ("L2"). Empty if each accessed element has a value. For terms of
    /// boxes: why faces have no value.
    std::string undefined;
    std::string value_of;
};
/// Returns all metrics of the subject, in the order of all lists.
[[nodiscard]] std::span<const MetricInfo> metric_table(Subject subject = Subject::element);
[[nodiscard]] const MetricInfo& info_of(Metric metric);

/// Returns the better side for a difference B - A. No value if the difference is 0, or if neither more nor
/// less is better.
[[nodiscard]] std::optional<Side> better_side(Better better, double difference);
[[nodiscard]] inline std::optional<Side> better_side(Metric metric, double difference) {
    return better_side(info_of(metric.quantity).better, difference);
}

/// Returns the value of a metric for one element. NaN if it is undefined: the element was not accessed, or it
/// has no look-ups and the metric needs them. Also NaN for metrics of reuse distances, of classes of misses
/// and for terms of boxes, which only Profile::values() knows. `count` is N_f of the window; it must not be 0
/// if the element was accessed.
[[nodiscard]] double metric_value(Metric metric, const ElementSums& sums, std::uint64_t count);

} // namespace hitmap
