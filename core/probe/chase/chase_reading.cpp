#include "core/probe/chase/chase_reading.h"

#include <algorithm>
#include <iterator>

namespace hitmap {

namespace {

void make_set(NumberSet& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

} // namespace

NumberSet missed_in_lap(const ChaseRun& run, const LatencySplit& split, std::uint64_t words,
                        std::uint64_t lap) {
    NumberSet missed;
    for (const ChaseSample& sample : run.lap(lap))
        if (split.is_miss(sample)) missed.push_back(sample.index / words);
    make_set(missed);
    return missed;
}

NumberSet missed_when_warm(const ChaseRun& run, const LatencySplit& split, std::uint64_t words) {
    NumberSet missed;
    const std::uint64_t lap = run.lap();
    for (std::size_t i = lap; i < run.samples.size(); ++i)
        if (split.is_miss(run.samples[i])) missed.push_back(run.samples[i].index / words);
    make_set(missed);
    return missed;
}

bool keeps_missing(const ChaseRun& run, const LatencySplit& split) {
    const std::uint64_t length = run.lap();
    const std::uint64_t laps = run.laps();
    for (std::uint64_t lap = 1; lap < laps; ++lap) {
        const auto begin = run.samples.begin() + static_cast<std::ptrdiff_t>(lap * length);
        const auto end = begin + static_cast<std::ptrdiff_t>(length);
        if (std::none_of(begin, end, [&](const ChaseSample& sample) { return split.is_miss(sample); }))
            return false;
    }
    return laps > 1;
}

NumberSet united(const NumberSet& a, const NumberSet& b) {
    NumberSet all;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
    return all;
}

NumberSet without(const NumberSet& a, const NumberSet& b) {
    NumberSet rest;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
    return rest;
}

void shuffle(std::vector<std::uint64_t>& numbers, std::mt19937_64& random) {
    for (std::size_t i = numbers.size(); i > 1; --i)
        std::swap(numbers[i - 1], numbers[random() % i]);
}

} // namespace hitmap
