#include "widgets/elements/tree_data.h"

#include "core/jobs/check_often.h"
#include "widgets/base/tr.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace hitmap {

namespace {

const ColumnPlaces& tree_places() {
    static const ColumnPlaces places{
        {"box"},
        // What the boxes cost comes first: the dock is often narrow.
        {"subtree_l1_misses"},
        {"subtree_l1_hit_rate"},
        {"subtree_l2_misses"},
        {"subtree_l2_hit_rate"},
        {"subtree_accesses"},
        {"subtree_faces"},
        {"level"},
        {"children"},
        {"subtree_sah_share"},
        {"subtree_overlap_share"},
        {"accesses"},
        {"l1_misses"},
        {"l1_hit_rate"},
        {"l2_misses"},
        {"l2_hit_rate"},
        {"sah_cost"},
        {"end_point_overlap"},
        {.key = "subtree_boxes", .shown = false},
        {.key = "source", .shown = false},
        {.key = "parent", .shown = false},
        {.key = "subtree_l1_hits", .shown = false},
        {.key = "subtree_l1_lookups", .shown = false},
        {.key = "subtree_l2_hits", .shown = false},
        {.key = "subtree_l2_lookups", .shown = false},
        {.key = "l1_hits", .shown = false},
        {.key = "l1_lookups", .shown = false},
        {.key = "l2_hits", .shown = false},
        {.key = "l2_lookups", .shown = false},
    };
    return places;
}

/// NaN where the value is undefined. All columns are numbers.
double number_in(const ReportColumn<TreeRow>& column, const TreeRow& row) {
    const CellValue value = column.value(row);
    if (const auto* whole = std::get_if<std::uint64_t>(&value.value)) return static_cast<double>(*whole);
    if (const auto* number = std::get_if<double>(&value.value)) return *number;
    return std::numeric_limits<double>::quiet_NaN();
}

void sort_by_value(std::vector<std::uint32_t>& boxes, const TreeTable& table, const SiblingOrder& order,
                   const JobContext& job) {
    const auto& column = tree_panel_columns()[static_cast<std::size_t>(order.column)];
    std::vector<std::pair<double, std::uint32_t>> keys;
    keys.reserve(boxes.size());
    for (const std::uint32_t box : boxes) {
        check_often(keys.size(), job);
        keys.emplace_back(number_in(column, {table, box}), box);
    }
    const bool rising = order.direction == Qt::AscendingOrder;
    std::ranges::stable_sort(keys, [rising](const auto& a, const auto& b) {
        if (std::isnan(a.first) || std::isnan(b.first)) return !std::isnan(a.first) && std::isnan(b.first);
        return rising ? a.first < b.first : a.first > b.first;
    });
    std::ranges::transform(keys, boxes.begin(), [](const auto& key) { return key.second; });
}

} // namespace

const ReportColumns<TreeRow>& tree_panel_columns() {
    static const ReportColumns<TreeRow> columns = window_columns(tree_report_columns(), tree_places());
    return columns;
}

const std::vector<TableColumn>& tree_panel_headings() {
    static const std::vector<TableColumn> headings = [] {
        auto columns = table_columns(tree_panel_columns(), tree_places(), tr);
        for (TableColumn& column : columns)
            column.title.replace(QLatin1String(": "), QLatin1String("\n"));
        return columns;
    }();
    return headings;
}

std::vector<std::uint32_t> ordered_children(const TreeTable& table, std::uint32_t parent,
                                            const SiblingOrder& order, const JobContext& job) {
    const BoxTree& tree = table.shape->tree;
    std::vector<std::uint32_t> children;
    if (parent == BoxTree::none) {
        children.assign(tree.tops().begin(), tree.tops().end());
    } else {
        for (auto child = tree.first_child(parent); child != BoxTree::none; child = tree.next_sibling(child))
            children.push_back(child);
    }
    if (order.column >= 0) sort_by_value(children, table, order, job);
    return children;
}

QString why_no_tree(const OpenRecording& recording) {
    const auto& scene = recording.scene;
    if (scene == nullptr || (scene->boxes.empty() && scene->box_parent.empty()))
        return tr("This recording has no bounding boxes, and therefore no tree of them.");
    if (!knows_box_extents(recording.info()))
        return tr("Only the number of this recording's boxes is known, not where they are in space: there is "
                  "no tree to show.");
    if (scene->box_parent.empty())
        return tr(
            "This recording does not say which box is below which other one: there is no tree to show.");
    if (!knows_vertex_positions(recording.info()))
        return tr("The positions of this recording's vertices are not known, so that the faces below a box "
                  "are not known either.");
    return {};
}

std::shared_ptr<const TreeData> make_tree_data(std::shared_ptr<const Simulation> simulation,
                                               const FrameRange& frames, const SiblingOrder& order,
                                               const std::shared_ptr<const TreeData>& known,
                                               const JobContext& job) {
    auto data = std::make_shared<TreeData>();
    data->simulation = std::move(simulation);
    data->frames = frames;
    data->order = order;
    if (known != nullptr && known->simulation == data->simulation && known->frames == frames) {
        data->table = known->table;
        data->levels = known->levels;
        data->worst_path = known->worst_path;
    } else {
        const Profile& profile = *data->simulation->profile;
        WindowSums sums;
        profile.window(frame_range_window(profile.positions(), frames), sums, job);
        data->table = std::make_shared<const TreeTable>(make_tree_table(
            data->simulation->recording->tree->get(job), sums, profile.capabilities().counts_accesses));
        data->levels = tree_levels(*data->table);
        data->worst_path = worst_path(*data->table, 0);
    }
    const BoxTree& tree = data->table->shape->tree;
    if (tree.tops().size() > TreeData::many_children)
        data->many[BoxTree::none] = ordered_children(*data->table, BoxTree::none, order, job);
    for (std::uint32_t box = 0; box < tree.size(); ++box) {
        check_often(box, job);
        if (tree.children(box) > TreeData::many_children)
            data->many[box] = ordered_children(*data->table, box, order, job);
    }
    return data;
}

} // namespace hitmap
