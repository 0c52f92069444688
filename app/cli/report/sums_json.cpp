#include "app/cli/report/sums_json.h"

#include "core/profile/sums/outcome_sums.h"

namespace hitmap {

namespace {

Json rate_json(const LevelSums& sums) {
    const auto rate = hit_rate(sums);
    return rate ? Json(*rate) : Json(nullptr);
}

void put_levels(Json& json, const LevelSums& l1, const LevelSums& l2) {
    for (const auto& [level, sums] : {std::pair("l1", l1), std::pair("l2", l2)}) {
        const std::string prefix = level;
        json[prefix + "_hits"] = hits_of(sums);
        json[prefix + "_lookups"] = sums.lookups;
        json[prefix + "_hit_rate"] = rate_json(sums);
    }
}

} // namespace

double hits_of(const LevelSums& sums) {
    return static_cast<double>(sums.hits) / hit_unit;
}

std::optional<double> hit_rate(const LevelSums& sums) {
    if (sums.lookups == 0) return std::nullopt;
    return hits_of(sums) / static_cast<double>(sums.lookups);
}

Json level_json(const LevelSums& sums) {
    return {{"hits", hits_of(sums)}, {"lookups", sums.lookups}, {"hit_rate", rate_json(sums)}};
}

Json level_json(const CacheGeometry& geometry, const LevelSums& sums) {
    Json json{{"capacity", geometry.capacity}, {"line", geometry.line}, {"ways", geometry.ways}};
    json.update(level_json(sums));
    return json;
}

Json elements_json(std::span<const KindSums> kinds, bool pixels_too) {
    Json json = Json::object();
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const ElementKind& kind = element_kinds()[i];
        Json row{{"accesses", kinds[i].accesses}};
        if (kind.has_look_ups || pixels_too) put_levels(row, kinds[i].l1, kinds[i].l2);
        json[std::string(kind.name)] = std::move(row);
    }
    return json;
}

Json group_json(std::span<const KindSums> kinds) {
    const KindSums both = sum_of(kinds);
    return {{"l1", level_json(both.l1)}, {"l2", level_json(both.l2)}, {"elements", elements_json(kinds)}};
}

Json group_json(std::span<const KindSums> kinds, const LevelPair& levels) {
    return {{"l1", level_json(levels[0])},
            {"l2", level_json(levels[1])},
            {"elements", elements_json(kinds, true)}};
}

Json allocations_json(const RecordingInfo& info, std::span<const AllocationSums> sums) {
    Json json = Json::array();
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const Allocation& allocation = info.allocations[i];
        Json row{{"name", allocation.name},
                 {"role", name_of(allocation.role)},
                 {"requests", sums[i].requests},
                 {"sectors", sums[i].sectors}};
        const bool looked_at = allocation.role == Role::boxes || allocation.role == Role::faces ||
                               allocation.role == Role::vertices;
        if (looked_at)
            put_levels(row, sums[i].l1, sums[i].l2);
        else
            for (const char* key :
                 {"l1_hits", "l1_lookups", "l1_hit_rate", "l2_hits", "l2_lookups", "l2_hit_rate"})
                row[key] = nullptr;
        json.push_back(std::move(row));
    }
    return json;
}

} // namespace hitmap
