#include "app/cli/sums/sums_json.h"

#include "core/profile/sums/outcome_sums.h"
#include "core/trace/elements/looked_up_role.h"

namespace hitmap {

Json level_json(const ReportedLevel& level) {
    static const auto columns = one_level_columns<ReportedLevel>("", "", [](const auto& row) { return row; });
    Json json;
    put_row(json, columns, level);
    return json;
}

Json level_json(const CacheGeometry& geometry, const LevelSums& sums) {
    Json json{{"capacity", geometry.capacity}, {"line", geometry.line}, {"ways", geometry.ways}};
    json.update(level_json(reported_level(sums)));
    return json;
}

Json elements_json(std::span<const KindSums> kinds, bool pixels_too) {
    static const auto columns = element_sums_columns({});
    Json json = Json::object();
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const ElementKind& kind = element_kinds()[i];
        Json& row = json[std::string(kind.name)];
        if (kind.has_look_ups || pixels_too)
            put_row(row, columns, counted_row({}, kinds[i]));
        else
            row["accesses"] = kinds[i].counts_accesses ? Json(kinds[i].accesses) : Json(nullptr);
    }
    return json;
}

Json group_json(std::span<const KindSums> kinds) {
    const KindSums both = sum_of(kinds);
    return {{"l1", level_json(reported_level(both.l1))},
            {"l2", level_json(reported_level(both.l2))},
            {"elements", elements_json(kinds)}};
}

Json group_json(std::span<const KindSums> kinds, const LevelPair& levels) {
    return {{"l1", level_json(reported_level(levels[0]))},
            {"l2", level_json(reported_level(levels[1]))},
            {"elements", elements_json(kinds, true)}};
}

Json allocations_json(const RecordingInfo& info, std::span<const AllocationSums> sums) {
    static const auto columns = allocation_sums_columns();
    Json json = Json::array();
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const Allocation& allocation = info.allocations[i];
        SumsRow row = sums_row({}, sums[i]);
        row.levels = is_looked_up(allocation.role)
                         ? ReportedLevels{reported_level(sums[i].l1), reported_level(sums[i].l2)}
                         : ReportedLevels{};
        Json object{{"name", allocation.name}, {"role", name_of(allocation.role)}};
        put_row(object, columns, row);
        json.push_back(std::move(object));
    }
    return json;
}

} // namespace hitmap
