#include "app/cli/sums/hierarchy_json.h"

#include "app/cli/sums/sums_json.h"
#include "core/report/rows/traffic_columns.h"

#include <utility>

namespace hitmap {

namespace {

Json geometry_json(const CacheGeometry& geometry) {
    return {{"capacity", geometry.capacity}, {"line", geometry.line},     {"ways", geometry.ways},
            {"sector", geometry.sector},     {"policy", geometry.policy}, {"index", geometry.index}};
}

void put_place(Json& json, const SourceLocation& place) {
    json["function"] = place.function;
    json["file"] = place.file;
    json["line"] = place.line;
    json["column"] = place.column;
}

} // namespace

void put_traffic(Json& json, const TrafficSums& sums, const HierarchyResult& result) {
    const bool explained = result.reuse.has_value();
    const TrafficRow row = traffic_row({}, sums, result.total, explained);
    put_row(json, traffic_columns(TrafficOf::allocations), row);
    if (explained) put_row(json, miss_class_columns(), row);
}

Json l1_json(const CacheGeometry& geometry, const TrafficSums& all) {
    Json json = geometry_json(geometry);
    json.update(level_json(reported_level(all.l1_hits(), all.l1_lookups())));
    json["loads"] = level_json(reported_level(all.l1_load_hits, all.l1_load_lookups));
    json["stores"] = level_json(reported_level(all.l1_store_hits, all.l1_store_lookups));
    json["bytes"] = moved_bytes(all).l1;
    return json;
}

Json l2_json(const CacheGeometry& geometry, const TrafficSums& all) {
    Json json = geometry_json(geometry);
    json.update(level_json(reported_level(all.l2_hits, all.l2_lookups)));
    json["lookups_by_cause"] = {{"l1_load_misses", all.l1_load_lookups - all.l1_load_hits},
                                {"bypassing_loads", all.bypassing},
                                {"written_through", all.written_through},
                                {"atomics", all.atomics},
                                {"written_back", all.written_back}};
    json["bytes"] = moved_bytes(all).l2;
    return json;
}

Json traffic_of_allocations_json(const RecordingInfo& info, const HierarchyResult& result) {
    Json json = Json::array();
    for (std::size_t i = 0; i < result.allocations.size(); ++i) {
        Json row{{"name", info.allocations[i].name}, {"role", name_of(info.allocations[i].role)}};
        put_traffic(row, result.allocations[i], result);
        json.push_back(std::move(row));
    }
    return json;
}

Json traffic_of_instructions_json(const RecordingInfo& info, const HierarchyResult& result) {
    Json json = Json::array();
    for (std::size_t i = 0; i < result.instructions.size(); ++i) {
        const Instruction& instruction = info.instructions[i];
        Json row{{"instruction", i}};
        put_place(row, instruction.location);
        row["operation"] = name_of(instruction.operation);
        row["space"] = name_of(instruction.space);
        row["bytes_per_lane"] = instruction.bytes_per_lane;
        put_traffic(row, result.instructions[i], result);
        json.push_back(std::move(row));
    }
    return json;
}

Json traffic_of_lines_json(const RecordingInfo& info, const HierarchyResult& result) {
    Json json = Json::array();
    for (const SourceLineSums& line : sums_by_line(info, result.instructions)) {
        Json row{{"file", line.file}, {"line", line.line}};
        put_traffic(row, line.sums, result);
        json.push_back(std::move(row));
    }
    return json;
}

} // namespace hitmap
