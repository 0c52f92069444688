#include "core/probe/cache_probe.h"

#include "core/probe/conflict_group.h"
#include "core/probe/probe_bench.h"
#include "core/probe/set_scan.h"

#include <algorithm>

namespace hitmap {

namespace {

/// Most accesses of a lap: 512 MiB in sectors of 32 bytes.
constexpr std::uint64_t most_steps = std::uint64_t{1} << 24;
constexpr std::uint64_t most_words_to_find_a_miss = std::uint64_t{1} << 26;

/// The greatest common divisor of the distances of successive misses of a cold lap; 0 if there are fewer
/// than two misses.
std::uint64_t spacing(const NumberSet& missed_words) {
    std::uint64_t least = 0;
    for (std::size_t i = 1; i < missed_words.size(); ++i) {
        const std::uint64_t gap = missed_words[i] - missed_words[i - 1];
        if (least == 0 || gap < least) least = gap;
    }
    return least;
}

class CacheProbe {
public:
    CacheProbe(ChaseSource& source, const JobContext& job) : bench_(source, job) {}

    ProbeResult run() {
        const bool recorded = !bench_.recorded().empty();
        if (recorded ? read_fetched() : find_fetched()) {
            recorded ? read_capacity() : find_capacity();
            if (result_.capacity) look_into_sets();
        }
        result_.latency = bench_.split;
        result_.accesses = bench_.accesses();
        return std::move(result_);
    }

private:
    /// Stages 1 and 2 with s = 1 on a cold cache: the distance of misses is the number of bytes that a miss
    /// fetches.
    bool find_fetched() {
        for (std::uint64_t words = 1024; words <= most_words_to_find_a_miss; words *= 4) {
            const ChaseRun* run = bench_.chase(Chain::uniform(words, 1), 1);
            bench_.split = split_latencies(run->samples);
            if (!bench_.split) continue;
            const NumberSet missed = missed_in_lap(*run, *bench_.split, 1, 0);
            if (missed.size() < 4) continue;
            bench_.step = spacing(missed);
            result_.fetched = bench_.step * word_bytes;
            return true;
        }
        return false;
    }

    bool read_fetched() {
        std::vector<ChaseSample> all;
        for (const ChaseRun& run : bench_.recorded())
            all.insert(all.end(), run.samples.begin(), run.samples.end());
        bench_.split = split_latencies(all);
        if (!bench_.split) return false;
        for (const ChaseRun& run : bench_.recorded()) {
            const std::uint64_t stride = run.stride();
            if (stride == 0) continue;
            const std::uint64_t apart = spacing(missed_in_lap(run, *bench_.split, 1, 0));
            if (apart == 0 || (bench_.step != 0 && apart > bench_.step)) continue;
            bench_.step = apart;
            // Every access missed, so a miss fetches at most this many bytes.
            if (apart > stride) result_.fetched = apart * word_bytes;
        }
        return bench_.step != 0;
    }

    [[nodiscard]] bool overflows(std::uint64_t count, std::uint64_t stride) {
        const ChaseRun* run = bench_.chase(Chain::uniform(count, stride), 2);
        return keeps_missing(*run, *bench_.split);
    }

    /// Stage 1: the largest array that stays in the cache. Words within the bytes that one miss fetches hit
    /// in any cache, so the stride is that number of bytes instead of s = 1.
    void find_capacity() {
        std::uint64_t fits = 0;
        std::uint64_t too_many = 1;
        while (!overflows(too_many, bench_.step)) {
            fits = too_many;
            too_many *= 2;
            if (too_many > most_steps) {
                result_.fits = bytes(fits);
                return;
            }
        }
        // Searches in steps of four first. The result is verified, and is often correct.
        if (fits >= 1024) {
            std::uint64_t low = fits / 4;
            std::uint64_t high = too_many / 4;
            bisect(low, high, 4 * bench_.step);
            if (!overflows(4 * low, bench_.step) && overflows(4 * high, bench_.step)) {
                fits = 4 * low;
                too_many = 4 * high;
            }
        }
        bisect(fits, too_many, bench_.step);
        result_.fits = bytes(fits);
        result_.overflows = bytes(too_many);
        result_.capacity = result_.fits;
    }

    void bisect(std::uint64_t& fits, std::uint64_t& too_many, std::uint64_t stride) {
        while (too_many - fits > 1) {
            const std::uint64_t middle = fits + (too_many - fits) / 2;
            (overflows(middle, stride) ? too_many : fits) = middle;
        }
    }

    void read_capacity() {
        for (const ChaseRun& run : bench_.recorded()) {
            const std::uint64_t stride = run.stride();
            if (stride == 0 || run.laps() < 2 || !keeps_missing(run, *bench_.split)) continue;
            const std::uint64_t size = run.lap() * stride * word_bytes;
            result_.overflows = std::min(result_.overflows.value_or(size), size);
        }
        for (const ChaseRun& run : bench_.recorded()) {
            const std::uint64_t stride = run.stride();
            if (stride == 0 || run.laps() < 2 || keeps_missing(run, *bench_.split)) continue;
            const std::uint64_t size = run.lap() * stride * word_bytes;
            if (!result_.overflows || size < *result_.overflows) result_.fits = std::max(result_.fits, size);
        }
        // The capacity is exact if the two sizes differ by no more than a miss fetches.
        if (result_.fetched && result_.overflows && *result_.overflows - result_.fits <= *result_.fetched)
            result_.capacity = result_.fits;
    }

    /// Stages 2 to 4, with an array that exceeds the capacity by one step.
    void look_into_sets() {
        const std::uint64_t steps = *result_.capacity / word_bytes / bench_.step;
        const auto group = find_conflict_group(bench_, steps, result_.periodic);
        if (!group) {
            // Under LRU and FIFO, all lines of an overflowing set miss in each lap, so that a group would
            // have been found.
            if (bench_.recorded().empty() || result_.periodic == false)
                result_.replacement = Replacement::not_lru;
            return;
        }
        result_.line = group->line_words * word_bytes;
        result_.replacement = find_replacement(bench_, *group);
        scan_sets(bench_, *group, result_);
    }

    [[nodiscard]] std::uint64_t bytes(std::uint64_t steps) const { return steps * bench_.step * word_bytes; }

    ProbeBench bench_;
    ProbeResult result_;
};

} // namespace

ProbeResult probe_cache(ChaseSource& source, const JobContext& job) {
    return CacheProbe(source, job).run();
}

} // namespace hitmap
