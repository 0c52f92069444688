#include "app/cli/csv/address_csv.h"

#include "core/report/column/csv_table.h"
#include "core/report/rows/address_columns.h"
#include "core/trace/model/allocation_label.h"

namespace hitmap {

void write_address_csv(const AddressMap& map, const RecordingInfo& info, bool explained, TextOutput& out) {
    const auto labels = allocation_labels(info);
    const auto rows = map.axis().rows();
    out.write(csv_names(address_columns()) + "\n");
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::uint64_t interval = 0; interval < map.intervals(); ++interval) {
            const AddressSums& sums = map.cell(row, interval);
            if (sums.sectors == 0) continue;
            const AddressCellRow cell{labels[rows[row].allocation], rows[row], map.first_of(interval),
                                      map.first_of(interval + 1),   sums,      explained};
            out.write(csv_fields(address_columns(), cell) + "\n");
        }
    }
}

} // namespace hitmap
