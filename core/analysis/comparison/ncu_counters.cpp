#include "core/analysis/comparison/ncu_counters.h"

#include <fmt/format.h>

#include <array>

namespace hitmap {

namespace {

using Counters = std::map<std::string, double, std::less<>>;

constexpr double sector_bytes = 32.0;

/// One kind of memory instructions, with its names in ncu's metrics.
struct Pipe {
    Space space;
    Operation operation;
    std::string_view name; ///< NAME in "l1tex__t_sectors_pipe_lsu_mem_NAME.sum"
    std::string_view sass; ///< SASS in "smsp__sass_inst_executed_op_SASS.sum"
};
constexpr std::array<Pipe, 6> pipes{{
    {Space::global, Operation::load, "global_op_ld", "global_ld"},
    {Space::global, Operation::store, "global_op_st", "global_st"},
    {Space::local, Operation::load, "local_op_ld", "local_ld"},
    {Space::local, Operation::store, "local_op_st", "local_st"},
    {Space::shared, Operation::load, "", "shared_ld"},
    {Space::shared, Operation::store, "", "shared_st"},
}};

double number(std::uint64_t count) {
    return static_cast<double>(count);
}

void put_rate(Counters& counters, const std::string& name, std::uint64_t hits, std::uint64_t sectors) {
    if (sectors != 0) counters[name] = 100.0 * number(hits) / number(sectors);
}

void put_pipe(Counters& counters, const Pipe& pipe, const TrafficSums& sums) {
    counters[fmt::format("smsp__sass_inst_executed_op_{}.sum", pipe.sass)] = number(sums.requests);
    if (pipe.name.empty()) return;
    const std::uint64_t hits = sums.l1_hits();
    const std::string sectors = fmt::format("l1tex__t_sectors_pipe_lsu_mem_{}", pipe.name);
    counters[fmt::format("l1tex__t_requests_pipe_lsu_mem_{}.sum", pipe.name)] = number(sums.requests);
    counters[sectors + ".sum"] = number(sums.sectors);
    counters[sectors + "_lookup_hit.sum"] = number(hits);
    counters[sectors + "_lookup_miss.sum"] = number(sums.sectors - hits);
    put_rate(counters, fmt::format("l1tex__t_sector_pipe_lsu_mem_{}_hit_rate.pct", pipe.name), hits,
             sums.sectors);
}

/// What the counters of L2 say. They count every sector that is stored as a hit, whether it was in L2 or not
/// (NVIDIA forum 257458, and measured on an H200: docs/validation.md).
struct CountedL2 {
    std::uint64_t misses = 0; ///< of loads and atomics
    std::uint64_t load_misses = 0;
};

CountedL2 counted_l2(const RecordingInfo& info, const HierarchyResult& result) {
    CountedL2 counted;
    for (std::size_t i = 0; i < result.instructions.size(); ++i) {
        const Operation operation = info.instructions[i].operation;
        const std::uint64_t misses = result.instructions[i].l2_lookups - result.instructions[i].l2_hits;
        if (operation != Operation::store) counted.misses += misses;
        if (operation == Operation::load) counted.load_misses += misses;
    }
    return counted;
}

void put_levels(Counters& counters, const TrafficSums& all, const CountedL2& l2) {
    const std::uint64_t l2_hits = all.l2_lookups - l2.misses;
    const std::uint64_t l2_loads = all.l1_load_lookups - all.l1_load_hits + all.bypassing;
    put_rate(counters, "l1tex__t_sector_hit_rate.pct", all.l1_hits(), all.l1_lookups() + all.bypassing);
    put_rate(counters, "lts__t_sector_hit_rate.pct", l2_hits, all.l2_lookups);
    counters["lts__t_sectors_srcunit_tex.sum"] = number(all.l2_lookups);
    counters["lts__t_sectors_srcunit_tex_lookup_hit.sum"] = number(l2_hits);
    counters["lts__t_sectors_srcunit_tex_lookup_miss.sum"] = number(l2.misses);
    counters["lts__t_sectors_srcunit_tex_op_read.sum"] = number(l2_loads);
    counters["lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum"] = number(l2_loads - l2.load_misses);
    counters["lts__t_sectors_srcunit_tex_op_read_lookup_miss.sum"] = number(l2.load_misses);
    counters["lts__t_sectors_srcunit_tex_op_write.sum"] = number(all.written_through + all.written_back);
    counters["dram__sectors_read.sum"] = number(all.fetched);
    counters["dram__sectors_write.sum"] = number(all.written);
    counters["dram__bytes_read.sum"] = sector_bytes * number(all.fetched);
    counters["dram__bytes_write.sum"] = sector_bytes * number(all.written);
}

} // namespace

Counters simulated_counters(const RecordingInfo& info, const HierarchyResult& result) {
    Counters counters;
    for (const Pipe& pipe : pipes) {
        TrafficSums sums;
        for (std::size_t i = 0; i < result.instructions.size(); ++i)
            if (info.instructions[i].space == pipe.space && info.instructions[i].operation == pipe.operation)
                sums += result.instructions[i];
        put_pipe(counters, pipe, sums);
    }
    put_levels(counters, result.total, counted_l2(info, result));
    return counters;
}

std::vector<CounterPair> compare_counters(std::span<const MeasuredKernel> kernels, const RecordingInfo& info,
                                          const HierarchyResult& result) {
    Counters measured;
    for (const MeasuredKernel& kernel : kernels)
        for (const auto& [metric, value] : kernel.metrics)
            measured[metric] += value;
    std::vector<CounterPair> pairs;
    for (const auto& [metric, simulated] : simulated_counters(info, result)) {
        const auto found = measured.find(metric);
        const bool is_rate = metric.ends_with(".pct");
        if (found == measured.end() || (is_rate && kernels.size() != 1)) continue;
        CounterPair pair{metric, found->second, simulated, std::nullopt, is_rate};
        const double difference = simulated - found->second;
        if (is_rate || difference == 0.0)
            pair.error = difference;
        else if (found->second != 0.0)
            pair.error = difference / found->second;
        pairs.push_back(std::move(pair));
    }
    return pairs;
}

} // namespace hitmap
