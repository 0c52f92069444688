#pragma once

#include "core/analysis/groups/tree_paths.h"
#include "core/report/rows/tree_columns.h"
#include "render/view/view_state.h"
#include "widgets/session/recording/open_recording.h"
#include "widgets/table/report_table.h"

#include <QtCore/QString>
#include <QtCore/Qt>

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace hitmap {

/// The columns of the Tree panel, in its order; those of `export --tree` and the misses.
[[nodiscard]] const ReportColumns<TreeRow>& tree_panel_columns();
/// The same for users. The titles of sums over subtrees have two lines.
[[nodiscard]] const std::vector<TableColumn>& tree_panel_headings();

/// The order of the boxes that have one parent.
struct SiblingOrder {
    int column = -1; ///< of tree_panel_columns(); -1: their order in memory
    Qt::SortOrder direction = Qt::DescendingOrder;
    friend bool operator==(const SiblingOrder&, const SiblingOrder&) = default;
};

/// Returns the children of a box; the tops for BoxTree::none. Boxes whose value is undefined are last.
[[nodiscard]] std::vector<std::uint32_t> ordered_children(const TreeTable& table, std::uint32_t parent,
                                                          const SiblingOrder& order,
                                                          const JobContext& job = {});

/// Everything that the Tree panel shows. Immutable.
struct TreeData {
    /// A box with more children than this is sorted by the job, not while it is drawn.
    static constexpr std::size_t many_children = 1000;

    std::shared_ptr<const Simulation> simulation;
    FrameRange frames;
    std::shared_ptr<const TreeTable> table;
    std::vector<TreeLevel> levels;
    std::vector<std::uint32_t> worst_path; ///< worst_path() by L1 misses
    SiblingOrder order;
    /// The ordered children of the boxes that have many, and of BoxTree::none.
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> many;
};

/// Returns why the recording has no tree, as a sentence for users; empty if it has one.
[[nodiscard]] QString why_no_tree(const OpenRecording& recording);

/// @param simulation  of a recording that has a tree
/// @param known       earlier data, whose sums are used again if they are of the same frames; may be null
/// Throws Cancelled.
[[nodiscard]] std::shared_ptr<const TreeData> make_tree_data(std::shared_ptr<const Simulation> simulation,
                                                             const FrameRange& frames,
                                                             const SiblingOrder& order,
                                                             const std::shared_ptr<const TreeData>& known,
                                                             const JobContext& job = {});

} // namespace hitmap
