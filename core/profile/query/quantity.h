#pragma once

#include "core/base/enum_set.h"
#include "core/cache/results/access_outcome.h"
#include "core/cache/results/allocation_sums.h"

#include <cstdint>
#include <limits>
#include <string_view>

namespace hitmap {

/// A row of the table of quantities (quantity_table.h). Code asks the row; nothing switches over quantities,
/// so that a new one is a row.
enum class Quantity : std::uint8_t {};

/// What a profile sums up over a window. From `lookups` on: of the look-ups in one level.
enum class Sum : std::uint8_t {
    accesses,
    elements_accessed,
    last_access,
    lookups,
    hits,
    cold,
    distance,
    conflict,
};
using SumSet = EnumSet<Sum>;
inline constexpr SumSet level_sums{Sum::lookups, Sum::hits, Sum::cold, Sum::distance, Sum::conflict};
/// Sums of a level that are known of the values of a profile alone, not of its ElementSums.
inline constexpr SumSet reuse_sums{Sum::cold, Sum::distance, Sum::conflict};

/// The value of a quantity that has none.
inline constexpr double undefined_value = std::numeric_limits<double>::quiet_NaN();

/// The sums by which the value of a quantity is worked out.
struct QuantitySums {
    std::uint64_t positions = 0; ///< N_f of the window, not 0
    std::uint64_t accesses = 0;  ///< N_e
    std::uint64_t elements_accessed = 0;
    std::uint64_t last_access = 0; ///< i_e: position of the last access minus the window's first
    LevelSums level;               ///< of the level that is asked about

    [[nodiscard]] constexpr double lookups() const { return static_cast<double>(level.lookups); }
    [[nodiscard]] constexpr double hits() const { return static_cast<double>(level.hits) / hit_unit; }
    /// Von Buelow et al. 2022, eq. 3: sum first, divide last. undefined_value without look-ups.
    [[nodiscard]] constexpr double hit_rate() const {
        if (level.lookups == 0) return undefined_value;
        return static_cast<double>(level.hits) / (lookups() * hit_unit);
    }
    [[nodiscard]] constexpr double misses() const {
        return static_cast<double>(level.lookups * hit_unit - level.hits) / hit_unit;
    }
    [[nodiscard]] constexpr double cold() const { return static_cast<double>(level.cold); }
    [[nodiscard]] constexpr double conflict() const { return static_cast<double>(level.conflict); }
    /// Over look-ups of lines that had been used before; undefined_value without one.
    [[nodiscard]] constexpr double mean_distance() const {
        const std::uint64_t reused = level.lookups - level.cold;
        if (reused == 0) return undefined_value;
        return static_cast<double>(level.distance_sum) / static_cast<double>(reused);
    }
    /// Of all element accesses of the window.
    [[nodiscard]] constexpr double share_of_window(std::uint64_t part) const {
        return static_cast<double>(part) / static_cast<double>(positions);
    }
};

/// What a quantity can be of.
enum class Subject : std::uint8_t {
    element, ///< one face, box or pixel: a metric, which is drawn, exported and chosen by name
    kind,    ///< all elements of a kind together, as comparisons list them
};

enum class NumberKind : std::uint8_t {
    share,  ///< of a whole, shown as a percentage; the full range is 0..1
    count,  ///< whole numbers
    number, ///< may have fractions
};

/// Which of two values is the better one.
enum class Better : std::uint8_t { neither, more, less };

/// A row of the table. Texts say {level} for "L1" or "L2".
struct QuantityInfo {
    std::string_view name;   ///< "hit-rate"; on the command line "l1-hit-rate", for a quantity of look-ups
    std::string_view title;  ///< "hit rate"; "L1 hit rate"
    std::string_view unit{}; ///< "%", "misses", ""; for colour bars
    std::string_view explanation{}; ///< a sentence or two for the user
    NumberKind number = NumberKind::number;
    EnumSet<Subject> subjects{Subject::element};
    SumSet sums; ///< that `formula` reads; those of a level make it a quantity of look-ups
    /// Of something that was accessed; undefined_value where it has none.
    double (*formula)(const QuantitySums&) = nullptr;
    /// Neither, where it depends: of two hit rates the higher one may come from needless look-ups, that of L2
    /// from an L1 that hits less, and misses of one class may have become misses of another.
    Better better = Better::neither;
    /// What an accessed element may lack, so that it has no value: "look-ups", "reuse".
    std::string_view lacks{};
    /// Of a class of misses, how many of all misses there are: "12 of them ...". Classes are listed one level
    /// after the other, other quantities both levels of one after the other.
    std::string_view class_of_misses{};

    /// It comes from look-ups: there is one for each level, and none of kinds without look-ups (pixels).
    [[nodiscard]] constexpr bool of_lookups() const { return sums.intersects(level_sums); }
    [[nodiscard]] constexpr bool is_class_of_misses() const { return !class_of_misses.empty(); }
    [[nodiscard]] constexpr bool is_share() const { return number == NumberKind::share; }
    /// undefined_value without an access, and without look-ups where it comes from them.
    [[nodiscard]] constexpr double value(const QuantitySums& sums_of_one) const {
        const bool has_none = sums_of_one.accesses == 0 || (of_lookups() && sums_of_one.level.lookups == 0);
        return has_none ? undefined_value : formula(sums_of_one);
    }
};

} // namespace hitmap
