#include "app/cli/report/optimum_text.h"

#include "core/cache/array/cache_geometry.h"
#include "core/report/column/text_table.h"
#include "core/report/contents/optimum_columns.h"

#include <utility>
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

/// The optimum of a level in the object of a simulation.
Json& optimum_of(Json& json, Level level) {
    return json[level == Level::l1 ? "l1" : "l2"]["optimum"];
}

} // namespace

void put_optimum(Json& json, const RecordingInfo& info, const HierarchyConfig& config,
                 const OptimumReport& report) {
    for (const OptimumRow& row : optimum_rows(config, report)) {
        Json& optimum = optimum_of(json, row.level);
        put_row(optimum, optimum_columns(), row);
        optimum["allocations"] = Json::array();
    }
    const auto columns = optimum_allocation_columns();
    for_each_optimum_row(info, report, [&](const OptimumRow& row) {
        Json object;
        put_row(object, columns, row);
        optimum_of(json, row.level)["allocations"].push_back(std::move(object));
    });
}

std::string optimum_table(const RecordingInfo& info, const HierarchyConfig& config,
                          const OptimumReport& report) {
    const auto rows = optimum_rows(config, report);
    std::vector<OptimumRow> allocations;
    for_each_optimum_row(info, report, [&](const OptimumRow& row) { allocations.push_back(row); });
    return "The limit by optimal replacement (Belady's MIN) in the same sets and ways, without bypassing. "
           "Whole lines\ncount, once for each request that may put them in; that of L2 is for what this L1 "
           "leaves over.\n\n" +
           text_table(columns_in(optimum_columns(), &ReportPlaces::text), rows) +
           "\nWhat allocations have of it:\n\n" +
           text_table(columns_in(optimum_allocation_columns(), &ReportPlaces::text), allocations);
}

} // namespace hitmap
