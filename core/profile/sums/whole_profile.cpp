#include "core/profile/sums/whole_profile.h"

#include "core/profile/query/access_limit.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace hitmap {

namespace {

ProfileFacts facts_of(const SumsByElement& sums, const RecordingInfo& info, const ProfileCapabilities& known,
                      std::shared_ptr<const ElementTerms> terms) {
    require_accesses_that_fit(sums.accesses());
    ProfileFacts facts;
    facts.positions = sums.accesses() != 0 ? sums.accesses() : info.positions();
    for (const auto& elements : sums.elements())
        facts.element_counts.push_back(elements.size());
    facts.capabilities = known;
    facts.capabilities.finest_frames = 1;
    facts.set_terms(std::move(terms));
    return facts;
}

} // namespace

WholeProfile::WholeProfile(SumsByElement& sums, const RecordingInfo& info, const ProfileCapabilities& known,
                           std::shared_ptr<const ElementTerms> terms)
    : Profile(facts_of(sums, info, known, std::move(terms))), elements_(sums.take()) {}

void WholeProfile::window(TimeWindow window, WindowSums& out, const JobContext& job) const {
    out.window = served(window);
    out.totals.assign(elements_.size(), {});
    out.elements.resize(elements_.size());
    for (std::size_t kind = 0; kind < elements_.size(); ++kind) {
        job.check();
        std::vector<ElementSums>& sums = out.elements[kind];
        sums.clear();
        if (out.window.count() == 0) {
            sums.resize(elements_[kind].size());
            continue;
        }
        sums.reserve(elements_[kind].size());
        for (const WholeElement& element : elements_[kind]) {
            sums.push_back(element.sums());
            out.totals[kind] += element;
        }
    }
}

std::vector<KindSums> WholeProfile::totals(TimeWindow window, const JobContext& job) const {
    std::vector<KindSums> totals(elements_.size());
    if (served(window).count() == 0) return totals;
    for (std::size_t kind = 0; kind < totals.size(); ++kind) {
        job.check();
        for (const WholeElement& element : elements_[kind])
            totals[kind] += element;
    }
    return totals;
}

TimeWindow WholeProfile::values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                                const JobContext& job) const {
    job.check();
    window = served(window);
    const QuantityInfo& quantity = info_of(metric.quantity);
    if (quantity.term) {
        term_values(quantity, kind, out, job);
        return window;
    }
    out.assign(element_count(kind), std::numeric_limits<float>::quiet_NaN());
    if (window.count() == 0 || !can_answer(capabilities(), metric)) return window;
    std::ranges::transform(elements_[kind], out.begin(), [&](const WholeElement& element) {
        QuantitySums sums;
        sums.positions = window.count();
        sums.accesses = element.accesses;
        sums.last_access = element.last_access;
        if (metric.level) sums.level = element.level(*metric.level);
        return static_cast<float>(quantity.value(sums));
    });
    return window;
}

ElementSums WholeProfile::element(TimeWindow window, ElementKindId kind, std::uint64_t element) const {
    if (element >= element_count(kind) || served(window).count() == 0) return {};
    return elements_[kind][element].sums();
}

} // namespace hitmap
