#include "core/probe/chase/latency_split.h"

#include <cmath>
#include <map>

namespace hitmap {

namespace {

/// Count, sum and sum of squares of a group of latencies.
struct Moments {
    double count = 0.0;
    double sum = 0.0;
    double squares = 0.0;

    void add(double value, double times) {
        count += times;
        sum += value * times;
        squares += value * value * times;
    }
    [[nodiscard]] double mean() const { return sum / count; }
    /// The sum of squared distances from the mean.
    [[nodiscard]] double scatter() const { return std::max(0.0, squares - sum * sum / count); }
};

std::map<std::uint32_t, std::uint64_t> counts_of(std::span<const ChaseSample> samples) {
    std::map<std::uint32_t, std::uint64_t> counts;
    auto last = counts.end();
    for (const ChaseSample& sample : samples) {
        if (last == counts.end() || last->first != sample.latency)
            last = counts.try_emplace(sample.latency).first;
        ++last->second;
    }
    std::uint64_t to_leave_out = samples.size() / 1000;
    while (counts.size() > 2 && counts.rbegin()->second <= to_leave_out) {
        to_leave_out -= counts.rbegin()->second;
        counts.erase(std::prev(counts.end()));
    }
    return counts;
}

} // namespace

std::optional<LatencySplit> split_latencies(std::span<const ChaseSample> samples) {
    const auto counts = counts_of(samples);
    Moments all;
    for (const auto& [latency, count] : counts)
        all.add(latency, static_cast<double>(count));
    Moments fast;
    std::optional<LatencySplit> best;
    double least_scatter = 0.0;
    for (const auto& [latency, count] : counts) {
        fast.add(latency, static_cast<double>(count));
        const Moments slow{all.count - fast.count, all.sum - fast.sum, all.squares - fast.squares};
        if (slow.count < 0.5) break;
        const double scatter = fast.scatter() + slow.scatter();
        if (best && scatter >= least_scatter) continue;
        least_scatter = scatter;
        best = LatencySplit{fast.mean(), slow.mean(), latency};
    }
    if (best && best->miss - best->hit < 3.0 * std::sqrt(least_scatter / all.count)) best.reset();
    return best;
}

} // namespace hitmap
