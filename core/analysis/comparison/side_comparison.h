#pragma once

#include "core/analysis/comparison/side_sums.h"
#include "core/base/number_text.h"
#include "core/profile/models/comparison.h"
#include "core/profile/query/compared_sides.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// One part in both sides.
struct ComparedPart {
    std::string name;
    std::optional<Costs> a; ///< empty: only B has the part
    std::optional<Costs> b;
    std::optional<Aabb> bounds{}; ///< bounds of the place, for parts that are places

    /// The values of both sides, and B - A. A side without the part has no value and counts as 0 in the
    /// difference. If a side has the part but its model does not know the cost, the difference is
    /// undefined.
    [[nodiscard]] ComparedValue value(Cost cost) const;
    /// The side, if only one has the part.
    [[nodiscard]] std::optional<Side> only() const;
};

/// The contribution of a part to a change.
struct PartChange {
    const ComparedPart* part = nullptr;
    ComparedValue value;
    /// The absolute value of the part's difference, divided by the sum of the absolute values of all parts'
    /// differences. Shares thus add up to 1 whatever the signs. Empty if nothing changed or the difference
    /// is not known.
    std::optional<double> share;
};

/// The costs of two sides: B compared with A, the baseline.
struct SideComparison {
    ComparedPart total;
    /// [Division] the parts that at least one side has.
    std::vector<std::vector<ComparedPart>> parts{division_table().size()};
    std::array<SideCounting, 2> counting; ///< for A and B
    /// Whether both sides count the same things in the same way: sectors of requests, sectors of elements, or
    /// look-ups of lanes; of everything, or of the same part.
    bool same_counting = true;
    /// Sentences that say why the costs are not of the same work, or not those of the GPUs
    /// (reservations_of()). They are shown before the result.
    std::vector<std::string> reservations;
    /// Whether both sides hold the same work. If not, lower costs are not better.
    bool same_work = true;
    std::string matching; ///< matching_sentence(); it follows the result
    std::string unknown;  ///< why requests, sectors and bytes of a side are not known; empty if they are

    /// Whether tables have a row for the cost. They have none for the reasons of misses unless the model of a
    /// side explained misses.
    [[nodiscard]] bool shows(const CostInfo& cost) const {
        const ComparedValue value = total.value(cost.cost);
        return !cost.of_reasons || value.a || value.b;
    }
    [[nodiscard]] const std::vector<ComparedPart>& of(Division division) const {
        return parts[static_cast<std::size_t>(division)];
    }
    /// The value of a part of this comparison. Look-ups and misses of sides that count differently have no
    /// difference.
    [[nodiscard]] ComparedValue value(const ComparedPart& part, Cost cost) const;
    /// The changes of all parts, the largest first; equal ones in the order of the parts. The result points
    /// into this object.
    [[nodiscard]] std::vector<PartChange> changes(Division division, Cost cost) const;
};

/// Compares two sides. Parts are matched by name.
[[nodiscard]] SideComparison compare_sides(const SideSums& a, const SideSums& b,
                                           const SideLetters& letters = {});

/// Returns the reservations and the result, as the text that says in words what the comparison found.
/// @param says_where  as in result_sentences()
[[nodiscard]] std::string comparison_sentences(const SideComparison& comparison,
                                               const SideLetters& letters = {},
                                               NumberStyle style = NumberStyle::terminal,
                                               bool says_where = true);
/// The reservations as one text; empty if there are none.
[[nodiscard]] std::string reservation_sentences(const SideComparison& comparison);
/// Describes in whole sentences which side has lower costs: "B compared with A makes 36 % more requests,
/// moves 12 % fewer bytes to and from L2 and moves 10 % fewer bytes to and from DRAM. DRAM bytes change most
/// in nodes (-960) and stack (+320)." Without the last where `says_where` is false, since differences_of()
/// say more about it. Differences are those of tables in this style. If only a part is counted, a sentence
/// says so and what is left out; if sums cover another window than the requested one, a sentence says which.
/// Sums that cover much more than was requested are not compared. For sides that count differently, the text
/// says why they are not compared. Without the reservations, which are to be shown before.
[[nodiscard]] std::string result_sentences(const SideComparison& comparison, const SideLetters& letters = {},
                                           NumberStyle style = NumberStyle::terminal, bool says_where = true);

} // namespace hitmap
