#pragma once

#include "core/profile/filter/counted.h"
#include "core/profile/filter/ray_selection.h"
#include "tests/profile/tags_of_lanes.h"

#include <span>
#include <vector>

namespace hitmap::test {

inline constexpr RaySelection primary_rays{0, {}};

/// The reference of AccessFilter: finds every access's tag by looking at all tags.
class PlainFilter final : public OutcomeSink {
public:
    PlainFilter(const std::vector<LaneTagRun>& tags, RaySelection rays, OutcomeSink& sink)
        : tags_(tags), rays_(rays), sink_(sink) {}
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             std::span<const AccessOutcome> outcomes) override {
        std::vector<AccessOutcome> all(outcomes.begin(), outcomes.end());
        for (std::size_t i = 0; i < all.size(); ++i) {
            const LaneTagRun* run = tag_at(tags_, block, accesses[i]);
            if (run == nullptr || run->tag.ray_kind != rays_.kind ||
                (rays_.bounce && run->tag.bounce != *rays_.bounce))
                all[i] = not_counted;
        }
        sink_.add(block, accesses, all);
    }

private:
    const std::vector<LaneTagRun>& tags_;
    RaySelection rays_;
    OutcomeSink& sink_;
};

} // namespace hitmap::test
