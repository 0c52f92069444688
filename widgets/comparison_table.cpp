#include "widgets/comparison_table.h"

#include "widgets/format.h"
#include "widgets/tr.h"

#include <optional>
#include <utility>

namespace hitmap {

namespace {

QString hits_text(const LevelSums& sums) {
    return sums.lookups == 0 ? QString() : hits_of_lookups_text(sums);
}

TableRow rate_row_of(const QString& of, const QString& quantity, const ComparedValue& value,
                     const LevelSums& a, const LevelSums& b) {
    return {text_cell(of),
            text_cell(quantity),
            number_cell(CellType::rate, value.a, hits_text(a)),
            number_cell(CellType::rate, value.b, hits_text(b)),
            number_cell(CellType::points, value.difference),
            {CellType::change, {}, {}},
            text_cell(QStringLiteral("0..1"))};
}

TableRow touched_row(const QString& of, const QString& quantity, std::optional<std::uint64_t> a,
                     std::optional<std::uint64_t> b) {
    const auto cell = [](std::optional<std::uint64_t> count) {
        return count ? count_cell(*count) : TableCell{CellType::count, {}, {}};
    };
    return {text_cell(of),
            text_cell(quantity),
            cell(a),
            cell(b),
            {CellType::signed_count, {}, {}},
            {CellType::change, {}, {}},
            text_cell(QStringLiteral("count"))};
}

} // namespace

Comparison compare(const ComparedFrames& a, const ComparedFrames& b, const SideLetters& letters,
                   std::shared_ptr<const SceneMatch> match, const JobContext& job) {
    Comparison result;
    const Profile& profile_a = *a.simulation->profile;
    const Profile& profile_b = *b.simulation->profile;
    const TimeWindow window_a = frame_range_window(profile_a.positions(), clamped(a.frames));
    const TimeWindow window_b = frame_range_window(profile_b.positions(), clamped(b.frames));
    result.totals = compare_totals(profile_a.totals(window_a), profile_b.totals(window_b));
    const auto& scene_a = a.simulation->recording->scene;
    const auto& scene_b = b.simulation->recording->scene;
    if (match == nullptr || !match->is_of(scene_a, scene_b, letters))
        match = std::make_shared<const SceneMatch>(scene_a, scene_b, letters, job);
    DifferenceValues difference;
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind) {
        ElementsBySide touched;
        if (match->matches(kind)) {
            metric_difference(*match, {profile_a, window_a}, {profile_b, window_b}, kind,
                              Metric::access_count, Side::compared, difference, job);
            touched = {difference.both, difference.only_a, difference.only_b, {}};
        } else {
            touched.refusal = match->refusal(kind);
        }
        result.touched.push_back(std::move(touched));
    }
    result.match = std::move(match);
    Aabb bounds = a.simulation->recording->prepared->bounds;
    bounds.include(b.simulation->recording->prepared->bounds);
    std::optional<PlaceGrid> grid;
    if (!bounds.empty()) grid.emplace(bounds);
    const auto sums = [&](const auto& side, const RecordedScene* scene, const Profile& profile,
                          TimeWindow window) {
        const RecordingSums of_window = sums_of(profile, window, job);
        return sum_side({side.simulation->recording->info(), scene, of_window}, grid, job);
    };
    const SideSums sums_a = sums(a, scene_a.get(), profile_a, window_a);
    const SideSums sums_b = sums(b, scene_b.get(), profile_b, window_b);
    result.sides = compare_sides(sums_a, sums_b, letters);
    return result;
}

namespace {

/// The columns A, B, B - A and its change, in a table in which A is the column `first`.
std::vector<TableColumn> side_columns(const SideLetters& letters, std::size_t first,
                                      const QString& tool_tip) {
    const QChar a = QLatin1Char(letters.baseline);
    const QChar b = QLatin1Char(letters.compared);
    return {{a, a.toLower(), true, {}, first + 1, {}, QStringLiteral("a")},
            {b, b.toLower(), true, {}, {}, {}, QStringLiteral("b")},
            {text_of(difference_name(letters)),
             QStringLiteral("%1_minus_%2").arg(b.toLower()).arg(a.toLower()),
             true,
             tr("%1 compared with %2; under it the change relative to %2").arg(b).arg(a) + tool_tip,
             first + 3,
             {},
             QStringLiteral("difference")},
            {tr("Change"), QStringLiteral("relative_difference")}};
}

/// The cells A, B, B - A and its change.
TableRow side_cells(const ComparedValue& value, bool in_bytes, const QString& detail) {
    std::optional<double> change;
    if (value.difference && value.a && *value.a != 0.0) change = *value.difference / *value.a;
    const auto cell = [&](const std::optional<double>& number) {
        if (!in_bytes || !number)
            return number_cell(in_bytes ? CellType::bytes : CellType::count, number, detail);
        return bytes_cell(static_cast<std::uint64_t>(*number));
    };
    return {cell(value.a), cell(value.b),
            number_cell(in_bytes ? CellType::signed_bytes : CellType::signed_count, value.difference, detail),
            number_cell(CellType::change, change)};
}

TableRow count_row(const QString& of, const QString& quantity, const ComparedValue& value) {
    TableRow row{text_cell(of), text_cell(quantity)};
    const TableRow cells = side_cells(value, false, {});
    row.insert(row.end(), cells.begin(), cells.end());
    row.push_back(text_cell(QStringLiteral("count")));
    return row;
}

TableRow cost_row(const QString& of, const ComparedPart& part, const CostInfo& cost, const QString& unknown) {
    TableRow row{text_cell(of), text_cell(capitalised(cost.title), text_of(cost.explanation))};
    const TableRow cells = side_cells(part.value(cost.cost), cost.in_bytes, unknown);
    row.insert(row.end(), cells.begin(), cells.end());
    row.push_back(text_cell(cost.in_bytes ? QStringLiteral("bytes") : QStringLiteral("count")));
    return row;
}

/// Requests and what they move, then sectors of stack and nodes.
std::vector<TableRow> request_rows(const SideComparison& sides) {
    std::vector<TableRow> rows;
    const QString unknown =
        sides.unknown.empty() ? QString() : tr("Not known: %1").arg(text_of(sides.unknown));
    for (const CostInfo& cost : cost_table())
        if (cost.of_requests) rows.push_back(cost_row(tr("Requests"), sides.total, cost, unknown));
    for (const Role role : {Role::nodes, Role::stack})
        for (const ComparedPart& part : sides.of(Division::roles))
            if (part.name == name_of(role))
                rows.push_back(cost_row(capitalised(part.name), part, info_of(Cost::sectors), unknown));
    return rows;
}

} // namespace

std::vector<TableColumn> comparison_columns(const SideLetters& letters) {
    std::vector<TableColumn> columns{{tr("Of"), QStringLiteral("of")},
                                     {tr("Quantity"), QStringLiteral("quantity")}};
    const auto sides = side_columns(letters, columns.size(), tr("; rates in percentage points"));
    columns.insert(columns.end(), sides.begin(), sides.end());
    columns.push_back(
        {tr("Unit"), QStringLiteral("unit"), false,
         tr("Of %1, %2 and %3 in a saved table").arg(columns[2].title, columns[3].title, columns[4].title)});
    return columns;
}

std::vector<TableColumn> part_columns(const SideLetters& letters) {
    std::vector<TableColumn> columns{{tr("Part"), QStringLiteral("part")}};
    const auto sides = side_columns(letters, columns.size(), {});
    columns.insert(columns.end(), sides.begin(), sides.end());
    columns.push_back({tr("Share"), QStringLiteral("share_of_change"), true,
                       tr("Size of the part's change over the sizes of the changes of all parts")});
    return columns;
}

std::vector<TableRow> part_rows(const SideComparison& sides, Division division, Cost cost,
                                const SideLetters& letters) {
    std::vector<TableRow> rows;
    for (const PartChange& change : sides.changes(division, cost)) {
        const ComparedPart& part = *change.part;
        const auto only = part.only();
        const QString name = text_of(part.name);
        TableRow row{text_cell(
            name, only ? tr("%1, in %2 only").arg(name, QString(QLatin1Char(letters.of(*only)))) : name)};
        const TableRow cells = side_cells(change.value, info_of(cost).in_bytes, {});
        row.insert(row.end(), cells.begin(), cells.end());
        row.push_back(number_cell(CellType::rate, change.share));
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<TableRow> comparison_rows(const Comparison& comparison) {
    std::vector<TableRow> rows;
    // What is not known is said, but does not stand before what is.
    const bool requests_first = comparison.sides.unknown.empty();
    if (requests_first) rows = request_rows(comparison.sides);
    for (const ComparedKind& kind : comparison.totals) {
        const QString of = kind.kind ? capitalised(element_kinds()[*kind.kind].plural) : tr("Elements");
        for (const QuantityInfo& quantity : quantity_table()) {
            if (!has_quantity(kind, quantity)) continue;
            const QString title = capitalised(quantity.title);
            const ComparedValue value = kind.value(quantity.quantity);
            if (quantity.quantity == Quantity::l1_hit_rate) {
                rows.push_back(rate_row_of(of, title, value, kind.a.l1, kind.b.l1));
            } else if (quantity.is_rate) {
                rows.push_back(rate_row_of(of, title, value, kind.a.l2, kind.b.l2));
            } else {
                rows.push_back(count_row(of, title, value));
            }
        }
        if (!kind.kind) continue;
        const ElementsBySide& touched = comparison.touched[*kind.kind];
        const bool known = touched.refusal.empty();
        const auto count = [known](std::uint64_t elements) {
            return known ? std::optional(elements) : std::nullopt;
        };
        rows.push_back(touched_row(of, tr("Accessed in both"), count(touched.both), count(touched.both)));
        rows.push_back(touched_row(of, tr("Accessed in one"), count(touched.only_a), count(touched.only_b)));
    }
    if (!requests_first) {
        const auto unknown = request_rows(comparison.sides);
        rows.insert(rows.end(), unknown.begin(), unknown.end());
    }
    return rows;
}

} // namespace hitmap
