#include "core/gpu_probe/gpu_sweep.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

namespace hitmap {

namespace {

/// Loads that one measurement times at least: some milliseconds.
constexpr std::uint64_t least_loads = std::uint64_t{1} << 17;

/// Latencies of single loads of an array, sorted.
std::vector<double> sorted_latencies(GpuChase& chase, std::uint64_t bytes) {
    constexpr std::uint64_t stride = 64;
    const Chain chain = sweep_chain(SweepOrder::random, bytes, stride);
    chase.write(chain);
    const auto lap = std::min<std::uint64_t>(chain.size(), GpuChase::most_loads / 2);
    std::vector<double> latencies;
    for (const ChaseSample& sample :
         chase.each_latency(static_cast<std::uint32_t>(lap), GpuChase::most_each / 2))
        latencies.push_back(sample.latency);
    std::ranges::sort(latencies);
    return latencies;
}

/// The samples of `laps` laps from the first word, in dispatches that repeat the loads before their part.
ChaseRun single_loads(GpuChase& chase, const Chain& chain, std::uint64_t laps, const JobContext& job) {
    constexpr std::uint64_t round = 16;
    chase.write(chain);
    ChaseRun run;
    const std::uint64_t all = chain.size() * laps;
    while (run.samples.size() < all) {
        job.check();
        const std::uint64_t made = run.samples.size();
        const std::uint64_t before = made / round * round;
        const auto part = chase.each_latency(static_cast<std::uint32_t>(before), GpuChase::most_each);
        for (std::uint64_t i = made - before; i < part.size() && run.samples.size() < all; ++i)
            run.samples.push_back({chain[run.samples.size() % chain.size()], part[i].latency});
    }
    return run;
}

} // namespace

SweepPoint GpuSweep::measure(SweepOrder order, std::uint64_t bytes, std::uint64_t stride,
                             const JobContext& job) {
    constexpr int repetitions = 4;
    const Chain chain = sweep_chain(order, bytes, stride);
    chase_.write(chain);
    SweepPoint point{order, bytes, stride, std::max(chain.size(), least_loads), 0.0};
    for (int i = 0; i < repetitions; ++i) {
        // The caches of some devices are empty when a dispatch begins, so that each one makes a lap first.
        const std::uint64_t before = std::min(chain.size(), GpuChase::most_loads / 4);
        const double latency = chase_.mean_latency(i == 0 ? chain.size() : before, point.loads, job);
        point.latency = i == 0 ? latency : std::min(point.latency, latency);
    }
    return point;
}

ShaderClock measure_clock(GpuChase& chase, const JobContext& job) {
    constexpr std::uint64_t small_array = 8192;
    ShaderClock clock;
    const std::vector<double> hits = sorted_latencies(chase, small_array);
    clock.hit = hits[hits.size() / 2];
    clock.hit_spread = hits[hits.size() * 9 / 10] - hits[hits.size() / 10];
    const std::vector<double> misses = sorted_latencies(chase, chase.array_bytes());
    clock.memory = misses[misses.size() / 2];
    // A long chase and a short one: the time of a submission is in both, and not in their difference.
    const auto timed = [&](std::uint64_t loads) {
        const auto begin = std::chrono::steady_clock::now();
        const double cycles = chase.mean_latency(0, loads, job) * static_cast<double>(loads);
        return std::pair(
            cycles,
            std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count());
    };
    std::vector<double> rates;
    for (int i = 0; i < 5; ++i) {
        const auto [cycles, time] = timed(GpuChase::most_loads);
        const auto [less_cycles, less_time] = timed(GpuChase::most_loads / 4);
        if (time > less_time) rates.push_back((cycles - less_cycles) / (time - less_time));
    }
    std::ranges::sort(rates);
    if (!rates.empty()) clock.megahertz = std::max(0.0, rates[rates.size() / 2]);
    return clock;
}

std::vector<ChaseRun> time_single_loads(GpuChase& chase, std::uint64_t capacity, std::uint64_t fetched,
                                        const JobContext& job) {
    constexpr std::uint64_t laps = 3;
    constexpr std::uint64_t most_lap = 16384; // so that a dispatch makes few loads before those that it times
    constexpr std::int64_t around = 8;
    std::vector<ChaseRun> runs;
    runs.push_back(single_loads(chase, Chain::uniform(GpuChase::most_each, 1), 1, job));
    const std::uint64_t words = std::max<std::uint64_t>(fetched / word_bytes, 1);
    const auto steps = static_cast<std::int64_t>(capacity / fetched);
    std::set<std::int64_t> lengths;
    for (std::int64_t i = -around; i <= around; ++i) {
        lengths.insert(steps + i);                      // every step near the capacity
        lengths.insert(steps + steps * i / around / 4); // up to a quarter less and more
    }
    for (const std::int64_t length : lengths)
        if (length > 1 && length <= static_cast<std::int64_t>(most_lap))
            runs.push_back(
                single_loads(chase, Chain::uniform(static_cast<std::uint64_t>(length), words), laps, job));
    return runs;
}

} // namespace hitmap
