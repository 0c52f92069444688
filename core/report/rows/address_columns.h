#pragma once

#include "core/cache/results/address_map.h"
#include "core/report/column/report_column.h"
#include "core/trace/model/allocation_label.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hitmap {

/// A row of the table of addresses: some lines of an allocation in an interval of time.
struct AddressCellRow {
    std::string_view allocation; ///< of allocation_labels()
    AddressRow addresses;
    std::uint64_t first = 0; ///< positions [first, last)
    std::uint64_t last = 0;
    const AddressSums& sums;
    bool explained = false; ///< whether the causes of misses are known
};

/// Calls visit(row) for each cell that has sectors, by address and then by time.
/// @param explained  whether the causes of misses are known
template <class Visit>
void for_each_address_row(const AddressMap& map, const RecordingInfo& info, bool explained,
                          const Visit& visit) {
    const auto labels = allocation_labels(info);
    const auto rows = map.axis().rows();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::uint64_t interval = 0; interval < map.intervals(); ++interval) {
            const AddressSums& sums = map.cell(row, interval);
            if (sums.sectors == 0) continue;
            visit(AddressCellRow{labels[rows[row].allocation], rows[row], map.first_of(interval),
                                 map.first_of(interval + 1), sums, explained});
        }
    }
}

/// Returns the columns of the table of addresses, with those of the causes of misses.
[[nodiscard]] const ReportColumns<AddressCellRow>& address_columns();

} // namespace hitmap
