#include "tests/profile/plain_profile.h"

#include "core/profile/filter/counted.h"
#include "core/profile/sums/outcome_sums.h"

#include <algorithm>
#include <limits>
#include <string_view>

namespace hitmap::test {

PlainProfile::PlainProfile(const RecordingInfo& info, bool explains) : explains_(explains) {
    const ElementAccessFinder finder(info);
    for (std::size_t kind = 0; kind < element_kinds().size(); ++kind)
        counts_.push_back(finder.element_count(static_cast<ElementKindId>(kind)));
}

void PlainProfile::add(const RequestView& /*block*/, std::span<const ElementAccess> accesses,
                       std::span<const AccessOutcome> outcomes) {
    for (std::size_t i = 0; i < accesses.size(); ++i)
        accesses_.push_back({accesses[i], outcomes[i]});
}

void PlainProfile::window(TimeWindow window, WindowSums& out, const JobContext& job) const {
    job.check();
    window = clamped(window, accesses_.size());
    out.window = window;
    out.elements.resize(counts_.size());
    out.totals.assign(counts_.size(), {});
    for (std::size_t kind = 0; kind < counts_.size(); ++kind)
        out.elements[kind].assign(counts_[kind], {});
    for (std::uint64_t i = window.first; i < window.last; ++i) {
        const auto& [access, outcome] = accesses_[i];
        if (!is_counted(outcome)) continue;
        ElementSums& sums = out.elements[access.kind][access.element];
        if (sums.accesses++ == 0) ++out.totals[access.kind].elements_accessed;
        sums.l1_hits += outcome.l1_hits;
        sums.l2_hits += outcome.l2_hits;
        sums.l1_lookups += outcome.l1_lookups;
        sums.l2_lookups += outcome.l2_lookups;
        sums.last_access = static_cast<std::uint32_t>(i - window.first);
        add_outcome(out.totals[access.kind], outcome);
    }
}

std::vector<KindSums> PlainProfile::totals(TimeWindow window) const {
    WindowSums sums;
    this->window(window, sums, {});
    return sums.totals;
}

std::vector<std::vector<KindSums>> PlainProfile::frame_totals(std::uint64_t q, const JobContext& job) const {
    std::vector<std::vector<KindSums>> result(q);
    for (std::uint64_t f = 0; f < q; ++f) {
        job.check();
        result[f] = totals(frame_window(positions(), q, f));
    }
    return result;
}

TimeWindow PlainProfile::values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                                const JobContext& job) const {
    out.resize(counts_[kind]);
    const std::string_view quantity = info_of(metric.quantity).name;
    if (quantity == "reuse-distance" && explains_) {
        std::fill(out.begin(), out.end(), std::numeric_limits<float>::quiet_NaN());
        return clamped(window, accesses_.size());
    }
    if (quantity == "reuse-distance") {
        window = clamped(window, accesses_.size());
        reuse_distances(window, kind, metric.level == Level::l1, out);
        return window;
    }
    if (quantity == "cold-misses" || quantity == "capacity-misses" || quantity == "conflict-misses") {
        window = clamped(window, accesses_.size());
        miss_classes(window, kind, metric, out);
        return window;
    }
    WindowSums sums;
    this->window(window, sums, job);
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<float>(metric_value(metric, sums.elements[kind][i], sums.window.count()));
    return sums.window;
}

void PlainProfile::miss_classes(TimeWindow window, ElementKindId kind, Metric metric,
                                std::vector<float>& out) const {
    std::fill(out.begin(), out.end(), std::numeric_limits<float>::quiet_NaN());
    const std::string_view quantity = info_of(metric.quantity).name;
    if (!explains_ && quantity != "cold-misses") return;
    std::vector<KindSums> elements(counts_[kind]);
    for (std::uint64_t i = window.first; i < window.last; ++i)
        if (accesses_[i].access.kind == kind)
            add_outcome(elements[accesses_[i].access.element], accesses_[i].outcome);
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
    std::vector<LevelSums> levels(counts_[kind]);
    for (std::uint64_t i = window.first; i < window.last; ++i) {
        const auto& [access, outcome] = accesses_[i];
        if (access.kind != kind || !is_counted(outcome)) continue;
        LevelSums& level = levels[access.element];
        level.lookups +=
            first_level ? outcome.l1_lookups - outcome.l1_cold : outcome.l2_lookups - outcome.l2_cold;
        level.distance_sum += first_level ? outcome.l1_distance : outcome.l2_distance;
    }
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = levels[i].lookups == 0 ? std::numeric_limits<float>::quiet_NaN()
                                        : static_cast<float>(static_cast<double>(levels[i].distance_sum) /
                                                             static_cast<double>(levels[i].lookups));
}

} // namespace hitmap::test
