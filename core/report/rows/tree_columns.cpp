#include "core/report/rows/tree_columns.h"

#include "core/report/rows/level_columns.h"

#include <string>

namespace hitmap {

namespace {

using TreeColumns = ReportColumns<TreeRow>;

TreeColumns tree_place_columns() {
    return {
        {{.key = "box", .title = "Box", .help = "Slot in the buffer of boxes"}, &TreeRow::box},
        {{.key = "source", .title = "Source", .help = "Number of the box in the tree that was built"},
         &TreeRow::source},
        {{.key = "parent", .title = "Parent", .help = "Empty for a box without a parent in the buffer"},
         [](const TreeRow& row) -> CellValue {
             const std::uint32_t parent = row.table.shape->tree.parent(row.box);
             return parent == BoxTree::none ? CellValue() : CellValue(parent);
         }},
        {{.key = "level", .title = "Level", .help = "0 for boxes without a parent"},
         [](const TreeRow& row) { return row.table.shape->tree.level(row.box); }},
        {{.key = "children", .title = "Children", .help = "0 for a leaf"},
         [](const TreeRow& row) { return row.table.shape->tree.children(row.box); }},
        {{.key = "subtree_boxes", .title = "Boxes", .help = "Boxes of the subtree, with this box"},
         [](const TreeRow& row) { return row.table.shape->tree.subtree_boxes(row.box); }},
        {{.key = "subtree_faces", .title = "Faces", .help = "Faces in the leaves of the subtree"},
         [](const TreeRow& row) { return row.table.shape->subtree_faces[row.box]; }},
    };
}

TreeColumns tree_cost_columns() {
    const auto of_box = [](auto member) {
        return [member](const TreeRow& row) { return (row.table.shape->costs.*member)[row.box]; };
    };
    const auto share = [](auto subtree, auto total) {
        return [subtree, total](const TreeRow& row) {
            return quotient((row.table.shape.get()->*subtree)[row.box], row.table.shape.get()->*total);
        };
    };
    return {
        {{.key = "sah_cost",
          .title = "SAH cost",
          .type = CellType::measure,
          .help = "Term of the box in the cost by the surface-area heuristic: its area by that of the root, "
                  "times its faces if it is a leaf"},
         of_box(&BoxCosts::sah)},
        {{.key = "subtree_sah_share",
          .title = "SAH share",
          .type = CellType::rate,
          .help = "Share of the subtree in the cost of all boxes by the surface-area heuristic"},
         share(&TreeShape::subtree_sah, &TreeShape::sah)},
        {{.key = "end_point_overlap",
          .title = "Overlap",
          .type = CellType::measure,
          .help =
              "Term of the box in the end-point overlap: area of faces within the box that are not in its "
              "subtree, by the area of all faces, times its faces if it is a leaf"},
         of_box(&BoxCosts::overlap)},
        {{.key = "subtree_overlap_share",
          .title = "Overlap share",
          .type = CellType::rate,
          .help = "Share of the subtree in the end-point overlap of all boxes"},
         share(&TreeShape::subtree_overlap, &TreeShape::overlap)},
    };
}

/// Files have hits and look-ups, from which misses follow.
ReportColumn<TreeRow> misses_column(const std::string& key, const std::string& name, std::size_t level,
                                    const std::vector<BoxSums> TreeTable::*sums) {
    const std::string number = std::to_string(level + 1);
    return {{.key = key + "l" + number + "_misses",
             .title = name + "L" + number + " misses",
             .in = {.csv = false},
             .of = "misses of all boxes"},
            [level, sums](const TreeRow& row) -> CellValue {
                const LevelSums& of_row = (row.table.*sums)[row.box].levels[level];
                if (of_row.lookups == 0) return {};
                return part_of(of_row.miss_count(), row.table.all.levels[level].miss_count());
            }};
}

/// Columns of accesses and look-ups of the boxes themselves or of their subtrees.
TreeColumns sums_columns(const std::string& key, const std::string& name,
                         const std::vector<BoxSums> TreeTable::*sums) {
    TreeColumns columns{
        {{.key = key + "accesses", .title = name + "accesses"}, [sums](const TreeRow& row) -> CellValue {
             if (!row.table.counts_accesses) return {};
             return (row.table.*sums)[row.box].accesses;
         }}};
    for (const std::size_t level : {0U, 1U}) {
        const std::string number = std::to_string(level + 1);
        for (auto& column : one_level_columns<TreeRow>(
                 key + "l" + number + "_", name + "L" + number + " ", [sums, level](const TreeRow& row) {
                     return reported_level((row.table.*sums)[row.box].levels[level]);
                 }))
            columns.push_back(std::move(column));
        columns.push_back(misses_column(key, name, level, sums));
    }
    return columns;
}

} // namespace

ReportColumns<TreeRow> tree_report_columns() {
    TreeColumns columns = tree_place_columns();
    for (const TreeColumns& more : {tree_cost_columns(), sums_columns("", "", &TreeTable::boxes),
                                    sums_columns("subtree_", "Subtree: ", &TreeTable::subtrees)})
        columns.insert(columns.end(), more.begin(), more.end());
    return columns;
}

} // namespace hitmap
