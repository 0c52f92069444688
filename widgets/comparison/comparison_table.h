#pragma once

#include "core/analysis/side_comparison.h"
#include "core/profile/derived/comparison.h"
#include "render/view/view_state.h"
#include "widgets/session/open_recording.h"
#include "widgets/table/table_model.h"

#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// A simulation and the frames of it that are compared.
struct ComparedFrames {
    std::shared_ptr<const Simulation> simulation;
    FrameRange frames;
};

/// Elements of a kind by the side that accessed them.
struct ElementsBySide {
    std::uint64_t both = 0;
    std::uint64_t only_a = 0;
    std::uint64_t only_b = 0;
    std::string refusal; ///< why nothing is known: the elements are not those of the other recording
};

struct Comparison {
    std::vector<ComparedKind> totals;
    std::vector<ElementsBySide> touched; ///< [element_kinds()]
    std::shared_ptr<const SceneMatch> match;
    SideComparison sides{}; ///< what each side takes, by parts
};

/// @param a      the baseline, what `b` is compared with
/// @param match  of the two recordings with these letters, where it is known already; else it is made
/// Throws Cancelled.
[[nodiscard]] Comparison compare(const ComparedFrames& a, const ComparedFrames& b, const SideLetters& letters,
                                 std::shared_ptr<const SceneMatch> match, const JobContext& job = {});

/// Of, quantity, A, B, B - A, and B - A relative to A, with these letters; unit, and which side is better.
[[nodiscard]] std::vector<TableColumn> comparison_columns(const SideLetters& letters = {});
/// Where more or less is better, the quantity says so.
[[nodiscard]] std::vector<TableRow> comparison_rows(const Comparison& comparison,
                                                    const SideLetters& letters = {});

/// Name of a part, its share of the change, A, B, B - A, and B - A relative to A.
[[nodiscard]] std::vector<TableColumn> part_columns(const SideLetters& letters = {});
/// A row for each of `changes`, which are of the cost.
[[nodiscard]] std::vector<TableRow> part_rows(const std::vector<PartChange>& changes, Cost cost,
                                              const SideLetters& letters);

} // namespace hitmap
