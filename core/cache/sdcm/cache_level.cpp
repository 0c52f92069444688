#include "core/cache/sdcm/cache_level.h"

#include "core/cache/sdcm/repeat_distances.h"

#include <algorithm>
#include <array>
#include <limits>

namespace hitmap {

namespace {

/// Number of groups that are simulated at a time, step by step. The memory accesses of one step overlap, and
/// each step has its own predictable branches.
constexpr std::size_t window_groups = 32;
constexpr std::size_t window_lookups = window_groups * SceneLines::max_lookups;
static_assert(window_lookups <= ReuseStack::max_batch);
/// Number of windows between two checks for cancellation; they take far less than a millisecond.
constexpr std::size_t check_interval = 128;

std::uint32_t saturated(std::uint64_t value) {
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(value, std::numeric_limits<std::uint32_t>::max()));
}

/// The look-ups of a few groups.
struct Window {
    /// Sums over the look-ups before a given one.
    struct Before {
        std::uint64_t distance;
        std::uint32_t hits; ///< modulo 2^32; the difference within a group is smaller
        std::uint32_t cold;
    };
    std::array<std::uint32_t, window_lookups + SceneLines::max_lookups> lines;
    std::array<std::uint32_t, window_lookups + SceneLines::max_lookups> allocations;
    std::array<std::uint32_t, window_lookups> distances;
    std::array<Before, window_lookups + 1> before;
    std::array<std::uint32_t, window_groups + 1> begin;
    std::array<std::uint32_t, window_groups> rows; ///< index of the first sum of each group
    std::uint32_t lookups = 0;

    void find_lines(const SceneLines& scene, const ReuseStack& stack, std::span<const AccessGroup> groups,
                    IntervalRows& interval_rows) {
        SceneLines::Output out{lines.data(), allocations.data(), 0};
        for (std::size_t g = 0; g < groups.size(); ++g) {
            begin[g] = out.end;
            rows[g] = interval_rows.row_of(groups[g]);
            scene.append_lookups(groups[g].kind, groups[g].element, out);
            for (std::uint32_t i = begin[g]; i < out.end; ++i)
                stack.fetch(lines[i]);
        }
        begin[groups.size()] = lookups = out.end;
    }
    void look_up(ReuseStack& stack, const HitTable& table) {
        stack.look_up(std::span(lines).first(lookups), distances.data());
        Before sums{};
        for (std::uint32_t i = 0; i < lookups; ++i) {
            before[i] = sums;
            const bool cold = distances[i] == ReuseStack::cold;
            const std::uint32_t distance = cold ? 0 : distances[i];
            const std::uint32_t hits = table(distance);
            sums.distance += distance;
            sums.hits += cold ? 0 : hits;
            sums.cold += cold ? 1 : 0;
        }
        before[lookups] = sums;
    }
    /// The index of the sum of look-up i of group g.
    [[nodiscard]] std::uint32_t sum_of(std::size_t g, std::uint32_t i) const {
        return rows[g] + allocations[i];
    }
    [[nodiscard]] std::span<const std::uint32_t> lines_of(std::size_t g) const {
        return {lines.data() + begin[g], begin[g + 1] - begin[g]};
    }
};

/// Processes the groups of a window after their look-ups.
class Outcomes {
public:
    Outcomes(const HitTable& table, const Window& window, std::span<LevelSums> sums, bool count_cold)
        : table_(table), window_(window), sums_(sums), count_cold_(count_cold) {}

    /// Of an access that looks up consecutive bytes of one element alone: all have one allocation.
    void of_one_piece(const AccessGroup& group, std::size_t g, GroupOutcome& outcome) const {
        const std::uint32_t begin = window_.begin[g];
        const std::uint32_t end = window_.begin[g + 1];
        set_first(begin, end, outcome);
        LevelSums& sums = sums_[window_.sum_of(g, begin)];
        add_first(begin, end, sums);
        // When the access is repeated, all its other lines are above each line.
        const std::uint32_t lines = end - begin;
        const std::uint32_t hits = lines * table_(lines - 1);
        const std::uint32_t distance = lines * (lines - 1);
        outcome.repeat_hits = hits;
        outcome.repeat_distance = static_cast<std::uint8_t>(distance);
        const std::uint64_t repeats = group.count - 1U;
        sums.lookups += repeats * lines;
        sums.hits += repeats * hits;
        sums.distance_sum += repeats * distance;
    }
    void of_pieces(const AccessGroup& group, std::size_t g, GroupOutcome& outcome) const {
        const std::uint32_t begin = window_.begin[g];
        const std::uint32_t end = window_.begin[g + 1];
        set_first(begin, end, outcome);
        for (std::uint32_t i = begin; i < end; ++i)
            add_first(i, i + 1, sums_[window_.sum_of(g, i)]);
        if (group.count > 1) add_repeats(group.count - 1U, g, outcome);
    }

private:
    void set_first(std::uint32_t begin, std::uint32_t end, GroupOutcome& outcome) const {
        const Window::Before& a = window_.before[begin];
        const Window::Before& b = window_.before[end];
        outcome.hits = b.hits - a.hits;
        outcome.distance = saturated(b.distance - a.distance);
        outcome.lookups = static_cast<std::uint8_t>(end - begin);
        outcome.cold = static_cast<std::uint8_t>(count_cold_ ? b.cold - a.cold : 0);
    }
    void add_first(std::uint32_t begin, std::uint32_t end, LevelSums& sums) const {
        const Window::Before& a = window_.before[begin];
        const Window::Before& b = window_.before[end];
        sums.hits += b.hits - a.hits;
        sums.lookups += end - begin;
        sums.distance_sum += b.distance - a.distance;
        if (count_cold_) sums.cold += b.cold - a.cold;
    }
    void add_repeats(std::uint64_t repeats, std::size_t g, GroupOutcome& outcome) const {
        const auto lines = window_.lines_of(g);
        const RepeatDistances distances(lines);
        std::uint32_t all_hits = 0;
        std::uint32_t all_distances = 0;
        for (std::uint32_t i = 0; i < lines.size(); ++i) {
            const std::uint32_t hits = table_(distances[i]);
            all_hits += hits;
            all_distances += distances[i];
            LevelSums& sums = sums_[window_.sum_of(g, window_.begin[g] + i)];
            sums.lookups += repeats;
            sums.hits += repeats * hits;
            sums.distance_sum += repeats * distances[i];
        }
        outcome.repeat_hits = all_hits;
        outcome.repeat_distance = static_cast<std::uint8_t>(all_distances);
    }

    const HitTable& table_;
    const Window& window_;
    std::span<LevelSums> sums_;
    bool count_cold_;
};

/// Appends the look-ups of a window, without distances.
void put_aside(const Window& window, std::span<GroupOutcome> outcomes, std::vector<ColdLookup>& cold) {
    std::size_t g = 0;
    for (std::uint32_t i = 0; i < window.lookups; ++i) {
        if (window.distances[i] != ReuseStack::cold) continue;
        while (window.begin[g + 1] <= i)
            ++g;
        cold.push_back({window.lines[i], window.sum_of(g, i), &outcomes[g]});
    }
}

} // namespace

void CacheLevel::simulate(ReuseStack& stack, std::span<const AccessGroup> groups,
                          std::span<GroupOutcome> outcomes, IntervalRows& rows, std::span<LevelSums> sums,
                          std::vector<ColdLookup>* cold, const JobContext& job) const {
    Window window;
    const Outcomes results(table_, window, sums, cold == nullptr);
    for (std::size_t first = 0; first < groups.size(); first += window_groups) {
        if (first % (check_interval * window_groups) == 0) job.check();
        const auto rest = groups.subspan(first);
        const auto now = rest.first(std::min(window_groups, rest.size()));
        const auto later = rest.subspan(now.size());
        for (const AccessGroup& group : later.first(std::min(window_groups, later.size())))
            lines_.fetch(group.kind, group.element);
        window.find_lines(lines_, stack, now, rows);
        window.look_up(stack, table_);
        for (std::size_t g = 0; g < now.size(); ++g)
            if (lines_.is_one_piece(now[g].kind))
                results.of_one_piece(now[g], g, outcomes[first + g]);
            else
                results.of_pieces(now[g], g, outcomes[first + g]);
        if (cold != nullptr) put_aside(window, outcomes.subspan(first), *cold);
    }
}

void CacheLevel::resolve(ReuseStack& stack, std::span<const ColdLookup> cold, std::span<LevelSums> sums,
                         const JobContext& job) const {
    // The memory accesses of a batch are prefetched together, so that they overlap.
    constexpr std::size_t batch = 64;
    std::array<std::uint32_t, batch> lines;
    std::array<std::uint32_t, batch> distances;
    for (std::size_t first = 0; first < cold.size(); first += batch) {
        if (first % (check_interval * batch) == 0) job.check();
        const auto now = cold.subspan(first, std::min(batch, cold.size() - first));
        for (std::size_t i = 0; i < now.size(); ++i) {
            lines[i] = now[i].line;
            stack.fetch(lines[i]);
            __builtin_prefetch(now[i].outcome, 1);
        }
        stack.look_up(std::span(lines).first(now.size()), distances.data());
        for (std::size_t i = 0; i < now.size(); ++i) {
            GroupOutcome& outcome = *now[i].outcome;
            LevelSums& level = sums[now[i].sum];
            if (distances[i] == ReuseStack::cold) {
                ++outcome.cold, ++level.cold;
                continue;
            }
            const std::uint32_t hits = table_(distances[i]);
            outcome.hits += hits;
            outcome.distance = saturated(std::uint64_t{outcome.distance} + distances[i]);
            level.hits += hits;
            level.distance_sum += distances[i];
        }
    }
}

} // namespace hitmap
