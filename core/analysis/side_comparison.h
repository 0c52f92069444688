#pragma once

#include "core/analysis/side_sums.h"
#include "core/profile/derived/comparison.h"
#include "core/profile/query/compared_sides.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// One part of both sides.
struct ComparedPart {
    std::string name;
    std::optional<Costs> a; ///< nothing: B alone has the part
    std::optional<Costs> b;
    std::optional<Aabb> bounds{}; ///< of a place

    /// B - A. A side without the part has no value and counts as 0 in the difference; a cost that a side has
    /// but its model does not know leaves the difference undefined.
    [[nodiscard]] ComparedValue value(Cost cost) const;
    /// The side that alone has it.
    [[nodiscard]] std::optional<Side> only() const;
};

/// A part's share of what changed.
struct PartChange {
    const ComparedPart* part = nullptr;
    ComparedValue value;
    /// The size of its difference over the sum of the sizes of all parts' differences, so that shares add up
    /// to 1 whatever the signs; nothing where nothing changed or the difference is not known.
    std::optional<double> share;
};

/// What two sides take, B against A, the baseline.
struct SideComparison {
    ComparedPart total;
    std::array<std::vector<ComparedPart>, division_count> parts; ///< [Division] what either side has
    std::array<SideCounting, 2> counting;                        ///< of A and B
    /// Both sides count the same, in the same way: sectors of requests, sectors of elements, or look-ups of
    /// lanes; of everything, or of the same part.
    bool same_counting = true;
    std::string unknown; ///< why requests, sectors and bytes are not known of a side; empty where they are

    [[nodiscard]] const std::vector<ComparedPart>& of(Division division) const {
        return parts[static_cast<std::size_t>(division)];
    }
    /// Of a part of this. Look-ups and misses of sides that count differently have no difference.
    [[nodiscard]] ComparedValue value(const ComparedPart& part, Cost cost) const;
    /// The largest changes first; equal ones in the order of the parts. Points into this.
    [[nodiscard]] std::vector<PartChange> changes(Division division, Cost cost) const;
};

/// Parts are matched by name.
[[nodiscard]] SideComparison compare_sides(const SideSums& a, const SideSums& b,
                                           const SideLetters& letters = {});

/// Which side takes less of what, in whole sentences: "B compared with A makes 36 % more requests, moves 12 %
/// fewer bytes to and from L2 and moves 10 % fewer bytes to and from DRAM. DRAM bytes change
/// most in nodes (-960) and stack (+320)." Where a part alone counts, it says so, and what is left
/// out; where sums are of another window than the one asked for, of which. It does not compare what holds
/// much that was not asked for, and says of sides that do not count the same that they are not compared.
[[nodiscard]] std::string comparison_sentences(const SideComparison& comparison,
                                               const SideLetters& letters = {});

} // namespace hitmap
