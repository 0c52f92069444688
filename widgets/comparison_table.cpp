#include "widgets/comparison_table.h"

#include "widgets/format.h"
#include "widgets/tr.h"

#include <utility>

namespace hitmap {

namespace {

QString hits_text(const LevelSums& sums) {
    return sums.lookups == 0 ? QString() : hits_of_lookups_text(sums);
}

TableRow row_of(const QString& of, const QString& quantity, const ComparedValue& value) {
    std::optional<double> change;
    if (value.difference && *value.a != 0.0) change = *value.difference / *value.a;
    return {text_cell(of),
            text_cell(quantity),
            number_cell(CellType::count, value.a),
            number_cell(CellType::count, value.b),
            number_cell(CellType::signed_count, value.difference),
            number_cell(CellType::change, change),
            text_cell(QStringLiteral("count"))};
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

Comparison compare(const ComparedFrames& a, const ComparedFrames& b, std::shared_ptr<const SceneMatch> match,
                   const JobContext& job) {
    Comparison result;
    const Profile& profile_a = *a.simulation->profile;
    const Profile& profile_b = *b.simulation->profile;
    const TimeWindow window_a = frame_range_window(profile_a.positions(), clamped(a.frames));
    const TimeWindow window_b = frame_range_window(profile_b.positions(), clamped(b.frames));
    result.totals = compare_totals(profile_a.totals(window_a), profile_b.totals(window_b));
    if (match == nullptr) {
        match = std::make_shared<const SceneMatch>(a.simulation->recording->scene,
                                                   b.simulation->recording->scene, job);
    }
    DifferenceValues difference;
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind) {
        ElementsBySide touched;
        if (match->matches(kind)) {
            metric_difference(*match, {profile_a, window_a}, {profile_b, window_b}, kind,
                              Metric::access_count, difference, job);
            touched = {difference.both, difference.only_a, difference.only_b, {}};
        } else {
            touched.refusal = match->refusal(kind);
        }
        result.touched.push_back(std::move(touched));
    }
    result.match = std::move(match);
    return result;
}

std::vector<TableColumn> comparison_columns() {
    return {{tr("Of"), QStringLiteral("of")},
            {tr("Quantity"), QStringLiteral("quantity")},
            {tr("A"), QStringLiteral("a"), true, {}, 3},
            {tr("B"), QStringLiteral("b")},
            {tr("B − A"), QStringLiteral("difference"), true,
             tr("Rates in percentage points; under it the change relative to A"), 5},
            {tr("Change"), QStringLiteral("relative_difference")},
            {tr("Unit"), QStringLiteral("unit"), false, tr("Of A, B and B − A in a saved table")}};
}

std::vector<TableRow> comparison_rows(const Comparison& comparison) {
    std::vector<TableRow> rows;
    for (const ComparedKind& kind : comparison.totals) {
        const QString of = kind.kind ? capitalised(element_kinds()[*kind.kind].plural) : tr("All");
        for (const QuantityInfo& quantity : quantity_table()) {
            if (quantity.needs_lookups && kind.kind && !element_kinds()[*kind.kind].has_look_ups) continue;
            const QString title = capitalised(quantity.title);
            const ComparedValue value = kind.value(quantity.quantity);
            if (quantity.quantity == Quantity::l1_hit_rate) {
                rows.push_back(rate_row_of(of, title, value, kind.a.l1, kind.b.l1));
            } else if (quantity.is_rate) {
                rows.push_back(rate_row_of(of, title, value, kind.a.l2, kind.b.l2));
            } else {
                rows.push_back(row_of(of, title, value));
            }
        }
        if (!kind.kind) continue;
        const ElementsBySide& touched = comparison.touched[*kind.kind];
        const bool known = touched.refusal.empty();
        const auto count = [known](std::uint64_t elements) {
            return known ? std::optional(elements) : std::nullopt;
        };
        rows.push_back(touched_row(of, tr("Touched by both"), count(touched.both), count(touched.both)));
        rows.push_back(touched_row(of, tr("Touched by one"), count(touched.only_a), count(touched.only_b)));
    }
    return rows;
}

} // namespace hitmap
