#include "app/cli/report/hierarchy_json.h"

#include "app/cli/report/sums_json.h"
#include "app/cli/report/why_text.h"
#include "core/cache/results/access_outcome.h"

#include <utility>

namespace hitmap {

namespace {

Json quotient(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? Json(nullptr) : Json(static_cast<double>(part) / static_cast<double>(whole));
}

Json rates(std::uint64_t hits, std::uint64_t lookups) {
    return {{"hits", hits}, {"lookups", lookups}, {"hit_rate", quotient(hits, lookups)}};
}

Json geometry_json(const CacheGeometry& geometry) {
    return {{"capacity", geometry.capacity}, {"line", geometry.line},     {"ways", geometry.ways},
            {"sector", geometry.sector},     {"policy", geometry.policy}, {"index", geometry.index}};
}

std::uint64_t misses(const TrafficSums& sums) {
    return sums.l1_lookups() - sums.l1_hits();
}

void put_place(Json& json, const SourceLocation& place) {
    json["function"] = place.function;
    json["file"] = place.file;
    json["line"] = place.line;
    json["column"] = place.column;
}

} // namespace

void put_traffic(Json& json, const TrafficSums& sums, const TrafficSums& all) {
    json["requests"] = sums.requests;
    json["sectors"] = sums.sectors;
    json["l1_hits"] = sums.l1_hits();
    json["l1_lookups"] = sums.l1_lookups();
    json["l1_hit_rate"] = quotient(sums.l1_hits(), sums.l1_lookups());
    json["l2_hits"] = sums.l2_hits;
    json["l2_lookups"] = sums.l2_lookups;
    json["l2_hit_rate"] = quotient(sums.l2_hits, sums.l2_lookups);
    json["sectors_per_request"] = quotient(sums.sectors, sums.requests);
    json["share_of_sectors"] = quotient(sums.sectors, all.sectors);
    json["share_of_l1_misses"] = quotient(misses(sums), misses(all));
    json["share_of_l2_misses"] = quotient(sums.l2_lookups - sums.l2_hits, all.l2_lookups - all.l2_hits);
    const MovedBytes bytes = moved_bytes(sums);
    json["l1_bytes"] = bytes.l1;
    json["l2_bytes"] = bytes.l2;
    json["dram_bytes"] = bytes.dram;
}

Json l1_json(const CacheGeometry& geometry, const TrafficSums& all) {
    Json json = geometry_json(geometry);
    json.update(rates(all.l1_hits(), all.l1_lookups()));
    json["loads"] = rates(all.l1_load_hits, all.l1_load_lookups);
    json["stores"] = rates(all.l1_store_hits, all.l1_store_lookups);
    json["bytes"] = moved_bytes(all).l1;
    return json;
}

Json l2_json(const CacheGeometry& geometry, const TrafficSums& all) {
    Json json = geometry_json(geometry);
    json.update(rates(all.l2_hits, all.l2_lookups));
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
        put_traffic(row, result.allocations[i], result.total);
        if (result.reuse) put_misses(row, result.allocations[i]);
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
        put_traffic(row, result.instructions[i], result.total);
        if (result.reuse) put_misses(row, result.instructions[i]);
        json.push_back(std::move(row));
    }
    return json;
}

Json traffic_of_lines_json(const RecordingInfo& info, const HierarchyResult& result) {
    Json json = Json::array();
    for (const SourceLineSums& line : sums_by_line(info, result.instructions)) {
        Json row{{"file", line.file}, {"line", line.line}};
        put_traffic(row, line.sums, result.total);
        if (result.reuse) put_misses(row, line.sums);
        json.push_back(std::move(row));
    }
    return json;
}

} // namespace hitmap
