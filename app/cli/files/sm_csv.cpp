#include "app/cli/files/sm_csv.h"

#include "core/report/column/csv_table.h"
#include "core/report/rows/sm_columns.h"

#include <fmt/format.h>

namespace hitmap {

void write_sm_csv(const SmTable& table, TextOutput& out) {
    out.write("interval,first,last," + csv_names(sm_columns()) + "\n");
    for (std::uint64_t interval = 0; interval < table.intervals(); ++interval) {
        const TimeWindow window = table.window(interval);
        SmSums all;
        for (std::size_t sm = 0; sm < table.sms(); ++sm)
            all += table.of(sm)[interval];
        for (std::size_t sm = 0; sm < table.sms(); ++sm) {
            const SmRow row{sm, table.of(sm)[interval], all, table.sms()};
            out.write(fmt::format("{},{},{},{}\n", interval, window.first, window.last,
                                  csv_fields(sm_columns(), row)));
        }
    }
}

} // namespace hitmap
