#include "app/cli/files/group_csv.h"

#include "core/analysis/groups/element_groups.h"
#include "core/report/column/csv_table.h"
#include "core/report/rows/sums_columns.h"

#include <string>

namespace hitmap {

namespace {

struct GroupName {
    const PropertyInfo& property;
    const std::string& group;
};

ReportColumns<GroupName> group_columns() {
    return {
        {{.key = "property"}, [](const GroupName& name) -> std::string_view { return name.property.name; }},
        {{.key = "kind"}, [](const GroupName& name) { return element_kinds()[name.property.kind].name; }},
        {{.key = "group"}, [](const GroupName& name) { return name.group; }},
    };
}

} // namespace

void write_group_csv(const Profile& profile, const RecordedScene& scene, TextOutput& out,
                     const JobContext& job) {
    const auto names = group_columns();
    const auto sums = element_sums_columns({});
    const ReportColumns<ElementGroup> own{{{.key = "lateness"}, &ElementGroup::lateness}};
    out.write(csv_names(names) + "," + csv_names(sums) + "," + csv_names(own) + "\n");
    const TimeWindow whole{0, profile.positions()};
    for (const PropertyInfo& property : property_table())
        for (const ElementGroup& group : group_elements(scene, profile, whole, property, job)) {
            SumsRow row = counted_row({}, group.sums);
            row.elements = group.elements;
            out.write(csv_fields(names, {property, group.name}) + "," + csv_fields(sums, row) + "," +
                      csv_fields(own, group) + "\n");
        }
}

} // namespace hitmap
