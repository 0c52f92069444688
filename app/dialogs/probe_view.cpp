#include "app/dialogs/probe_view.h"

#include "core/probe/probe_report.h"
#include "widgets/base/format.h"
#include "widgets/base/tr.h"

#include <string>

namespace hitmap {

std::vector<TableColumn> probe_columns() {
    return {{tr("Quantity"), QStringLiteral("quantity")},
            {tr("Configured"), QStringLiteral("configured")},
            {tr("Inferred"), QStringLiteral("inferred"), true,
             tr("Inferred from the latency of each load alone; ? where the latencies do not determine it")}};
}

std::vector<TableRow> probe_rows(const ProbeUnit* unit, const ProbeResult& result) {
    const ProbeRow inferred = inferred_row(result);
    const ProbeRow configured = unit != nullptr ? configured_row(*unit) : ProbeRow();
    std::vector<TableRow> rows;
    const auto add = [&](const QString& name, std::string ProbeRow::*cell) {
        rows.push_back(
            {text_cell(name), text_cell(text_of(configured.*cell)), text_cell(text_of(inferred.*cell))});
    };
    add(tr("Capacity"), &ProbeRow::capacity);
    add(tr("Line or page"), &ProbeRow::line);
    add(tr("Fetched by a miss"), &ProbeRow::fetched);
    add(tr("Sets"), &ProbeRow::sets);
    add(tr("Ways"), &ProbeRow::ways);
    add(tr("Replacement"), &ProbeRow::replacement);
    add(tr("Set index"), &ProbeRow::index);
    add(tr("Hit/miss, cycles"), &ProbeRow::latency);
    return rows;
}

} // namespace hitmap
