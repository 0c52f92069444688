#include "core/probe/conflict_group.h"

#include "core/probe/policy_fit.h"

#include <algorithm>
#include <numeric>

namespace hitmap {

namespace {

constexpr std::uint64_t first_laps = 10;
/// Most fetched pieces (sectors) of a line.
constexpr std::uint64_t most_steps_a_line = 64;
/// Most accesses when laps are added because some lines of a group did not miss in every lap.
constexpr std::uint64_t most_accesses = std::uint64_t{1} << 26;
constexpr std::size_t most_left_out = 64;

/// One step of each aligned run of `each` steps.
std::vector<std::uint64_t> one_of_each(const NumberSet& steps, std::uint64_t each) {
    std::vector<std::uint64_t> chosen;
    for (const std::uint64_t step : steps)
        if (chosen.empty() || chosen.back() / each != step / each) chosen.push_back(step);
    return chosen;
}

/// Stage 2. The steps of one line stay or miss together: without one of two steps, the line is still in the
/// group. The shortest line length that makes the group minimal is therefore the line.
std::optional<ConflictGroup> group_of(ProbeBench& bench, const NumberSet& missed) {
    for (std::uint64_t each = 1; each <= most_steps_a_line; each *= 2) {
        auto steps = one_of_each(missed, each);
        if (is_minimal(bench, steps, bench.step)) return ConflictGroup{each * bench.step, std::move(steps)};
    }
    return std::nullopt;
}

bool is_periodic(const ChaseRun& run, const LatencySplit& split) {
    const std::uint64_t length = run.lap();
    const std::size_t end = run.samples.size() / length * length;
    for (std::size_t i = 2 * length; i < end; ++i)
        if (split.is_miss(run.samples[i]) != split.is_miss(run.samples[i - length])) return false;
    return end > 2 * length;
}

} // namespace

NumberSet ConflictGroup::lines(std::uint64_t step_words) const {
    NumberSet numbers;
    for (const std::uint64_t step : steps)
        numbers.push_back(step * step_words / line_words);
    return numbers;
}

bool is_minimal(ProbeBench& bench, const std::vector<std::uint64_t>& pieces, std::uint64_t words) {
    if (pieces.size() < 2 || !bench.overflow(pieces, words).value_or(false)) return false;
    const std::size_t apart = std::max<std::size_t>(1, pieces.size() / most_left_out);
    for (std::size_t i = 0; i < pieces.size(); i += apart) {
        std::vector<std::uint64_t> others = pieces;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        if (bench.overflow(others, words).value_or(true)) return false;
    }
    return true;
}

std::optional<ConflictGroup> find_conflict_group(ProbeBench& bench, std::uint64_t capacity_steps,
                                                 std::optional<bool>& periodic) {
    const std::uint64_t count = capacity_steps + 1;
    const Chain in_order = Chain::uniform(count, bench.step);
    const ChaseRun* run = bench.chase(in_order, first_laps);
    if (run == nullptr || run->laps() < 2) return std::nullopt;
    if (run->laps() > 2) periodic = is_periodic(*run, *bench.split);
    NumberSet missed = missed_when_warm(*run, *bench.split, bench.step);
    if (auto group = group_of(bench, missed)) return group;
    if (!bench.recorded().empty()) return std::nullopt;

    // Some lines of the group never missed: tries other orders, with more laps each time.
    std::vector<std::uint64_t> words(count);
    for (std::uint64_t i = 0; i < count; ++i)
        words[i] = i * bench.step;
    std::mt19937_64 random(1);
    const std::uint64_t first = bench.accesses();
    for (std::uint64_t laps = 4; bench.accesses() - first < most_accesses;
         laps = std::min<std::uint64_t>(2 * laps, 256)) {
        shuffle(words, random);
        run = bench.chase(Chain::of(words), laps);
        NumberSet more = united(missed, missed_when_warm(*run, *bench.split, bench.step));
        if (more.size() == missed.size()) continue;
        missed = std::move(more);
        if (auto group = group_of(bench, missed)) return group;
    }
    return std::nullopt;
}

Replacement find_replacement(ProbeBench& bench, const ConflictGroup& group) {
    constexpr std::uint64_t laps = 4;
    const std::uint64_t orders = group.steps.size() > 64 ? 1 : 4;
    PolicyFit fit;
    for (std::uint64_t seed = 1; seed <= orders; ++seed) {
        const ChaseRun* run = bench.chase(revisiting_chain(group.steps, bench.step, seed), laps);
        if (run == nullptr) return Replacement::undetermined;
        const PolicyFit now = fit_policies(*run, *bench.split, bench.step, group.ways());
        fit = {fit.lru && now.lru, fit.fifo && now.fifo};
    }
    // With one way, all policies are the same as LRU.
    if (fit.lru) return Replacement::lru;
    return fit.fifo ? Replacement::fifo : Replacement::not_lru;
}

} // namespace hitmap
