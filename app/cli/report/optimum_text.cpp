#include "app/cli/report/optimum_text.h"

#include "core/cache/array/cache_geometry.h"
#include "core/report/column/text_table.h"
#include "core/report/contents/optimum_columns.h"

#include <vector>

namespace hitmap {

namespace {

std::vector<OptimumRow> optimum_rows(const HierarchyConfig& config, const OptimumReport& report) {
    const auto cache = [](const CacheGeometry& geometry) {
        const std::string text = to_string(geometry); // leaves the default policy out
        return geometry.policy == CacheGeometry().policy ? text + ", " + geometry.policy : text;
    };
    return {{Level::l1, cache(config.l1), report.l1}, {Level::l2, cache(config.l2), report.l2}};
}

} // namespace

void put_optimum(Json& json, const HierarchyConfig& config, const OptimumReport& report) {
    const auto rows = optimum_rows(config, report);
    put_row(json["l1"]["optimum"], optimum_columns(), rows[0]);
    put_row(json["l2"]["optimum"], optimum_columns(), rows[1]);
}

std::string optimum_table(const HierarchyConfig& config, const OptimumReport& report) {
    const auto rows = optimum_rows(config, report);
    return "The limit by optimal replacement (Belady's MIN) in the same sets and ways, without bypassing. "
           "Whole lines\ncount, once for each request that may put them in; that of L2 is for what this L1 "
           "leaves over.\n\n" +
           text_table(columns_in(optimum_columns(), &ReportPlaces::text), rows);
}

} // namespace hitmap
