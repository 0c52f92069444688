#include "core/probe/probe_plots.h"

#include "core/probe/chase/chase_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <variant>

namespace hitmap {

namespace {

constexpr std::uint64_t most_plotted_loads = 65536;
constexpr std::uint64_t most_curve_points = 256;
constexpr std::uint64_t most_curve_accesses = std::uint64_t{1} << 26;
constexpr std::uint64_t plotted_laps = 3;

/// From just below the capacity to 1.5 times the capacity.
MissCurveRange curve_range(const ProbeResult& result) {
    const std::uint64_t lines = *result.capacity / *result.line;
    const std::uint64_t step = std::max<std::uint64_t>(1, lines / 2 / most_curve_points);
    const std::uint64_t points = lines / 2 / step + 3;
    const std::uint64_t laps = std::clamp<std::uint64_t>(most_curve_accesses / points / (2 * lines), 2, 60);
    return {*result.line, lines - std::min(lines - 1, 2 * step),
            lines + std::max<std::uint64_t>(lines / 2, 2 * step), step, laps};
}

std::vector<ChaseSample> first_of(const ChaseRun& run) {
    const auto count =
        static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(run.samples.size(), most_plotted_loads));
    return {run.samples.begin(), run.samples.begin() + count};
}

/// The lines of `line` bytes that missed in a lap: a mean over all laps except the first.
double lines_missed_a_lap(const ChaseRun& run, const LatencySplit& split, std::uint64_t line) {
    const std::uint64_t words = std::max<std::uint64_t>(1, line / word_bytes);
    std::uint64_t missed = 0;
    for (std::uint64_t lap = 1; lap < run.laps(); ++lap)
        missed += missed_in_lap(run, split, words, lap).size();
    return static_cast<double>(missed) / static_cast<double>(run.laps() - 1);
}

} // namespace

ProbePlots probe_plots(const ProbeUnit& unit, const ProbeResult& result, const JobContext& job) {
    ProbePlots plots;
    if (!result.capacity || !result.line || !result.latency) return plots;
    SimulatedSource source = unit.source();
    const std::uint64_t lines = *result.capacity / *result.line;
    const Chain one_too_many = Chain::uniform(lines + 1, *result.line / word_bytes);
    plots.latencies = first_of(*source.chase(one_too_many, plotted_laps, job));
    plots.latencies_of = fmt::format("{} lines, one more than fit", lines + 1);
    plots.line = *result.line;
    const MissCurveRange range = curve_range(result);
    const auto add = [&](ChaseSource& chased, std::string name, std::string title) {
        plots.curves.push_back(
            {std::move(name), std::move(title), miss_curve(chased, *result.latency, range, job)});
    };
    const auto* cache = std::get_if<CacheGeometry>(&unit.geometry);
    if (cache == nullptr || cache->policy != "fermi") {
        add(source, "", cache != nullptr ? cache->policy : std::get<TlbLevelGeometry>(unit.geometry).policy);
        return plots;
    }
    add(source, "", "odds 1/6, 1/2, 1/6, 1/6");
    CacheGeometry lru = *cache;
    lru.policy = "lru";
    SimulatedSource traditional(lru, unit.latency);
    add(traditional, "-lru", "LRU");
    SimulatedSource sequence = fermi_victim_sequence(unit.latency);
    add(sequence, "-sequence", "sequence 2, 1, 2, 3, 2, 4");
    return plots;
}

ProbePlots probe_plots(std::span<const ChaseRun> runs, const ProbeResult& result) {
    ProbePlots plots;
    const auto longest = std::max_element(runs.begin(), runs.end(), [](const ChaseRun& a, const ChaseRun& b) {
        return a.samples.size() < b.samples.size();
    });
    if (longest == runs.end()) return plots;
    plots.latencies = first_of(*longest);
    plots.latencies_of = fmt::format("{} words a lap", longest->lap());
    if (!result.latency) return plots;
    plots.line = result.line.value_or(result.fetched.value_or(word_bytes));
    std::map<std::uint64_t, MissPoint> points; // by number of lines
    for (const ChaseRun& run : runs) {
        if (run.stride() == 0 || run.laps() < 2) continue;
        const std::uint64_t bytes = run.lap() * run.stride() * word_bytes;
        const std::uint64_t lines = std::max<std::uint64_t>(1, (bytes + plots.line - 1) / plots.line);
        points.emplace(lines, MissPoint{lines, lines_missed_a_lap(run, *result.latency, plots.line)});
    }
    MissCurve curve{"", "measured", {}};
    for (const auto& [lines, point] : points)
        curve.points.push_back(point);
    if (!curve.points.empty()) plots.curves.push_back(std::move(curve));
    return plots;
}

} // namespace hitmap
