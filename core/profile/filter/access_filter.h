#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/cache/results/counted_parts.h"
#include "core/profile/filter/lane_tag_tracker.h"
#include "core/profile/filter/ray_selection.h"
#include "core/trace/model/element_kind.h"

#include <optional>
#include <span>
#include <vector>

namespace hitmap {

/// Forwards every access, so that positions stay those of the whole recording, and says which of them count
/// (AccessOutcomes). An access counts where its lane served rays that are asked for and
/// either its own request is of a counted instruction and its element lies in a counted allocation, or the
/// model gave it look-ups of counted parts. The cache model before it sees all accesses, as the caches are
/// shared.
///
/// A lane serves a ray until its next tag: what it does with a pixel's last ray, such as writing the pixel,
/// counts as of that ray.
class AccessFilter final : public OutcomeSink {
public:
    struct Counted {
        CountedParts parts;
        std::optional<RaySelection> rays; ///< nothing: all
        /// Outcomes have the look-ups of counted parts alone; otherwise all that belong to their access.
        bool lookups_of_parts = false;
    };
    /// @param tags  of each lane in rising order of requests; not looked at where all rays count
    /// @param sink  outlives the filter
    AccessFilter(const RecordingInfo& info, Counted counted, std::span<const LaneTagRun> tags,
                 OutcomeSink& sink);
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;

private:
    /// Neighbouring elements of a kind, all counted or none.
    struct Elements {
        std::uint64_t end;
        bool counted;
    };
    [[nodiscard]] bool counts(const ElementAccess& access, std::uint32_t instruction,
                              const AccessOutcome& outcome) const;

    Counted counted_;
    std::optional<LaneTagTracker> lanes_;         ///< 1 where a lane serves a ray that is asked for
    std::vector<std::vector<Elements>> elements_; ///< [kinds] by rising end
    OutcomeSink& sink_;
    std::vector<std::uint8_t> counts_; ///< [accesses of the present block]
};

} // namespace hitmap
