#include "widgets/comparison/comparison_table.h"

#include "core/trace/model/mesh_offset.h"
#include "widgets/base/format.h"
#include "widgets/base/tr.h"
#include "widgets/comparison/compared_cells.h"
#include "widgets/session/recording/missing_parts.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
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
    // Places of scenes with different offsets are different places in the files.
    const bool same_origin =
        mesh_offset(a.simulation->recording->info()) == mesh_offset(b.simulation->recording->info());
    if (same_origin && !bounds.empty()) grid.emplace(bounds);
    const FrameMatch matched = matched_by(a.frames, b.frames);
    const auto sums = [&](const auto& side, const RecordedScene* scene, const Profile& profile,
                          TimeWindow window) {
        const RecordingSums of_window = sums_of(profile, window, job);
        return sum_side({side.simulation->recording->info(), scene, of_window, side.simulation->config.only,
                         side_gpu(side.simulation->config.preset), matched},
                        grid, job);
    };
    const SideSums sums_a = sums(a, scene_a.get(), profile_a, window_a);
    const SideSums sums_b = sums(b, scene_b.get(), profile_b, window_b);
    result.sides = compare_sides(sums_a, sums_b, letters);
    result.differences = differences_of(sums_a, sums_b, letters);
    result.waiting = waiting_sentence(sums_a, sums_b, letters);
    if (const std::string options = options_sentence(sums_a, sums_b, letters); !options.empty())
        result.waiting += (result.waiting.empty() ? "" : " ") + options;
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

/// Of frames that hold different work, neither side is better.
Better judged(Better better, const SideComparison& sides) {
    return sides.same_work ? better : Better::neither;
}

TableRow kind_row(const ComparedKind& kind, const MetricInfo& info, const SideComparison& sides,
                  const SideLetters& letters) {
    const QuantityInfo& quantity = info_of(info.metric.quantity);
    const std::optional<Level> level = info.metric.level;
    const QString of = kind.kind ? capitalised(element_kinds()[*kind.kind].plural) : tr("Elements");
    const QString shown = quantity.sums.has(Sum::elements_accessed)
                              ? tr("%1 accessed").arg(of)
                              : QStringLiteral("%1: %2").arg(of, text_of(info.title));
    ComparedValue value = kind.value(info.metric);
    if (level && !sides.same_counting) value.difference.reset();
    TableRow cells = quantity.is_share() && level
                         ? compared_cells(value, ComparedUnit::rate, hits_text(kind.a.of(*level)),
                                          hits_text(kind.b.of(*level)))
                         : compared_cells(value, ComparedUnit::count);
    return row_of({of, capitalised(info.title), shown, {}, judged(quantity.better, sides)}, std::move(cells),
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
TableRow cost_row(const QString& of, const ComparedPart& part, const CostInfo& cost,
                  const SideComparison& sides, const SideLetters& letters) {
    const QString unknown =
        sides.unknown.empty() ? QString() : tr("Not known: %1").arg(text_of(sides.unknown));
    const bool is_of_elements_too = cost.cost == Cost::l1_misses || cost.cost == Cost::l2_misses;
    const bool of_everything = !is_of_elements_too && (cost.cost != Cost::sectors || part.name == "all");
    const QString title = capitalised(cost.title);
    const QString shown = of_everything ? title : QStringLiteral("%1: %2").arg(of, text_of(cost.title));
    const ComparedValue value = part.value(cost.cost);
    return row_of(
        {of, title, shown, text_of(cost.explanation), judged(Better::less, sides)},
        compared_cells(value, cost.in_bytes ? ComparedUnit::bytes : ComparedUnit::count, unknown, unknown),
        cost.in_bytes ? QStringLiteral("bytes") : QStringLiteral("count"), value.difference, letters);
}

/// The hit rate of the sectors of all requests in a level. Whether more of it is better depends, for an L2.
TableRow rate_row(Cost lookups, Cost misses, Better better, const SideComparison& sides,
                  const SideLetters& letters) {
    const auto level_of = [&](const std::optional<Costs>& costs) {
        LevelSums level;
        if (!costs) return level;
        level.lookups = static_cast<std::uint64_t>((*costs)[lookups].value_or(0.0));
        const auto misses_of = static_cast<std::uint64_t>((*costs)[misses].value_or(0.0));
        level.hits = (level.lookups - std::min(level.lookups, misses_of)) * hit_unit;
        return level;
    };
    const LevelSums a = level_of(sides.total.a);
    const LevelSums b = level_of(sides.total.b);
    const auto rate_of = [](const LevelSums& level) {
        return level.lookups == 0 ? std::nullopt
                                  : std::optional(level.hit_count() / static_cast<double>(level.lookups));
    };
    ComparedValue value{rate_of(a), rate_of(b), std::nullopt};
    if (value.a && value.b) value.difference = *value.b - *value.a;
    const QString title = lookups == Cost::l1_lookups ? tr("L1 hit rate") : tr("L2 hit rate");
    return row_of({tr("Requests"), title, tr("Requests: %1").arg(title), {}, judged(better, sides)},
                  compared_cells(value, ComparedUnit::rate, hits_text(a), hits_text(b)),
                  QStringLiteral("0..1"), value.difference, letters);
}

/// Returns the costs of all requests, and then the sectors of stack and nodes.
std::vector<TableRow> request_rows(const SideComparison& sides, const SideLetters& letters) {
    std::vector<TableRow> rows;
    for (const CostInfo& cost : cost_table())
        if (cost.of_requests && sides.shows(cost))
            rows.push_back(cost_row(tr("Requests"), sides.total, cost, sides, letters));
    if (sides.unknown.empty() && sides.same_counting) {
        rows.push_back(rate_row(Cost::l1_lookups, Cost::l1_misses, Better::more, sides, letters));
        rows.push_back(rate_row(Cost::l2_lookups, Cost::l2_misses, Better::neither, sides, letters));
        for (const Cost cost : {Cost::l1_misses, Cost::l2_misses})
            rows.push_back(cost_row(tr("Requests"), sides.total, info_of(cost), sides, letters));
    }
    for (const Role role : {Role::nodes, Role::stack})
        for (const ComparedPart& part : sides.of(Division::roles))
            if (part.name == name_of(role))
                rows.push_back(
                    cost_row(capitalised(part.name), part, info_of(Cost::sectors), sides, letters));
    return rows;
}

} // namespace

namespace {

/// The columns of a pane, and of its difference from the baseline.
constexpr std::size_t further_columns = 3;

/// Each difference is written below the number of its pane, so that more panes fit; relative changes are
/// offered.
void add_further_columns(std::vector<TableColumn>& columns, const std::vector<SideLetters>& further,
                         const QString& tool_tip) {
    if (further.empty()) return;
    constexpr std::size_t side_b = 3; // before B - A and the change, in either table
    columns[side_b].below = side_b + 1;
    columns[side_b + 2].shown = false;
    for (const SideLetters& letters : further) {
        const auto sides = side_columns(letters, tool_tip);
        const QString letter = QString(QLatin1Char(letters.compared));
        const std::size_t first = columns.size();
        for (TableColumn column : {sides[1], sides[2], sides[3]}) {
            column.csv_name = column.title == sides[3].title
                                  ? QStringLiteral("relative_difference_%1").arg(letter.toLower())
                                  : column.csv_name;
            if (column.title == sides[3].title) column.title = sides[3].title + QStringLiteral(" ") + letter;
            column.stored_name =
                QStringLiteral("%1 of %2")
                    .arg(column.stored_name.isEmpty() ? column.csv_name : column.stored_name, letter);
            columns.push_back(std::move(column));
        }
        columns[first].below = first + 1;
        columns[first + 2].shown = false;
    }
}

void add_undefined(TableRow& row, const TableRow& like, std::size_t first, const QString& why) {
    for (std::size_t i = 0; i < further_columns; ++i)
        row.push_back({like[first + i].type, {}, why});
}

bool same_quantity(const TableRow& a, const TableRow& b) {
    return a[0].value == b[0].value && a[1].value == b[1].value;
}

} // namespace

std::vector<TableColumn> comparison_columns(const SideLetters& letters,
                                            const std::vector<SideLetters>& further) {
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
    add_further_columns(columns, further, tr("; rates in percentage points"));
    return columns;
}

std::vector<SideLetters> letters_of(const std::vector<FurtherComparison>& further) {
    std::vector<SideLetters> letters;
    for (const FurtherComparison& each : further)
        letters.push_back(each.letters);
    return letters;
}

std::vector<TableColumn> part_columns(const SideLetters& letters, const std::vector<SideLetters>& further) {
    std::vector<TableColumn> columns{
        {tr("Part"), QStringLiteral("part")},
        {tr("Share"), QStringLiteral("share_of_change"), true,
         tr("Size of the part's change over the sizes of the changes of all parts")}};
    const auto sides = side_columns(letters, {});
    columns.insert(columns.end(), sides.begin(), sides.end());
    add_further_columns(columns, further, {});
    return columns;
}

void add_further_parts(std::vector<PartChange>& changes, Division division, Cost cost,
                       const std::vector<FurtherComparison>& further) {
    for (const FurtherComparison& each : further)
        for (const ComparedPart& part : each.comparison.sides.of(division)) {
            const bool is_known = std::ranges::any_of(
                changes, [&](const PartChange& change) { return change.part->name == part.name; });
            if (is_known) continue;
            ComparedValue value;
            value.a = each.comparison.sides.value(part, cost).a;
            changes.push_back({&part, value, std::nullopt});
        }
}

namespace {

/// Returns the letter of the pane that has the part, if all others lack it.
std::optional<char> only_pane(const ComparedPart& part, Division division, const SideLetters& letters,
                              const std::vector<FurtherComparison>& further) {
    std::string panes;
    bool in_baseline = part.a.has_value();
    bool in_compared = part.b.has_value();
    for (const FurtherComparison& each : further) {
        const auto& parts = each.comparison.sides.of(division);
        const auto found = std::ranges::find(parts, part.name, &ComparedPart::name);
        if (found == parts.end()) continue;
        // A part that add_further_parts() appended is that of the further pane itself.
        if (&*found == &part) in_compared = false;
        in_baseline = in_baseline || found->a.has_value();
        if (found->b) panes += each.letters.compared;
    }
    if (in_compared) panes += letters.compared;
    if (in_baseline) panes += letters.baseline;
    return panes.size() == 1 ? std::optional(panes.front()) : std::nullopt;
}

} // namespace

std::vector<TableRow> part_rows(const std::vector<PartChange>& changes, Division division, Cost cost,
                                const SideLetters& letters, const std::vector<FurtherComparison>& further) {
    std::vector<TableRow> rows;
    for (const PartChange& change : changes) {
        const ComparedPart& part = *change.part;
        const auto only = only_pane(part, division, letters, further);
        const QString name = text_of(part.name);
        TableRow row{
            text_cell(name, only ? tr("%1, in %2 only").arg(name, QString(QLatin1Char(*only))) : name),
            number_cell(CellType::rate, change.share)};
        const TableRow cells =
            compared_cells(change.value, info_of(cost).in_bytes ? ComparedUnit::bytes : ComparedUnit::count);
        row.insert(row.end(), cells.begin(), cells.end());
        for (const FurtherComparison& each : further) {
            const auto& parts = each.comparison.sides.of(division);
            const auto found = std::ranges::find(parts, part.name, &ComparedPart::name);
            if (found == parts.end()) {
                add_undefined(row, cells, 1,
                              tr("%1 has no such part").arg(QLatin1Char(each.letters.compared)));
                continue;
            }
            const TableRow of =
                compared_cells(each.comparison.sides.value(*found, cost),
                               info_of(cost).in_bytes ? ComparedUnit::bytes : ComparedUnit::count);
            row.insert(row.end(), of.begin() + 1, of.end());
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

namespace {

/// Returns the rows of one comparison.
std::vector<TableRow> rows_of_pair(const Comparison& comparison, const SideLetters& letters) {
    std::vector<TableRow> rows;
    // Unknown costs are listed, but after known values.
    const bool requests_first = comparison.sides.unknown.empty();
    if (requests_first) rows = request_rows(comparison.sides, letters);
    for (const ComparedKind& kind : comparison.totals) {
        for (const MetricInfo& info : metric_table(Subject::kind))
            if (has_metric(kind, info.metric))
                rows.push_back(
                    with_known(kind_row(kind, info, comparison.sides, letters), comparison.no_elements));
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

} // namespace

std::vector<TableRow> comparison_rows(const Comparison& comparison, const SideLetters& letters,
                                      const std::vector<FurtherComparison>& further) {
    constexpr std::size_t side_a = 2; // A, B, B - A, change
    std::vector<TableRow> rows = rows_of_pair(comparison, letters);
    const std::size_t own_columns = comparison_columns().size();
    for (std::size_t i = 0; i < further.size(); ++i) {
        const std::size_t before = own_columns + i * further_columns;
        const QString letter = QString(QLatin1Char(further[i].letters.compared));
        for (const TableRow& of : rows_of_pair(further[i].comparison, further[i].letters)) {
            auto row =
                std::ranges::find_if(rows, [&](const TableRow& own) { return same_quantity(own, of); });
            if (row == rows.end()) { // a quantity that only this pane and the baseline have
                TableRow made(of.begin(), of.begin() + static_cast<std::ptrdiff_t>(own_columns));
                for (std::size_t cell = side_a + 1; cell < side_a + 4; ++cell)
                    made[cell] = {made[cell].type, {}, {}};
                made[own_columns - 1] = text_cell({});
                for (std::size_t earlier = 0; earlier < i; ++earlier)
                    add_undefined(made, of, side_a + 1, {});
                row = rows.insert(rows.end(), std::move(made));
            }
            row->insert(row->end(), of.begin() + side_a + 1, of.begin() + side_a + 4);
        }
        for (TableRow& row : rows)
            if (row.size() == before)
                add_undefined(row, row, side_a + 1, tr("%1 does not have this quantity").arg(letter));
    }
    return rows;
}

} // namespace hitmap
