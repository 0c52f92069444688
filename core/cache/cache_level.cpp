#include "core/cache/cache_level.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace hitmap {

namespace {

/// Look-ups are prepared this many groups at a time, so that their memory is on its way before it is needed.
constexpr std::size_t window_groups = 32;
/// Groups between two questions whether to go on: far less than a millisecond.
constexpr std::size_t check_interval = 4096;

std::uint32_t saturated_sum(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t sum = a + b;
    return sum < a ? std::numeric_limits<std::uint32_t>::max() : sum;
}

/// The look-ups of a few groups.
struct Window {
    std::array<Lookup, window_groups * SceneLines::max_lookups> lookups;
    std::array<std::uint32_t, window_groups + 1> begin{};
    std::size_t groups = 0;

    void fill(const SceneLines& lines, ReuseStack& stack, std::span<const AccessGroup> next) {
        groups = next.size();
        Lookup* end = lookups.data();
        for (std::size_t g = 0; g < groups; ++g) {
            Lookup* const first = end;
            end = lines.append_lookups(next[g].kind, next[g].element, end);
            for (const Lookup* lookup = first; lookup != end; ++lookup)
                stack.fetch_last(lookup->line);
            begin[g + 1] = static_cast<std::uint32_t>(end - lookups.data());
        }
        for (const Lookup* lookup = lookups.data(); lookup != end; ++lookup)
            stack.fetch_slot(lookup->line);
    }
    [[nodiscard]] std::span<const Lookup> of(std::size_t g) const {
        return {lookups.data() + begin[g], begin[g + 1] - begin[g]};
    }
};

/// Sums of consecutive look-ups of one allocation, kept in registers until another one's turn comes.
class RunningSums {
public:
    explicit RunningSums(std::span<LevelSums> sums) : sums_(sums) {}
    ~RunningSums() { flush(); }
    RunningSums(const RunningSums&) = delete;
    RunningSums& operator=(const RunningSums&) = delete;

    LevelSums& of(std::uint32_t allocation) {
        if (allocation != allocation_) {
            flush();
            allocation_ = allocation;
            running_ = {};
        }
        return running_;
    }

private:
    void flush() {
        if (running_.lookups != 0) add_sums({&running_, 1}, sums_.subspan(allocation_, 1));
    }
    std::span<LevelSums> sums_;
    std::uint32_t allocation_ = 0;
    LevelSums running_;
};

/// Distances of the look-ups of an access that comes right after one of the same look-ups: of every line, the
/// lines of the access that were used since.
std::array<std::uint8_t, SceneLines::max_lookups> repeat_distances(std::span<const Lookup> lookups) {
    std::array<std::uint8_t, SceneLines::max_lookups> distances{};
    std::array<unsigned, SceneLines::max_lookups> first{}; // look-up that first had the line
    std::uint64_t since = 0; // byte i: bit j for line of look-up j being used since that of look-up i was
    constexpr std::uint64_t every_byte = 0x0101010101010101;
    const auto use = [&](unsigned i) {
        const auto distance = static_cast<std::uint8_t>(std::popcount(since >> (8 * i) & 0xffU));
        since = (since | every_byte << i) & ~(std::uint64_t{0xff} << (8 * i));
        return distance;
    };
    for (unsigned i = 0; i < lookups.size(); ++i) {
        while (lookups[first[i]].line != lookups[i].line)
            ++first[i];
        use(first[i]);
    }
    for (unsigned i = 0; i < lookups.size(); ++i)
        distances[i] = use(first[i]);
    return distances;
}

inline void add(const HitTable& table, std::uint32_t distance, GroupOutcome& outcome, LevelSums& sums) {
    const std::uint32_t hits = table(distance);
    outcome.hits += hits;
    outcome.distance = saturated_sum(outcome.distance, distance);
    sums.hits += hits;
    sums.distance_sum += distance;
}

void add_repeats(const HitTable& table, std::uint64_t repeats, std::span<const Lookup> lookups,
                 GroupOutcome& outcome, RunningSums& sums) {
    const auto distances = repeat_distances(lookups);
    for (std::size_t i = 0; i < lookups.size(); ++i) {
        const std::uint32_t hits = table(distances[i]);
        outcome.repeat_hits += hits;
        outcome.repeat_distance = static_cast<std::uint8_t>(outcome.repeat_distance + distances[i]);
        LevelSums& level = sums.of(lookups[i].allocation);
        level.lookups += repeats;
        level.hits += repeats * hits;
        level.distance_sum += repeats * distances[i];
    }
}

} // namespace

void CacheLevel::simulate(ReuseStack& stack, std::span<const AccessGroup> groups,
                          std::span<GroupOutcome> outcomes, std::span<LevelSums> sums,
                          std::vector<ColdLookup>* cold, const JobContext& job) const {
    Window window;
    RunningSums running(sums);
    std::size_t until_check = 0;
    for (std::size_t first = 0; first < groups.size(); first += window_groups) {
        const auto rest = groups.subspan(first);
        const auto now = rest.first(std::min(window_groups, rest.size()));
        const auto later = rest.subspan(now.size());
        for (const AccessGroup& group : later.first(std::min(window_groups, later.size())))
            if (group.kind == face_kind) lines_.fetch_face(group.element);
        window.fill(lines_, stack, now);
        for (std::size_t g = 0; g < now.size(); ++g) {
            const auto lookups = window.of(g);
            GroupOutcome outcome;
            outcome.lookups = static_cast<std::uint8_t>(lookups.size());
            for (const Lookup& lookup : lookups) {
                LevelSums& level = running.of(lookup.allocation);
                ++level.lookups;
                const std::uint32_t distance = stack.look_up(lookup.line);
                if (distance != ReuseStack::cold)
                    add(table_, distance, outcome, level);
                else if (cold != nullptr)
                    cold->push_back({lookup, &outcomes[now[g].index]});
                else
                    ++outcome.cold, ++level.cold;
            }
            if (now[g].count > 1) add_repeats(table_, now[g].count - 1U, lookups, outcome, running);
            outcomes[now[g].index] = outcome;
        }
        if (until_check < now.size()) {
            job.check();
            until_check = check_interval;
        }
        until_check -= now.size();
    }
}

void CacheLevel::resolve(ReuseStack& stack, std::span<const ColdLookup> cold, std::span<LevelSums> sums,
                         const JobContext& job) const {
    constexpr std::size_t ahead = 16;
    for (std::size_t i = 0; i < cold.size(); ++i) {
        if (i + 2 * ahead < cold.size()) stack.fetch_last(cold[i + 2 * ahead].lookup.line);
        if (i + ahead < cold.size()) stack.fetch_slot(cold[i + ahead].lookup.line);
        if (i % check_interval == 0) job.check();
        const Lookup& lookup = cold[i].lookup;
        const std::uint32_t distance = stack.look_up(lookup.line);
        if (distance == ReuseStack::cold)
            ++cold[i].outcome->cold, ++sums[lookup.allocation].cold;
        else
            add(table_, distance, *cold[i].outcome, sums[lookup.allocation]);
    }
}

} // namespace hitmap
