#include "app/cli/files/address_csv.h"

#include "core/report/column/csv_table.h"
#include "core/report/rows/address_columns.h"

namespace hitmap {

void write_address_csv(const AddressMap& map, const RecordingInfo& info, bool explained, TextOutput& out) {
    out.write(csv_names(address_columns()) + "\n");
    for_each_address_row(map, info, explained, [&](const AddressCellRow& row) {
        out.write(csv_fields(address_columns(), row) + "\n");
    });
}

} // namespace hitmap
