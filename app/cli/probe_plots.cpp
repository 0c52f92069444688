#include "app/cli/probe_plots.h"

#include "core/probe/bank_conflicts.h"
#include "core/probe/miss_curve.h"
#include "core/trace/byte_stream.h"

#include <fmt/format.h>

#include <array>

namespace hitmap {

namespace {

constexpr std::uint64_t most_plotted_loads = 65536;
constexpr std::uint64_t most_points = 256;
constexpr std::uint64_t most_accesses = std::uint64_t{1} << 26;
constexpr std::uint64_t most_stride = 64;

void write_file(const std::filesystem::path& path, std::string_view text) {
    const auto sink = create_file(path);
    sink->write(std::as_bytes(std::span(text)));
    sink->commit();
}

std::string latency_csv(const ChaseRun& run) {
    std::string text = "access,index,latency\n";
    const std::uint64_t count = std::min<std::uint64_t>(run.samples.size(), most_plotted_loads);
    for (std::uint64_t i = 0; i < count; ++i)
        text += fmt::format("{},{},{}\n", i, run.samples[i].index, run.samples[i].latency);
    return text;
}

std::string curve_csv(const std::vector<MissPoint>& points, std::uint64_t line) {
    std::string text = "bytes,lines,missed_lines,miss_rate\n";
    for (const MissPoint& point : points)
        text +=
            fmt::format("{},{},{:.9g},{:.9g}\n", point.lines * line, point.lines, point.missed, point.rate());
    return text;
}

std::string sets_csv(const ProbeResult& result) {
    std::string text = "line,address,set\n";
    for (std::size_t line = 0; line < result.set_of_line.size(); ++line)
        text += fmt::format("{},{},{}\n", line, line * *result.line, result.set_of_line[line]);
    return text;
}

/// From just below the capacity to half as much again.
MissCurveRange curve_range(const ProbeResult& result) {
    const std::uint64_t lines = *result.capacity / *result.line;
    const std::uint64_t step = std::max<std::uint64_t>(1, lines / 2 / most_points);
    const std::uint64_t points = lines / 2 / step + 3;
    const std::uint64_t laps = std::clamp<std::uint64_t>(most_accesses / points / (2 * lines), 2, 60);
    return {*result.line, lines - std::min(lines - 1, 2 * step),
            lines + std::max<std::uint64_t>(lines / 2, 2 * step), step, laps};
}

/// Layouts of shared memory, the preset's first.
std::array<BankLayout, 3> bank_layouts(const GpuPreset& preset) {
    BankLayout own;
    if (const auto banks = preset.number("shared_memory", "banks"))
        own.banks = static_cast<std::uint32_t>(*banks);
    if (const auto bytes = preset.number("shared_memory", "bank_bytes"))
        own.bank_bytes = own.mapping_bytes = static_cast<std::uint32_t>(*bytes);
    return {own, BankLayout{32, 8, 4}, BankLayout{32, 8, 8}};
}

} // namespace

void write_probe_plots(const std::filesystem::path& folder, const ProbeUnit& unit, const ProbeResult& result,
                       const JobContext& job) {
    if (!result.capacity || !result.line || !result.latency) return;
    std::filesystem::create_directories(folder);
    SimulatedSource source = unit.source();
    const std::uint64_t lines = *result.capacity / *result.line;
    const Chain one_too_many = Chain::uniform(lines + 1, *result.line / word_bytes);
    write_file(folder / (unit.name + "-latency.csv"), latency_csv(*source.chase(one_too_many, 3, job)));
    if (!result.set_of_line.empty()) write_file(folder / (unit.name + "-sets.csv"), sets_csv(result));
    const MissCurveRange range = curve_range(result);
    const auto write_curve = [&](ChaseSource& chased, const char* suffix) {
        write_file(folder / fmt::format("{}-miss-rate{}.csv", unit.name, suffix),
                   curve_csv(miss_curve(chased, *result.latency, range, job), *result.line));
    };
    write_curve(source, "");
    const auto* cache = std::get_if<CacheGeometry>(&unit.geometry);
    if (cache == nullptr || cache->policy != "fermi") return;
    CacheGeometry lru = *cache;
    lru.policy = "lru";
    SimulatedSource traditional(lru, unit.latency);
    write_curve(traditional, "-lru");
    SimulatedSource sequence = fermi_victim_sequence(unit.latency);
    write_curve(sequence, "-sequence");
}

Json bank_conflicts_json(const GpuPreset& preset) {
    const BankTiming timing = bank_timing(preset);
    Json layouts = Json::array();
    for (const BankLayout& layout : bank_layouts(preset)) {
        Json ways = Json::array();
        Json cycles = Json::array();
        for (std::uint64_t stride = 0; stride <= most_stride; ++stride) {
            ways.push_back(conflict_ways(layout, stride));
            cycles.push_back(timing.cycles(conflict_ways(layout, stride)));
        }
        layouts.push_back({{"banks", layout.banks},
                           {"bank_bytes", layout.bank_bytes},
                           {"mapping_bytes", layout.mapping_bytes},
                           {"ways", ways},
                           {"cycles", cycles}});
    }
    return layouts;
}

void write_bank_plot(const std::filesystem::path& folder, const GpuPreset& preset) {
    const BankTiming timing = bank_timing(preset);
    const auto layouts = bank_layouts(preset);
    std::string text = "stride,ways,cycles,ways_8_by_4,cycles_8_by_4,ways_8_by_8,cycles_8_by_8\n";
    for (std::uint64_t stride = 0; stride <= most_stride; ++stride) {
        text += fmt::format("{}", stride);
        for (const BankLayout& layout : layouts) {
            const std::uint32_t ways = conflict_ways(layout, stride);
            text += fmt::format(",{},{:.9g}", ways, timing.cycles(ways));
        }
        text += "\n";
    }
    std::filesystem::create_directories(folder);
    write_file(folder / "shared-memory.csv", text);
}

} // namespace hitmap
