#include "app/cli/csv/traffic_csv.h"

#include "app/cli/report/hierarchy_json.h"
#include "core/base/csv_cell.h"
#include "core/trace/model/allocation_label.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

std::string rate(std::uint64_t hits, std::uint64_t lookups) {
    if (lookups == 0) return "";
    return fmt::format("{:.9g}", static_cast<double>(hits) / static_cast<double>(lookups));
}

std::string reasons(const MissClasses& misses, bool explained) {
    return explained ? fmt::format(",{},{},{}", misses.cold, misses.capacity, misses.conflict) : ",,,";
}

std::string numbers(const TrafficSums& sums, bool explained) {
    const MovedBytes bytes = moved_bytes(sums);
    return fmt::format("{},{},{},{},{},{},{},{},{},{},{}{}{}\n", sums.requests, sums.sectors, sums.l1_hits(),
                       sums.l1_lookups(), rate(sums.l1_hits(), sums.l1_lookups()), sums.l2_hits,
                       sums.l2_lookups, rate(sums.l2_hits, sums.l2_lookups), bytes.l1, bytes.l2, bytes.dram,
                       reasons(sums.l1_misses, explained), reasons(sums.l2_misses, explained));
}

} // namespace

void write_traffic_csv(const RecordingInfo& info, const HierarchyResult& result, TextOutput& out) {
    out.write(
        "table,name,file,line,column,operation,space,bytes_per_lane,requests,sectors,l1_hits,l1_lookups,"
        "l1_hit_rate,l2_hits,l2_lookups,l2_hit_rate,l1_bytes,l2_bytes,dram_bytes,"
        "l1_cold_misses,l1_capacity_misses,l1_conflict_misses,l2_cold_misses,l2_capacity_misses,"
        "l2_conflict_misses\n");
    const bool explained = result.reuse.has_value();
    const std::vector<std::string> labels = allocation_labels(info);
    for (std::size_t i = 0; i < result.allocations.size(); ++i)
        out.write(fmt::format("allocation,{},,,,,{},,{}", csv_cell(labels[i]),
                              name_of(info.allocations[i].space), numbers(result.allocations[i], explained)));
    for (std::size_t i = 0; i < result.instructions.size(); ++i) {
        const Instruction& instruction = info.instructions[i];
        out.write(fmt::format("instruction,{},{},{},{},{},{},{},{}", i, csv_cell(instruction.location.file),
                              instruction.location.line, instruction.location.column,
                              name_of(instruction.operation), name_of(instruction.space),
                              instruction.bytes_per_lane, numbers(result.instructions[i], explained)));
    }
    for (const SourceLineSums& line : sums_by_line(info, result.instructions))
        out.write(
            fmt::format("line,,{},{},,,,,{}", csv_cell(line.file), line.line, numbers(line.sums, explained)));
}

} // namespace hitmap
