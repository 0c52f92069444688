#include "widgets/comparison/comparison_table.h"

#include "widgets/base/format.h"
#include "widgets/base/tr.h"
#include "widgets/comparison/compared_cells.h"
#include "widgets/session/recording/missing_parts.h"

#include <optional>
#include <utility>

namespace hitmap {

namespace {

QString hits_text(const LevelSums& sums) {
    return sums.lookups == 0 ? QString() : hits_of_lookups_text(sums);
}

QString direction_of(Better better) {
    return better == Better::more   ? QStringLiteral(" \u2191")
           : better == Better::less ? QStringLiteral(" \u2193")
                                    : QString();
}

/// Title of a row. Each title is complete in itself, so that a table has one line per row.
struct RowTitle {
    QString of;       ///< "Faces"
    QString quantity; ///< "L1 hit rate"
    QString shown;    ///< "Faces: L1 hit rate"
    QString explanation{};
    Better better = Better::neither;
};

TableRow row_of(const RowTitle& title, TableRow cells, const QString& unit,
                const std::optional<double>& difference, const SideLetters& letters) {
    QString explanation = title.explanation;
    if (title.better != Better::neither) {
        if (!explanation.isEmpty()) explanation += QStringLiteral("; ");
        explanation += title.better == Better::more ? tr("more is better") : tr("less is better");
    }
    TableCell quantity = text_cell(title.quantity, explanation);
    quantity.shown = title.shown + direction_of(title.better);
    // The tool tip shows the whole text, which the cell may cut.
    if (explanation.isEmpty()) quantity.detail = title.shown;
    const auto better = difference ? better_side(title.better, *difference) : std::nullopt;
    const QString letter = better ? QString(QLatin1Char(letters.of(*better))) : QString();
    if (better) cells[2].detail = tr("%1 is better").arg(letter);
    TableRow row{text_cell(title.of), std::move(quantity)};
    row.insert(row.end(), cells.begin(), cells.end());
    row.push_back(text_cell(unit));
    row.push_back(text_cell(letter));
    return row;
}

/// @param quantity  "Accessed in both"
/// @param shown     the row's name: "Faces in both"
TableRow touched_row(const QString& of, const QString& quantity, const QString& shown,
                     std::optional<std::uint64_t> a, std::optional<std::uint64_t> b) {
    const auto cell = [](std::optional<std::uint64_t> count) {
        return count ? count_cell(*count) : TableCell{CellType::count, {}, {}};
    };
    return row_of({of, quantity, shown, quantity},
                  {cell(a), cell(b), {CellType::signed_count, {}, {}}, {CellType::change, {}, {}}},
                  QStringLiteral("count"), std::nullopt, {});
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
                              "access-count"_metric, Side::compared, difference, job);
            touched = {difference.both, difference.only_a, difference.only_b, {}};
        } else {
            touched.refusal = match->refusal(kind);
        }
        result.touched.push_back(std::move(touched));
    }
    result.match = std::move(match);
    Aabb bounds;
    for (const ComparedFrames* side : {&a, &b})
        if (side->simulation->recording->has_mesh())
            bounds.include(side->simulation->recording->prepared->bounds);
    std::optional<PlaceGrid> grid;
    if (!bounds.empty()) grid.emplace(bounds);
    const auto sums = [&](const auto& side, const RecordedScene* scene, const Profile& profile,
                          TimeWindow window) {
        const RecordingSums of_window = sums_of(profile, window, job);
        return sum_side({side.simulation->recording->info(), scene, of_window, side.simulation->config.only},
                        grid, job);
    };
    const SideSums sums_a = sums(a, scene_a.get(), profile_a, window_a);
    const SideSums sums_b = sums(b, scene_b.get(), profile_b, window_b);
    result.sides = compare_sides(sums_a, sums_b, letters);
    result.no_elements = {why_no_elements(*a.simulation->recording),
                          why_no_elements(*b.simulation->recording)};
    return result;
}

namespace {

/// Returns the columns A, B, B - A and the relative change.
std::vector<TableColumn> side_columns(const SideLetters& letters, const QString& tool_tip) {
    const QChar a = QLatin1Char(letters.baseline);
    const QChar b = QLatin1Char(letters.compared);
    return {{a, a.toLower(), true, {}, {}, {}, QStringLiteral("a")},
            {b, b.toLower(), true, {}, {}, {}, QStringLiteral("b")},
            {text_of(difference_name(letters)),
             QStringLiteral("%1_minus_%2").arg(b.toLower()).arg(a.toLower()),
             true,
             tr("%1 compared with %2").arg(b).arg(a) + tool_tip,
             {},
             {},
             QStringLiteral("difference")},
            {tr("Change"), QStringLiteral("relative_difference"), true, tr("Relative to %1").arg(a)}};
}

/// @param comparable  whether both sides count hits and misses in the same way
TableRow kind_row(const ComparedKind& kind, const MetricInfo& info, bool comparable,
                  const SideLetters& letters) {
    const QuantityInfo& quantity = info_of(info.metric.quantity);
    const std::optional<Level> level = info.metric.level;
    const QString of = kind.kind ? capitalised(element_kinds()[*kind.kind].plural) : tr("Elements");
    const QString shown = quantity.sums.has(Sum::elements_accessed)
                              ? tr("%1 accessed").arg(of)
                              : QStringLiteral("%1: %2").arg(of, text_of(info.title));
    ComparedValue value = kind.value(info.metric);
    if (level && !comparable) value.difference.reset();
    TableRow cells = quantity.is_share() && level
                         ? compared_cells(value, ComparedUnit::rate, hits_text(kind.a.of(*level)),
                                          hits_text(kind.b.of(*level)))
                         : compared_cells(value, ComparedUnit::count);
    return row_of({of, capitalised(info.title), shown, {}, quantity.better}, std::move(cells),
                  quantity.is_share() ? QStringLiteral("0..1") : QStringLiteral("count"), value.difference,
                  letters);
}

/// Returns the row of a kind without the numbers of a side that knows no elements.
TableRow with_known(TableRow row, const std::array<QString, 2>& no_elements) {
    constexpr std::size_t first = 2; // A, B, the difference and the change
    constexpr std::size_t better = 7;
    for (std::size_t side = 0; side < no_elements.size(); ++side) {
        if (no_elements[side].isEmpty()) continue;
        for (const std::size_t cell : {first + side, first + 2, first + 3})
            row[cell] = {row[cell].type, {}, no_elements[side]};
        row[better] = text_cell({});
    }
    return row;
}

/// @param of  name of the part. It is not shown for the total ("Requests"), since the titles of costs say it
///            already
TableRow cost_row(const QString& of, const ComparedPart& part, const CostInfo& cost, const QString& unknown,
                  const SideLetters& letters) {
    const bool of_everything = cost.cost != Cost::sectors || part.name == "all";
    const QString title = capitalised(cost.title);
    const QString shown = of_everything ? title : QStringLiteral("%1: %2").arg(of, text_of(cost.title));
    const ComparedValue value = part.value(cost.cost);
    return row_of(
        {of, title, shown, text_of(cost.explanation), Better::less},
        compared_cells(value, cost.in_bytes ? ComparedUnit::bytes : ComparedUnit::count, unknown, unknown),
        cost.in_bytes ? QStringLiteral("bytes") : QStringLiteral("count"), value.difference, letters);
}

/// Returns the costs of all requests, and then the sectors of stack and nodes.
std::vector<TableRow> request_rows(const SideComparison& sides, const SideLetters& letters) {
    std::vector<TableRow> rows;
    const QString unknown =
        sides.unknown.empty() ? QString() : tr("Not known: %1").arg(text_of(sides.unknown));
    for (const CostInfo& cost : cost_table())
        if (cost.of_requests && sides.shows(cost))
            rows.push_back(cost_row(tr("Requests"), sides.total, cost, unknown, letters));
    for (const Role role : {Role::nodes, Role::stack})
        for (const ComparedPart& part : sides.of(Division::roles))
            if (part.name == name_of(role))
                rows.push_back(
                    cost_row(capitalised(part.name), part, info_of(Cost::sectors), unknown, letters));
    return rows;
}

} // namespace

std::vector<TableColumn> comparison_columns(const SideLetters& letters) {
    std::vector<TableColumn> columns{{tr("Of"), QStringLiteral("of"), false},
                                     {tr("Quantity"), QStringLiteral("quantity"), true,
                                      tr("\u2191: more is better, \u2193: less is better; with neither it "
                                         "depends, as for the hit rate of an "
                                         "L2 behind an L1 that hits more")}};
    const auto sides = side_columns(letters, tr("; rates in percentage points"));
    columns.insert(columns.end(), sides.begin(), sides.end());
    columns.push_back(
        {tr("Unit"), QStringLiteral("unit"), false,
         tr("Of %1, %2 and %3 in a saved table").arg(columns[2].title, columns[3].title, columns[4].title)});
    columns.push_back({tr("Better"), QStringLiteral("better"), false,
                       tr("The better side in this quantity, where more or less of it is better")});
    return columns;
}

std::vector<TableColumn> part_columns(const SideLetters& letters) {
    std::vector<TableColumn> columns{
        {tr("Part"), QStringLiteral("part")},
        {tr("Share"), QStringLiteral("share_of_change"), true,
         tr("Size of the part's change over the sizes of the changes of all parts")}};
    const auto sides = side_columns(letters, {});
    columns.insert(columns.end(), sides.begin(), sides.end());
    return columns;
}

std::vector<TableRow> part_rows(const std::vector<PartChange>& changes, Cost cost,
                                const SideLetters& letters) {
    std::vector<TableRow> rows;
    for (const PartChange& change : changes) {
        const ComparedPart& part = *change.part;
        const auto only = part.only();
        const QString name = text_of(part.name);
        TableRow row{
            text_cell(name,
                      only ? tr("%1, in %2 only").arg(name, QString(QLatin1Char(letters.of(*only)))) : name),
            number_cell(CellType::rate, change.share)};
        const TableRow cells =
            compared_cells(change.value, info_of(cost).in_bytes ? ComparedUnit::bytes : ComparedUnit::count);
        row.insert(row.end(), cells.begin(), cells.end());
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<TableRow> comparison_rows(const Comparison& comparison, const SideLetters& letters) {
    std::vector<TableRow> rows;
    // Unknown costs are listed, but after known values.
    const bool requests_first = comparison.sides.unknown.empty();
    if (requests_first) rows = request_rows(comparison.sides, letters);
    for (const ComparedKind& kind : comparison.totals) {
        for (const MetricInfo& info : metric_table(Subject::kind))
            if (has_metric(kind, info.metric))
                rows.push_back(with_known(kind_row(kind, info, comparison.sides.same_counting, letters),
                                          comparison.no_elements));
        if (!kind.kind) continue;
        const QString of = capitalised(element_kinds()[*kind.kind].plural);
        const ElementsBySide& touched = comparison.touched[*kind.kind];
        const bool known = touched.refusal.empty();
        const auto count = [known](std::uint64_t elements) {
            return known ? std::optional(elements) : std::nullopt;
        };
        rows.push_back(touched_row(of, tr("Accessed in both"), tr("%1 in both").arg(of), count(touched.both),
                                   count(touched.both)));
        rows.push_back(touched_row(of, tr("Accessed in one"), tr("%1 in one").arg(of), count(touched.only_a),
                                   count(touched.only_b)));
    }
    if (!requests_first) {
        const auto unknown = request_rows(comparison.sides, letters);
        rows.insert(rows.end(), unknown.begin(), unknown.end());
    }
    return rows;
}

} // namespace hitmap
