#include "tests/profile/plain_profile.h"

#include "core/profile/sums/outcome_sums.h"

#include <algorithm>
#include <limits>
#include <string_view>

namespace hitmap::test {

namespace {

ProfileFacts facts_of(const RecordingInfo& info, bool explains) {
    ProfileFacts facts;
    facts.positions = info.positions();
    facts.capabilities.has_reuse_distance = !explains;
    facts.capabilities.has_miss_classes = explains;
    const ElementAccessFinder finder(info);
    for (std::size_t kind = 0; kind < element_kinds().size(); ++kind)
        facts.element_counts.push_back(finder.element_count(static_cast<ElementKindId>(kind)));
    return facts;
}

} // namespace

PlainProfile::PlainProfile(const RecordingInfo& info, bool explains) : Profile(facts_of(info, explains)) {}

void PlainProfile::add(const RequestView& /*block*/, std::span<const ElementAccess> accesses,
                       const AccessOutcomes& outcomes) {
    for (std::size_t i = 0; i < accesses.size(); ++i)
        accesses_.push_back(
            {accesses[i], outcomes[i] != nullptr ? std::optional(*outcomes[i]) : std::nullopt});
}

void PlainProfile::window(TimeWindow window, WindowSums& out, const JobContext& job) const {
    job.check();
    window = served(window);
    out.window = window;
    out.elements.resize(element_kinds().size());
    out.totals.assign(element_kinds().size(), {});
    for (std::size_t kind = 0; kind < out.elements.size(); ++kind)
        out.elements[kind].assign(element_count(static_cast<ElementKindId>(kind)), {});
    for (std::uint64_t i = window.first; i < window.last; ++i) {
        const auto& [access, outcome] = accesses_[i];
        if (!outcome) continue;
        ElementSums& sums = out.elements[access.kind][access.element];
        if (sums.accesses++ == 0) ++out.totals[access.kind].elements_accessed;
        sums.l1_hits += outcome->l1_hits;
        sums.l2_hits += outcome->l2_hits;
        sums.l1_lookups += outcome->l1_lookups;
        sums.l2_lookups += outcome->l2_lookups;
        sums.last_access = static_cast<std::uint32_t>(i - window.first);
        add_outcome(out.totals[access.kind], &*outcome);
    }
}

TimeWindow PlainProfile::values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                                const JobContext& job) const {
    const SumSet sums = info_of(metric.quantity).sums;
    if (!can_answer(capabilities(), metric) || !sums.intersects(reuse_sums))
        return Profile::values(window, kind, metric, out, job);
    window = served(window);
    out.resize(element_count(kind));
    if (sums.has(Sum::distance))
        reuse_distances(window, kind, metric.level == Level::l1, out);
    else
        miss_classes(window, kind, metric, out);
    return window;
}

void PlainProfile::miss_classes(TimeWindow window, ElementKindId kind, Metric metric,
                                std::vector<float>& out) const {
    std::fill(out.begin(), out.end(), std::numeric_limits<float>::quiet_NaN());
    const std::string_view quantity = info_of(metric.quantity).name;
    std::vector<KindSums> elements(element_count(kind));
    for (std::uint64_t i = window.first; i < window.last; ++i)
        if (const auto& [access, outcome] = accesses_[i]; access.kind == kind && outcome)
            add_outcome(elements[access.element], &*outcome);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const LevelSums& sums = elements[i].of(metric.level.value());
        if (sums.lookups == 0) continue;
        const double misses = static_cast<double>(sums.lookups) - static_cast<double>(sums.hits) / hit_unit;
        const auto cold = static_cast<double>(sums.cold);
        const auto conflict = static_cast<double>(sums.conflict);
        out[i] = static_cast<float>(quantity == "cold-misses"       ? cold
                                    : quantity == "conflict-misses" ? conflict
                                                                    : misses - cold - conflict);
    }
}

void PlainProfile::reuse_distances(TimeWindow window, ElementKindId kind, bool first_level,
                                   std::vector<float>& out) const {
    std::vector<LevelSums> levels(element_count(kind));
    for (std::uint64_t i = window.first; i < window.last; ++i) {
        const auto& [access, outcome] = accesses_[i];
        if (access.kind != kind || !outcome) continue;
        LevelSums& level = levels[access.element];
        level.lookups +=
            first_level ? outcome->l1_lookups - outcome->l1_cold : outcome->l2_lookups - outcome->l2_cold;
        level.distance_sum += first_level ? outcome->l1_distance : outcome->l2_distance;
    }
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = levels[i].lookups == 0 ? std::numeric_limits<float>::quiet_NaN()
                                        : static_cast<float>(static_cast<double>(levels[i].distance_sum) /
                                                             static_cast<double>(levels[i].lookups));
}

} // namespace hitmap::test
