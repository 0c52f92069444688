#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/profile/sums/ray_selection.h"
#include "tests/profile/tags_of_lanes.h"

#include <span>
#include <vector>

namespace hitmap::test {

inline constexpr RaySelection primary_rays{0, {}};

/// Reference of AccessFilter: finds the tag of each access by searching all tags.
class PlainFilter final : public OutcomeSink {
public:
    PlainFilter(const std::vector<LaneTagRun>& tags, RaySelection rays, OutcomeSink& sink)
        : tags_(tags), rays_(rays), sink_(sink) {}
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override {
        std::vector<std::uint8_t> counts(outcomes.size());
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const LaneTagRun* run = tag_at(tags_, block, accesses[i]);
            const bool counted = run != nullptr && run->tag.ray_kind == rays_.kind &&
                                 (!rays_.bounce || run->tag.bounce == *rays_.bounce);
            counts[i] = counted ? 1 : 0;
        }
        sink_.add(block, accesses, outcomes.counting(counts));
    }

private:
    const std::vector<LaneTagRun>& tags_;
    RaySelection rays_;
    OutcomeSink& sink_;
};

} // namespace hitmap::test
