#include "widgets/accesses/address_text.h"

#include "core/report/column/csv_table.h"
#include "core/report/rows/address_columns.h"
#include "core/trace/elements/element_address.h"
#include "core/trace/model/allocation_label.h"
#include "render/view/metric_caption.h"
#include "widgets/base/format.h"
#include "widgets/base/tr.h"

#include <string>

namespace hitmap {

namespace {

QString address_in_hex(std::uint64_t address) {
    return QStringLiteral("0x") + QString::number(address, 16);
}

QString sector_hits_text(const QString& level, std::uint64_t hits, std::uint64_t lookups) {
    if (lookups == 0) return tr("%1 –").arg(level);
    return tr("%1 %2 (%3 of %4)")
        .arg(level, share_text(hits, lookups), count_text(hits), count_text(lookups));
}

QString causes_text(const QString& level, const MissClasses& misses) {
    return tr("%1 misses: %2 cold, %3 capacity, %4 conflict")
        .arg(level, count_text(misses.cold), count_text(misses.capacity), count_text(misses.conflict));
}

} // namespace

QString addresses_text(const AddressRow& row, const RecordingInfo& info) {
    if (info.allocations[row.allocation].space == Space::local) return tr("in the local memory of all lanes");
    return tr("%1 to %2 (%3 bytes)")
        .arg(address_in_hex(row.first), address_in_hex(row.last - 1), count_text(row.last - row.first));
}

QString reading_of(const AddressCounts& counts, const AddressCell& cell) {
    const RecordingInfo& info = counts.request.simulation->recording->info();
    const AddressRow& row = counts.map.axis().rows()[cell.row];
    const QString place =
        tr("%1, %2, %3 %4")
            .arg(text_of(allocation_labels(info)[row.allocation]), addresses_text(row, info),
                 info.axis_is_requests() ? tr("requests") : tr("accesses"),
                 accesses_text(window_of(counts.map, cell)));
    if (counts.is_estimate) return tr("%1: not counted yet").arg(place);
    const AddressSums& sums = counts.map.cell(cell.row, cell.interval);
    if (sums.sectors == 0) return tr("%1: no sectors").arg(place);
    QStringList parts{tr("%1 sectors").arg(count_text(sums.sectors)),
                      sector_hits_text(QStringLiteral("L1"), sums.l1_hits, sums.l1_lookups),
                      sector_hits_text(QStringLiteral("L2"), sums.l2_hits, sums.l2_lookups)};
    if (counts.request.explained) {
        parts.append(causes_text(QStringLiteral("L1"), sums.l1_misses));
        parts.append(causes_text(QStringLiteral("L2"), sums.l2_misses));
    }
    return tr("%1: %2").arg(place, parts.join(QStringLiteral("; ")));
}

TimeWindow window_of(const AddressMap& map, const AddressCell& cell) {
    return {map.first_of(cell.interval), map.first_of(cell.interval + 1)};
}

std::optional<std::size_t> row_of_element(const AddressMap& map, const RecordingInfo& info,
                                          ElementKindId kind, std::uint64_t element) {
    const auto address = element_address(info, kind, element);
    if (!address) return std::nullopt;
    const auto rows = map.axis().rows();
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (info.allocations[rows[row].allocation].role == element_kinds()[kind].role &&
            rows[row].first <= *address && *address < rows[row].last)
            return row;
    return std::nullopt;
}

View view_of_addresses(View view) {
    if (view.range_mode == RangeMode::manual) view.range_mode = RangeMode::percentiles;
    return view;
}

AddressPanel captioned_addresses(const AddressCounts& counts, const AddressDisplay& display,
                                 const View& view) {
    const Simulation& simulation = *counts.request.simulation;
    const RecordingInfo& info = simulation.recording->info();
    AddressPanel panel = address_panel_of(counts.map, info, *display.quantity, view_of_addresses(view));
    panel.cells.caption = picture_caption(info, simulation.model, display.quantity->title, {});
    panel.cells.caption.push_back(cell_size_text(counts.map, info));
    return panel;
}

QByteArray address_csv(const AddressCounts& counts) {
    std::string text = csv_names(address_columns()) + "\n";
    for_each_address_row(
        counts.map, counts.request.simulation->recording->info(), counts.request.explained,
        [&](const AddressCellRow& row) { text += csv_fields(address_columns(), row) + "\n"; });
    return QByteArray::fromStdString(text);
}

} // namespace hitmap
