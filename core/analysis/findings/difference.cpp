#include "core/analysis/findings/difference.h"

#include "core/analysis/comparison/side_comparison.h"
#include "core/analysis/findings/difference_text.h"
#include "core/analysis/trials/waiting_factors.h"
#include "core/cache/gpu/preset_library.h"
#include "core/profile/models/model_texts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace hitmap {

namespace {

/// The latencies of the GPU of a side; those of the default GPU if it is of none, or not known.
LevelLatencies latencies_of(const SideSums& side) {
    const bool knows_gpu = side.work && side.work->gpu.known;
    return level_latencies(knows_gpu ? *side.work->gpu.known : find_gpu_preset(default_preset_name));
}

/// Whether the waiting of the sides can be held against each other.
bool are_of_requests(const SideSums& a, const SideSums& b) {
    return a.traffic && b.traffic && !a.counting.is_coarse() && !b.counting.is_coarse() &&
           a.counting.only.empty() && b.counting.only.empty();
}

/// A part of both sides; null: the side does not have it.
struct Pair {
    const PartSums* a = nullptr;
    const PartSums* b = nullptr;

    [[nodiscard]] const PartSums& any() const { return b != nullptr ? *b : *a; }
    [[nodiscard]] TrafficSums traffic_of(Side side) const {
        const PartSums* const part = side == Side::baseline ? a : b;
        return part != nullptr ? part->traffic.value_or(TrafficSums()) : TrafficSums();
    }
};

/// The parts of a division by name, in the order of A, then those that B alone has.
std::vector<Pair> pairs_of(const SideSums& a, const SideSums& b, Division division) {
    std::vector<Pair> pairs;
    std::map<std::string, std::size_t> places;
    for (const PartSums& part : a.of(division)) {
        places.emplace(part.name, pairs.size());
        pairs.push_back({&part, nullptr});
    }
    for (const PartSums& part : b.of(division)) {
        const auto place = places.find(part.name);
        if (place != places.end())
            pairs[place->second].b = &part;
        else
            pairs.push_back({nullptr, &part});
    }
    return pairs;
}

ComparedValue value_of(const Pair& pair, Cost cost) {
    ComparedPart part{pair.any().name, std::nullopt, std::nullopt};
    if (pair.a != nullptr) part.a = pair.a->costs;
    if (pair.b != nullptr) part.b = pair.b->costs;
    return part.value(cost);
}

class DifferenceMaker {
public:
    DifferenceMaker(const SideSums& a, const SideSums& b, const SideLetters& letters)
        : a_(a), b_(b), letters_(letters), latencies_(latencies_of(a)) {
        whole_ = waiting_of(*a.traffic, latencies_);
    }

    std::vector<Difference> make() const {
        std::vector<Difference> found;
        for (const Pair& pair : pairs_of(a_, b_, Division::allocations))
            add(found, pair, "allocation");
        sort(found);
        if (found.size() > most_allocations) found.resize(most_allocations);
        std::vector<Difference> lines;
        for (const Pair& pair : pairs_of(a_, b_, Division::lines))
            if (!pair.any().file.empty()) add(lines, pair, "line");
        sort(lines);
        if (!lines.empty()) found.push_back(std::move(lines.front()));
        if (auto place = most_changed_place()) found.push_back(std::move(*place));
        return found;
    }

private:
    /// A line and a place follow.
    static constexpr std::size_t most_allocations = most_differences - 2;

    static void sort(std::vector<Difference>& found) {
        std::ranges::stable_sort(found, std::ranges::greater(), [](const Difference& difference) {
            return std::abs(difference.waiting.value_or(0.0));
        });
    }

    void add(std::vector<Difference>& found, const Pair& pair, std::string_view kind) const {
        const TrafficSums a = pair.traffic_of(Side::baseline);
        const TrafficSums b = pair.traffic_of(Side::compared);
        const double change = waiting_of(b, latencies_) - waiting_of(a, latencies_);
        if (whole_ <= 0.0 || std::abs(change) < least_difference * whole_) return;
        const auto metric = metric_of(pair, a, b, change);
        if (!metric) return;
        Difference difference;
        difference.what_kind = kind;
        difference.what_name = pair.any().name;
        difference.metric = *metric;
        difference.value = value_of(pair, *metric);
        difference.waiting = change / whole_;
        difference.file = pair.any().file;
        difference.line = pair.any().line;
        const DifferenceCause cause = cause_of(a, b, change);
        difference.why = cause.why;
        difference.text = difference_text(difference, {a, b, cause, letters_});
        found.push_back(std::move(difference));
    }

    /// What changes in the direction of the waiting, by the level where that changes most.
    std::optional<Cost> metric_of(const Pair& pair, const TrafficSums& a, const TrafficSums& b,
                                  double change) const {
        const WaitingParts before = waiting_parts(a, latencies_);
        const WaitingParts after = waiting_parts(b, latencies_);
        const bool written = value_of(pair, Cost::dram_bytes).difference.has_value();
        const double sign = change > 0.0 ? 1.0 : -1.0;
        std::array levels{
            std::pair(sign * (after.l1 - before.l1), Cost::l1_lookups),
            std::pair(sign * (after.l2 - before.l2), Cost::l2_bytes),
            std::pair(sign * (after.dram - before.dram), written ? Cost::dram_bytes : Cost::dram_read_bytes)};
        std::ranges::stable_sort(levels, [](const auto& x, const auto& y) { return x.first > y.first; });
        for (const auto& [changed, metric] : levels)
            if (changed > 0.0 && sign * value_of(pair, metric).difference.value_or(0.0) > 0.0) return metric;
        return std::nullopt;
    }

    /// The factor of the waiting that contributes most to its change.
    DifferenceCause cause_of(const TrafficSums& a, const TrafficSums& b, double change) const {
        if (!known_factors(a) || !known_factors(b)) return {FindingWhy::work, WaitingFactor::requests};
        auto changes = waiting_changes(a, b, latencies_);
        if (change < 0.0)
            for (double& each : changes)
                each = -each;
        const auto factor = static_cast<WaitingFactor>(std::ranges::max_element(changes) - changes.begin());
        switch (factor) {
        case WaitingFactor::requests:
            return {FindingWhy::work, factor};
        case WaitingFactor::sectors:
            return {FindingWhy::uncoalesced, factor};
        case WaitingFactor::past_l1:
            return {reason_of(a.l1_misses, b.l1_misses, change), factor};
        case WaitingFactor::fetched:
            break;
        }
        return {reason_of(a.l2_misses, b.l2_misses, change), factor};
    }

    /// The reason of misses that changes most in the direction of the waiting.
    FindingWhy reason_of(const MissClasses& a, const MissClasses& b, double change) const {
        if (!a_.explained || !b_.explained) return FindingWhy::misses;
        const auto less = [change](std::uint64_t before, std::uint64_t after) {
            const double difference = static_cast<double>(after) - static_cast<double>(before);
            return change > 0.0 ? difference : -difference;
        };
        const std::array reasons{std::pair(less(a.cold, b.cold), FindingWhy::cold),
                                 std::pair(less(a.capacity, b.capacity), FindingWhy::capacity),
                                 std::pair(less(a.conflict, b.conflict), FindingWhy::conflict)};
        const auto most = std::ranges::max_element(reasons, {}, &std::pair<double, FindingWhy>::first);
        return most->first > 0.0 ? most->second : FindingWhy::misses;
    }

    /// The place with the greatest share of the changes of L1 misses, of all kinds of elements.
    std::optional<Difference> most_changed_place() const {
        std::optional<Difference> most;
        double greatest = least_place_share;
        for (const DivisionInfo& division : division_table()) {
            if (!division.kind || division.by != ElementDivision::places) continue;
            const std::vector<Pair> pairs = pairs_of(a_, b_, division.division);
            double all = 0.0;
            for (const Pair& pair : pairs)
                all += std::abs(value_of(pair, Cost::l1_misses).difference.value_or(0.0));
            for (const Pair& pair : pairs) {
                const ComparedValue value = value_of(pair, Cost::l1_misses);
                const double share = all > 0.0 ? std::abs(value.difference.value_or(0.0)) / all : 0.0;
                if (share < greatest || !pair.any().bounds) continue;
                greatest = share;
                Difference place;
                place.what_kind = "place";
                place.what_name = pair.any().name;
                place.why = FindingWhy::misses;
                place.metric = Cost::l1_misses;
                place.value = value;
                place.bounds = pair.any().bounds;
                place.text = place_text(place, element_kinds()[*division.kind].plural, share, letters_);
                most = std::move(place);
            }
        }
        return most;
    }

    const SideSums& a_;
    const SideSums& b_;
    SideLetters letters_;
    LevelLatencies latencies_;
    double whole_ = 0.0; ///< what A waits in the whole
};

} // namespace

std::vector<Difference> differences_of(const SideSums& a, const SideSums& b, const SideLetters& letters) {
    if (!are_of_requests(a, b)) return {};
    return DifferenceMaker(a, b, letters).make();
}

std::string waiting_sentence(const SideSums& a, const SideSums& b, const SideLetters& letters) {
    if (!are_of_requests(a, b)) return {};
    const LevelLatencies latencies = latencies_of(a);
    return waiting_text(waiting_of(*a.traffic, latencies), waiting_of(*b.traffic, latencies), letters);
}

std::string options_sentence(const SideSums& a, const SideSums& b, const SideLetters& letters) {
    if (!a.work || !b.work) return {};
    return options_text(a.work->options, b.work->options, letters);
}

} // namespace hitmap
