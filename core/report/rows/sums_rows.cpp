#include "core/report/rows/sums_rows.h"

#include "core/profile/sums/outcome_sums.h"
#include "core/trace/model/allocation_label.h"
#include "core/trace/model/element_kind.h"

#include <string>

namespace hitmap {

std::vector<SumsRow> kind_rows(std::span<const KindSums> kinds) {
    std::vector<SumsRow> rows;
    for (std::size_t i = 0; i < kinds.size(); ++i)
        rows.push_back(sums_row(std::string(element_kinds()[i].plural), kinds[i]));
    // The accesses of kinds without look-ups are included.
    rows.push_back(sums_row("together", sum_of(kinds)));
    return rows;
}

std::vector<SumsRow> sums_of_allocations(const RecordingInfo& info, std::span<const AllocationSums> sums) {
    const std::vector<std::string> labels = allocation_labels(info);
    std::vector<SumsRow> rows;
    for (std::size_t i = 0; i < sums.size(); ++i)
        rows.push_back(sums_row(labels[i], sums[i]));
    return rows;
}

} // namespace hitmap
