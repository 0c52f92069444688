#include "core/profile/preview/preview_profile.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hitmap {

namespace {

std::uint32_t times(std::uint32_t count, double factor) {
    constexpr double most = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(std::llround(std::min(count * factor, most)));
}

/// Hits of another number of look-ups with the same rate.
std::uint64_t hits_of(std::uint64_t hits, std::uint32_t lookups, std::uint32_t wanted) {
    if (lookups == wanted) return hits;
    return static_cast<std::uint64_t>(std::llround(static_cast<double>(hits) / lookups * wanted));
}

} // namespace

ProfileFacts PreviewProfile::facts_of(const Preview& preview, std::uint64_t positions) {
    ProfileFacts facts;
    facts.positions = positions;
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind)
        facts.element_counts.push_back(preview.elements.element_count(kind));
    facts.capabilities.can_resimulate = false;
    facts.capabilities.knows_order = false;
    facts.capabilities.has_reuse_distance = false;
    facts.capabilities.finest_frames = 1;
    return facts;
}

ElementSums PreviewProfile::extrapolated(const SparseSums::Entry& entry) const {
    const double of_requests = 1.0 / preview_->request_share(); // there is an entry, so that it is not 0
    const double of_lookups = of_requests / preview_->options.line_rate;
    ElementSums sums = entry.sums();
    sums.accesses = times(entry.accesses, of_requests);
    sums.l1_lookups = times(entry.l1_lookups, of_lookups);
    sums.l2_lookups = times(entry.l2_lookups, of_lookups);
    sums.l1_hits = hits_of(entry.l1_hits, entry.l1_lookups, sums.l1_lookups);
    sums.l2_hits = hits_of(entry.l2_hits, entry.l2_lookups, sums.l2_lookups);
    return sums;
}

void PreviewProfile::window(TimeWindow window, WindowSums& out, const JobContext& job) const {
    out.window = served(window);
    out.totals = totals(window, job);
    out.elements.resize(element_kinds().size());
    for (ElementKindId kind = 0; kind < out.elements.size(); ++kind) {
        job.check();
        out.elements[kind].assign(element_count(kind), {});
        if (out.window.count() == 0) continue;
        for (const SparseSums::Entry& entry : preview_->elements.of(kind))
            out.elements[kind][entry.element] = extrapolated(entry);
    }
}

std::vector<KindSums> PreviewProfile::totals(TimeWindow window, const JobContext& job) const {
    std::vector<KindSums> totals(element_kinds().size());
    if (served(window).count() == 0) return totals;
    for (ElementKindId kind = 0; kind < totals.size(); ++kind) {
        job.check();
        for (const SparseSums::Entry& entry : preview_->elements.of(kind))
            totals[kind] += extrapolated(entry);
    }
    return totals;
}

TimeWindow PreviewProfile::values(TimeWindow window, ElementKindId kind, Metric metric,
                                  std::vector<float>& out, const JobContext& job) const {
    job.check();
    window = served(window);
    out.assign(element_count(kind), std::numeric_limits<float>::quiet_NaN());
    if (window.count() == 0 || !can_answer(capabilities(), metric)) return window;
    for (const SparseSums::Entry& entry : preview_->elements.of(kind))
        out[entry.element] = static_cast<float>(metric_value(metric, extrapolated(entry), window.count()));
    return window;
}

ElementSums PreviewProfile::element(TimeWindow window, ElementKindId kind, std::uint64_t element) const {
    const SparseSums::Entry* const entry = preview_->elements.find(kind, element);
    return entry != nullptr && served(window).count() != 0 ? extrapolated(*entry) : ElementSums();
}

} // namespace hitmap
