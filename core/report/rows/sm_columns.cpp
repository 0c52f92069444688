#include "core/report/rows/sm_columns.h"

#include <string>
#include <utility>

namespace hitmap {

namespace {

ReportColumns<SmRow> work_columns() {
    return {
        {{.key = "sm", .title = "SM"}, [](const SmRow& row) { return row.sm; }},
        {{.key = "requests", .title = "Requests", .help = "Requests of the warps of this SM"},
         [](const SmRow& row) { return row.sums.requests; }},
        {{.key = "share_of_mean",
          .title = "Of mean",
          .type = CellType::number,
          .help = "Requests divided by the mean over all SMs: 1 if the work is balanced"},
         [](const SmRow& row) {
             return quotient(static_cast<double>(row.sums.requests) * static_cast<double>(row.sms),
                             static_cast<double>(row.all.requests));
         }},
    };
}

void add_level(ReportColumns<SmRow>& columns, const std::string& level, LevelSums (SmSums::*sums)() const) {
    const std::string title = level == "l1" ? "L1" : "L2";
    columns.push_back({{.key = level + "_hit_rate", .title = title + " hit rate", .type = CellType::rate},
                       [sums](const SmRow& row) {
                           const LevelSums of = (row.sums.*sums)();
                           return quotient(of.hit_count(), static_cast<double>(of.lookups));
                       }});
    columns.push_back({{.key = level + "_lookups", .title = title + " look-ups"},
                       [sums](const SmRow& row) { return (row.sums.*sums)().lookups; }});
    columns.push_back({{.key = level + "_misses", .title = title + " misses"},
                       [sums](const SmRow& row) { return (row.sums.*sums)().miss_count(); }});
}

} // namespace

const ReportColumns<SmRow>& sm_columns() {
    static const ReportColumns<SmRow> columns = [] {
        ReportColumns<SmRow> all = work_columns();
        add_level(all, "l1", &SmSums::l1);
        add_level(all, "l2", &SmSums::l2);
        return all;
    }();
    return columns;
}

} // namespace hitmap
