#include "core/analysis/regions/region_profile.h"

#include <algorithm>
#include <limits>

namespace hitmap {

namespace {

/// Terms are left out: values() passes them on.
ProfileFacts facts_of(const Profile& profile) {
    ProfileFacts facts;
    facts.positions = profile.positions();
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind)
        facts.element_counts.push_back(profile.element_count(kind));
    facts.capabilities = profile.capabilities();
    facts.set_terms(nullptr);
    return facts;
}

} // namespace

RegionProfile::RegionProfile(const Profile& profile, const ElementRegions& regions)
    : Profile(facts_of(profile)), profile_(profile), regions_(regions) {}

void RegionProfile::window(TimeWindow window, WindowSums& out, const JobContext& job) const {
    profile_.window(window, out, job);
}

AllocationWindow RegionProfile::allocations(TimeWindow window) const {
    return profile_.allocations(window);
}

std::vector<KindSums> RegionProfile::totals(TimeWindow window, const JobContext& job) const {
    return profile_.totals(window, job);
}

ElementSums RegionProfile::element(TimeWindow window, ElementKindId kind, std::uint64_t element) const {
    return profile_.element(window, kind, element);
}

TimeWindow RegionProfile::values(TimeWindow window, ElementKindId kind, Metric metric,
                                 std::vector<float>& out, const JobContext& job) const {
    const QuantityInfo& quantity = info_of(metric.quantity);
    if (kind != regions_.kind || quantity.term) return profile_.values(window, kind, metric, out, job);
    std::vector<QuantitySums> sums;
    const TimeWindow answered = profile_.region_sums(window, regions_, metric, sums, job);
    std::vector<float> values(sums.size());
    std::ranges::transform(sums, values.begin(), [&](const QuantitySums& of_region) {
        return static_cast<float>(quantity.value(of_region));
    });
    out.resize(element_count(kind));
    for (std::size_t e = 0; e < out.size(); ++e) {
        const std::uint32_t region = regions_.of(e);
        out[e] = region == ElementRegions::none ? std::numeric_limits<float>::quiet_NaN() : values[region];
    }
    return answered;
}

} // namespace hitmap
