#pragma once

#include "core/analysis/comparison/side_comparison.h"
#include "core/analysis/findings/difference.h"
#include "core/profile/models/comparison.h"
#include "render/view/view_state.h"
#include "widgets/session/recording/open_recording.h"
#include "widgets/table/table_model.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// A simulation and the frames of it that are compared.
struct ComparedFrames {
    std::shared_ptr<const Simulation> simulation;
    FrameRange frames;
};

/// The number of elements of a kind by the side that accessed them.
struct ElementsBySide {
    std::uint64_t both = 0;
    std::uint64_t only_a = 0;
    std::uint64_t only_b = 0;
    std::string refusal; ///< why it is not known: the elements do not match those of the other recording
};

struct Comparison {
    std::vector<ComparedKind> totals;
    std::vector<ElementsBySide> touched; ///< [element_kinds()]
    std::shared_ptr<const SceneMatch> match;
    SideComparison sides{};                ///< the costs of each side, by parts
    std::vector<Difference> differences{}; ///< differences_of()
    std::string waiting{};                 ///< waiting_sentence() and options_sentence()
    /// [baseline, compared] why numbers of elements are not known; empty: they are
    std::array<QString, 2> no_elements{};
};

/// @param a      the baseline
/// @param b      compared with it
/// @param match  of these two recordings and letters, if it exists already; otherwise it is computed. Throws
/// Cancelled.
[[nodiscard]] Comparison compare(const ComparedFrames& a, const ComparedFrames& b, const SideLetters& letters,
                                 std::shared_ptr<const SceneMatch> match, const JobContext& job = {});

/// The comparison of a further pane with the baseline.
struct FurtherComparison {
    Comparison comparison;
    SideLetters letters;
};

[[nodiscard]] std::vector<SideLetters> letters_of(const std::vector<FurtherComparison>& further);

/// The columns are: what is counted, quantity, A, B, B - A, and B - A relative to A; unit, and which side is
/// better.
/// Further panes have the columns C, C - A and C - A relative to A at the end.
[[nodiscard]] std::vector<TableColumn> comparison_columns(const SideLetters& letters = {},
                                                          const std::vector<SideLetters>& further = {});
/// The quantity has a mark if more or less of it is better.
/// Rows that only further panes have follow the others.
[[nodiscard]] std::vector<TableRow> comparison_rows(const Comparison& comparison,
                                                    const SideLetters& letters = {},
                                                    const std::vector<FurtherComparison>& further = {});

/// The columns are: name of a part, its share of the change, A, B, B - A, and B - A relative to A.
/// Further panes have columns at the end, as in comparison_columns().
[[nodiscard]] std::vector<TableColumn> part_columns(const SideLetters& letters = {},
                                                    const std::vector<SideLetters>& further = {});
/// Has one row for each of `changes`, all of one cost.
[[nodiscard]] std::vector<TableRow> part_rows(const std::vector<PartChange>& changes, Division division,
                                              Cost cost, const SideLetters& letters,
                                              const std::vector<FurtherComparison>& further = {});
/// Appends the parts that only further panes have. They have no share of the change from A to B.
void add_further_parts(std::vector<PartChange>& changes, Division division, Cost cost,
                       const std::vector<FurtherComparison>& further);

} // namespace hitmap
