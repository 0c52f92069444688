#pragma once

#include "core/cache/results/level.h"
#include "core/cache/results/optimum_sums.h"
#include "core/report/column/report_column.h"
#include "core/trace/model/allocation_label.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hitmap {

/// A row of the table of the limit by optimal replacement: a level, or what an allocation has of it.
struct OptimumRow {
    Level level;
    std::string cache; ///< text of the cache, with its policy
    OptimumSums sums;
    std::string allocation{}; ///< its label; empty: all
};

/// Of levels.
[[nodiscard]] ReportColumns<OptimumRow> optimum_columns();
/// Of allocations. What a policy could gain at most is not known of one of them, since the most hits of all
/// may be fewer of its own.
[[nodiscard]] ReportColumns<OptimumRow> optimum_allocation_columns();
/// Calls visit(row) for each allocation with uses: those of L1, then those of L2.
template <class Visit>
void for_each_optimum_row(const RecordingInfo& info, const OptimumReport& report, const Visit& visit) {
    const std::vector<std::string> labels = allocation_labels(info);
    for (const Level level : both_levels) {
        const auto& sums = level == Level::l1 ? report.l1_allocations : report.l2_allocations;
        for (std::size_t i = 0; i < sums.size(); ++i)
            if (sums[i].lookups != 0) visit(OptimumRow{level, {}, sums[i], labels.at(i)});
    }
}

} // namespace hitmap
