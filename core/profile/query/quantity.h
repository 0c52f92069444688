#pragma once

#include "core/base/enum_set.h"
#include "core/cache/results/allocation_sums.h"
#include "core/profile/query/element_terms.h"
#include "core/trace/model/per_kind.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace hitmap {

/// Index of a row of the table of quantities (quantity_table.h). Code reads the properties of the row and
/// does not switch over quantities, so that a new quantity is just a new row.
enum class Quantity : std::uint8_t {};

/// Sums of a profile over a window. From `lookups` on, they are sums of one level's look-ups.
enum class Sum : std::uint8_t {
    accesses,
    elements_accessed,
    last_access,
    requests,
    sectors,
    lookups,
    hits,
    cold,
    distance,
    conflict,
};
using SumSet = EnumSet<Sum>;
inline constexpr SumSet level_sums{Sum::lookups, Sum::hits, Sum::cold, Sum::distance, Sum::conflict};
/// Sums of a level that are available from Profile::values() but not in ElementSums.
inline constexpr SumSet reuse_sums{Sum::cold, Sum::distance, Sum::conflict};

/// Value of an undefined quantity.
inline constexpr double undefined_value = std::numeric_limits<double>::quiet_NaN();

/// The sums from which the value of a quantity is computed.
struct QuantitySums {
    std::uint64_t positions = 0; ///< N_f of the window, not 0
    std::uint64_t accesses = 0;  ///< N_e
    std::uint64_t elements_accessed = 0;
    std::uint64_t last_access = 0; ///< i_e: position of the last access minus the window's first
    LevelSums level;               ///< sums of the metric's level
    std::uint64_t requests = 0;    ///< of a part; 0 for elements
    std::uint64_t sectors = 0;     ///< of these requests

    /// Adds the sums of more elements in the same window.
    void add(const QuantitySums& more) {
        if (more.accesses == 0) return; // then the position of the last one means nothing
        accesses += more.accesses;
        elements_accessed += more.elements_accessed;
        last_access = std::max(last_access, more.last_access);
        level += more.level;
        requests += more.requests;
        sectors += more.sectors;
    }
    [[nodiscard]] constexpr double lookups() const { return static_cast<double>(level.lookups); }
    [[nodiscard]] constexpr double hits() const { return level.hit_count(); }
    /// Von Buelow et al. 2022, eq. 3: sum first, divide last. undefined_value without look-ups.
    [[nodiscard]] constexpr double hit_rate() const {
        if (level.lookups == 0) return undefined_value;
        return level.hit_count() / lookups();
    }
    [[nodiscard]] constexpr double misses() const { return level.miss_count(); }
    [[nodiscard]] constexpr double cold() const { return static_cast<double>(level.cold); }
    [[nodiscard]] constexpr double conflict() const { return static_cast<double>(level.conflict); }
    /// Mean over look-ups of lines that were used before; undefined_value if there are none.
    [[nodiscard]] constexpr double mean_distance() const {
        const std::uint64_t reused = level.lookups - level.cold;
        if (reused == 0) return undefined_value;
        return static_cast<double>(level.distance_sum) / static_cast<double>(reused);
    }
    /// Share of all element accesses in the window.
    [[nodiscard]] constexpr double share_of_window(std::uint64_t part) const {
        return static_cast<double>(part) / static_cast<double>(positions);
    }
};

/// Things that a quantity can describe.
enum class Subject : std::uint8_t {
    element, ///< one face, box or pixel: a metric, which is drawn, exported and chosen by name
    kind,    ///< all elements of a kind together, as comparisons list them
    part,    ///< the requests of an allocation, a source line, an instruction or an SM, as curves draw them
};

enum class NumberKind : std::uint8_t {
    share,  ///< share of a whole, shown as a percentage; the full range is 0..1
    count,  ///< whole numbers
    number, ///< may have fractions
};

/// The column of a metric in the CSV file of metrics.
enum class CsvColumn : std::uint8_t {
    appended, ///< after the older columns, in the order of the table
    older,    ///< at its place among the older columns, which programs may read by position
    none,     ///< not in the file
};

/// Which of two values is better.
enum class Better : std::uint8_t { neither, more, less };

/// A row of the table of quantities. "{level}" in texts stands for "L1" or "L2".
struct QuantityInfo {
    std::string_view name; ///< "hit-rate"; quantities of look-ups are named "l1-hit-rate" on the command line
    std::string_view title;         ///< "hit rate"; "L1 hit rate"
    std::string_view unit{};        ///< "%", "misses", ""; for colour bars
    std::string_view explanation{}; ///< one or two sentences for users
    NumberKind number = NumberKind::number;
    EnumSet<Subject> subjects{Subject::element};
    CsvColumn csv = CsvColumn::appended; ///< only for elements
    /// Sums that `formula` reads; if one of them is of a level, the quantity comes from look-ups.
    SumSet sums{};
    /// Computes the value for something that was accessed; undefined_value if it has none.
    double (*formula)(const QuantitySums&) = nullptr;
    /// Better::neither if it depends: a higher hit rate may come from needless look-ups, that of L2 from an
    /// L1 that hits less, and misses of one class may have become misses of another.
    Better better = Better::neither;
    /// What an accessed element may lack so that its value is undefined: "look-ups", "reuse".
    std::string_view lacks{};
    /// For classes of misses, the text after their number: "12 of them ...". Lists have all classes of L1 and
    /// then all of L2; other quantities have their two levels next to each other.
    std::string_view class_of_misses{};
    /// Set if the value does not come from accesses but is this term of an element of `term_kind`; other
    /// kinds have no value. Then there are no sums, and the formula is not used: Profile::values() has the
    /// values.
    std::optional<ElementTerm> term{};
    ElementKindId term_kind = 0;

    /// Whether elements of the kind can have a value.
    [[nodiscard]] constexpr bool is_of(ElementKindId kind) const { return !term || kind == term_kind; }

    /// True if the quantity comes from look-ups. Then there is one for each level, and none for kinds without
    /// look-ups (pixels).
    [[nodiscard]] constexpr bool of_lookups() const { return sums.intersects(level_sums); }
    [[nodiscard]] constexpr bool is_class_of_misses() const { return !class_of_misses.empty(); }
    [[nodiscard]] constexpr bool is_share() const { return number == NumberKind::share; }
    /// Returns undefined_value without accesses, for quantities of look-ups without look-ups, and for terms.
    [[nodiscard]] constexpr double value(const QuantitySums& sums_of_one) const {
        if (term) return undefined_value;
        const bool has_none = sums_of_one.accesses == 0 || (of_lookups() && sums_of_one.level.lookups == 0);
        return has_none ? undefined_value : formula(sums_of_one);
    }
};

} // namespace hitmap
