#include "app/cli/csv/group_csv.h"

#include "app/cli/csv/csv_cell.h"
#include "app/cli/report/sums_json.h"
#include "core/analysis/element_groups.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

std::string level_cells(const LevelSums& sums) {
    return fmt::format("{:.9g},{},{}", hits_of(sums), sums.lookups, csv_cell(hit_rate(sums)));
}

} // namespace

void write_group_csv(const Profile& profile, const RecordedScene& scene, TextOutput& out,
                     const JobContext& job) {
    out.write(
        "property,kind,group,elements,elements_accessed,accesses,l1_hits,l1_lookups,l1_hit_rate,l2_hits,"
        "l2_lookups,l2_hit_rate,lateness\n");
    const TimeWindow whole{0, profile.positions()};
    for (const PropertyInfo& property : property_table())
        for (const ElementGroup& group : group_elements(scene, profile, whole, property.property, job))
            out.write(fmt::format(
                "{},{},{},{},{},{},{},{},{}\n", property.name, element_kinds()[property.kind].name,
                group.name, group.elements, group.sums.elements_accessed, group.sums.accesses,
                level_cells(group.sums.l1), level_cells(group.sums.l2), csv_cell(group.lateness)));
}

} // namespace hitmap
