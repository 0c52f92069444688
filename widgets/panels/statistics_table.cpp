#include "widgets/panels/statistics_table.h"

#include "core/profile/sums/outcome_sums.h"
#include "core/trace/model/allocation_label.h"
#include "widgets/base/format.h"
#include "widgets/base/tr.h"

namespace hitmap {

namespace {

/// What a row tells besides the sums of the levels.
struct RowCounts {
    TableCell accesses{CellType::count, {}, {}};
    TableCell elements_accessed{CellType::count, {}, {}};
    TableCell elements{CellType::count, {}, {}};
    TableCell requests{CellType::count, {}, {}};
    TableCell sectors{CellType::count, {}, {}};
};

TableRow row_of(const TableCell& name, const LevelSums& l1, const LevelSums& l2, const RowCounts& counts) {
    const auto number = [](std::optional<double> value) { return number_cell(CellType::number, value); };
    const auto count = [](std::optional<double> value) { return number_cell(CellType::count, value); };
    const auto lookups = [](const LevelSums& sums) {
        return sums.lookups == 0 ? TableCell{CellType::count, {}, {}} : count_cell(sums.lookups);
    };
    return {name,
            rate_cell(l1),
            rate_cell(l2),
            count(defined_hits(l1)),
            count(defined_hits(l2)),
            lookups(l1),
            lookups(l2),
            count(defined_misses(l1)),
            count(defined_misses(l2)),
            number(mean_reuse_distance(l1)),
            number(mean_reuse_distance(l2)),
            counts.accesses,
            counts.elements_accessed,
            counts.elements,
            counts.requests,
            counts.sectors};
}

} // namespace

std::vector<TableColumn> statistics_columns() {
    const QString distance =
        tr("Mean reuse distance: over look-ups of lines used before, distinct lines used since then");
    // L2 under L1, and the counts of rates beside them: what matters fits a narrow dock.
    return {
        {tr("Of"), QStringLiteral("of")},
        {tr("L1 rate"), QStringLiteral("l1_hit_rate"), true,
         tr("Hits divided by look-ups; the tool tip of a row's name says what they count"), 2},
        {tr("L2 rate"), QStringLiteral("l2_hit_rate")},
        {tr("L1 hits"), QStringLiteral("l1_hits"), true, tr("Hits of look-ups"), 4, 5},
        {tr("L2 hits"), QStringLiteral("l2_hits"), true, {}, {}, 6},
        {tr("L1 look-ups"), QStringLiteral("l1_lookups")},
        {tr("L2 look-ups"), QStringLiteral("l2_lookups")},
        {tr("L1 misses"), QStringLiteral("l1_misses"), true, {}, 8},
        {tr("L2 misses"), QStringLiteral("l2_misses")},
        {tr("L1 reuse"), QStringLiteral("l1_mean_reuse_distance_lines"), true, distance, 10},
        {tr("L2 reuse"), QStringLiteral("l2_mean_reuse_distance_lines"), true, distance},
        {tr("Accesses"), QStringLiteral("accesses")},
        {tr("Accessed"), QStringLiteral("elements_accessed"), true,
         tr("Elements that were accessed, and all"), 13},
        {tr("Elements"), QStringLiteral("elements")},
        {tr("Requests"), QStringLiteral("requests"), false,
         tr("Requests of warps with at least one lane in the allocation; sectors of 32 bytes after "
            "coalescing"),
         15},
        {tr("Sectors"), QStringLiteral("sectors")},
    };
}

std::vector<TableRow> statistics_rows(const RecordingInfo& info, const StatisticsSums& statistics,
                                      std::span<const std::uint64_t> elements,
                                      std::span<const AllocationSums> allocations) {
    std::vector<TableRow> rows;
    const Headline& headline = statistics.headline;
    const CountedInfo& of_elements = info_of(statistics.counting.elements);
    if (headline.counted != statistics.counting.elements)
        rows.push_back(row_of(text_cell(capitalised(info_of(headline.counted).title),
                                        text_of(explanation_of(statistics.counting))),
                              headline.l1, headline.l2, {}));
    const auto add_kind = [&](const QString& name, const KindSums& sums, std::uint64_t count) {
        RowCounts counts;
        counts.accesses = count_cell(sums.accesses);
        counts.elements_accessed = count_cell(sums.elements_accessed);
        counts.elements = count_cell(count);
        rows.push_back(row_of(text_cell(name, text_of(of_elements.explanation)), sums.l1, sums.l2, counts));
    };
    std::uint64_t all = 0;
    for (const std::uint64_t count : elements)
        all += count;
    const std::vector<KindSums>& totals = statistics.kinds;
    add_kind(tr("All elements"), sum_of(totals), all);
    for (std::size_t kind = 0; kind < totals.size(); ++kind)
        add_kind(capitalised(element_kinds()[kind].plural), totals[kind], elements[kind]);
    const std::vector<std::string> labels = allocation_labels(info);
    for (std::size_t i = 0; i < allocations.size(); ++i) {
        const AllocationSums& sums = allocations[i];
        const Allocation& allocation = info.allocations[i];
        RowCounts counts;
        counts.requests = count_cell(sums.requests);
        counts.sectors = count_cell(sums.sectors);
        const TableCell name =
            text_cell(tr("%1 (allocation)").arg(text_of(labels[i])), capitalised(name_of(allocation.role)));
        rows.push_back(row_of(name, sums.l1, sums.l2, counts));
    }
    return rows;
}

} // namespace hitmap
