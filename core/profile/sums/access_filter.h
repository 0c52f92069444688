#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/cache/results/counted_parts.h"
#include "core/profile/sums/lane_tag_tracker.h"
#include "core/profile/sums/ray_selection.h"
#include "core/trace/elements/element_owners.h"

#include <optional>
#include <span>
#include <vector>

namespace hitmap {

/// Decides which accesses count (AccessOutcomes) and forwards all of them, so that positions stay those of
/// the whole recording. An access counts if its lane served one of the selected rays, and either its
/// instruction and the allocation of its element are selected, or the model attributed look-ups of the
/// selected parts to it. The cache model runs before the filter and simulates all accesses, since rays share
/// the caches.
///
/// A lane serves a ray until its next tag. Work that follows a pixel's last ray, such as writing the pixel,
/// is counted for that ray.
class AccessFilter final : public OutcomeSink {
public:
    struct Counted {
        CountedParts parts;
        std::optional<RaySelection> rays; ///< selected rays; no value: all
        /// Outcomes contain the look-ups of the selected parts only; otherwise all look-ups of their access.
        bool lookups_of_parts = false;
    };
    /// @param tags  sorted by request within each lane; not read if all rays count
    /// @param sink  must outlive the filter
    AccessFilter(const RecordingInfo& info, Counted counted, std::span<const LaneTagRun> tags,
                 OutcomeSink& sink);
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;

private:
    [[nodiscard]] bool counts(const ElementAccess& access, std::uint32_t instruction,
                              const AccessOutcome& outcome) const;

    Counted counted_;
    std::optional<LaneTagTracker> lanes_; ///< 1 if a lane serves a selected ray
    ElementOwners owners_;
    OutcomeSink& sink_;
    std::vector<std::uint8_t> counts_; ///< [accesses of the current block]
};

} // namespace hitmap
