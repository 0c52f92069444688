#pragma once

#include "core/profile/query/profile.h"

#include <vector>

namespace hitmap {

/// A profile in which the elements of regions have the values of their regions: values() of an element are
/// those of the sums of its region, so that all elements of a region have the same, and NaN in no region.
/// Other kinds, terms and all other queries are those of the profile below.
class RegionProfile final : public Profile {
public:
    /// Both must outlive it.
    RegionProfile(const Profile& profile, const ElementRegions& regions);

    void window(TimeWindow window, WindowSums& out, const JobContext& job) const override;
    [[nodiscard]] AllocationWindow allocations(TimeWindow window) const override;
    [[nodiscard]] std::vector<KindSums> totals(TimeWindow window, const JobContext& job) const override;
    [[nodiscard]] ElementSums element(TimeWindow window, ElementKindId kind,
                                      std::uint64_t element) const override;
    TimeWindow values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                      const JobContext& job) const override;

private:
    const Profile& profile_;
    const ElementRegions& regions_;
};

} // namespace hitmap
