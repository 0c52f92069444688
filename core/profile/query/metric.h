#pragma once

#include "core/cache/results/allocation_sums.h"
#include "core/profile/query/compared_sides.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace hitmap {

/// Sums of one element over a window.
struct ElementSums {
    std::uint64_t l1_hits = 0; ///< units of 2^-24
    std::uint64_t l2_hits = 0;
    std::uint32_t accesses = 0; ///< N_e
    std::uint32_t l1_lookups = 0;
    std::uint32_t l2_lookups = 0;
    std::uint32_t last_access =
        0; ///< i_e: position of the last access minus the window's first (defined if accesses > 0)
    friend bool operator==(const ElementSums&, const ElementSums&) = default;

    /// Hits and look-ups of a level; the rest of LevelSums is not known of single elements.
    [[nodiscard]] LevelSums l1() const { return {l1_hits, l1_lookups}; }
    [[nodiscard]] LevelSums l2() const { return {l2_hits, l2_lookups}; }
};

/// Metrics, by the names of the command line. Hit rates, access rate and access order are those of von Buelow
/// et al. 2022, section 5.4; the others are our own.
enum class Metric : std::uint8_t {
    l1_hit_rate,
    l2_hit_rate,
    l1_misses,
    l2_misses,
    access_count,
    access_rate,
    access_order,
    l1_reuse_distance,
    l2_reuse_distance,
    l1_cold_misses,
    l1_capacity_misses,
    l1_conflict_misses,
    l2_cold_misses,
    l2_capacity_misses,
    l2_conflict_misses,
};

/// Which of two values of a metric is the better one.
enum class Better : std::uint8_t { neither, more, less };

struct MetricInfo {
    Metric metric;
    std::string_view name;        ///< "l1-hit-rate"
    std::string_view title;       ///< "L1 hit rate"
    std::string_view unit;        ///< "%", "misses", ""; for colour bars
    std::string_view explanation; ///< a sentence or two for a person
    bool is_rate;                 ///< shown as a percentage; full range is 0..1
    bool needs_lookups;           ///< undefined for kinds without look-ups (pixels)
    /// Neither, where it depends: of two hit rates the higher one may come from needless look-ups, that of L2
    /// from an L1 that hits less, and misses of one class may have become misses of another.
    Better better = Better::neither;
    /// Of metrics that an accessed element may have no value of: what it lacks then, "no L2 look-ups", and in
    /// short what the value comes from, "L2". Empty where each element that was accessed has a value.
    std::string_view undefined = {};
    std::string_view value_of = {};
};
[[nodiscard]] constexpr bool is_reuse_distance(Metric metric) {
    return metric == Metric::l1_reuse_distance || metric == Metric::l2_reuse_distance;
}
[[nodiscard]] constexpr bool is_cold_misses(Metric metric) {
    return metric == Metric::l1_cold_misses || metric == Metric::l2_cold_misses;
}
/// Cold, capacity or conflict misses.
[[nodiscard]] constexpr bool is_miss_class(Metric metric) {
    return metric >= Metric::l1_cold_misses;
}
[[nodiscard]] std::span<const MetricInfo> metric_table();
[[nodiscard]] const MetricInfo& info_of(Metric metric);
[[nodiscard]] std::optional<Metric> metric_named(std::string_view name);

/// The side that is better by a difference B - A; nothing where there is none, or where neither more nor less
/// is better.
[[nodiscard]] std::optional<Side> better_side(Better better, double difference);
[[nodiscard]] inline std::optional<Side> better_side(Metric metric, double difference) {
    return better_side(info_of(metric).better, difference);
}

/// Value of a metric for one element, NaN where undefined ("not accessed", or no look-ups where the metric
/// needs them). `count` is N_f of the window, not 0 where the element was accessed. NaN for reuse distances
/// and reasons of misses, which only Profile::values knows.
[[nodiscard]] double metric_value(Metric metric, const ElementSums& sums, std::uint64_t count);

} // namespace hitmap
