#pragma once

#include "core/cache/results/address_map.h"
#include "core/report/column/report_column.h"

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

/// Returns the columns of the table of addresses, with those of the causes of misses.
[[nodiscard]] const ReportColumns<AddressCellRow>& address_columns();

} // namespace hitmap
