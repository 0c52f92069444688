#pragma once

#include "core/cache/sdcm.h"
#include "core/profile/lane_tag_tracker.h"
#include "core/profile/profile.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Rays of one kind, by what lane tags say: at every bounce, or at one.
struct RaySelection {
    std::uint8_t kind = 0;              ///< as in LaneTag
    std::optional<std::uint8_t> bounce; ///< 0 for primary rays; nothing: any
    [[nodiscard]] bool has(const LaneTag& tag) const {
        return tag.ray_kind == kind && (!bounce || tag.bounce == *bounce);
    }
    friend bool operator==(const RaySelection&, const RaySelection&) = default;
};

/// "primary", "shadow", "ao" or "path", for one bounce with it: "path:2". Throws UsageError naming `option`.
[[nodiscard]] RaySelection parse_ray_selection(std::string_view text, std::string_view option);
/// What parse_ray_selection() reads.
[[nodiscard]] std::string to_string(const RaySelection& rays);

/// What can be asked for by name of rays with these tags: each kind with all its bounces and, where it has
/// more than one, each bounce. In the order of kinds and bounces.
[[nodiscard]] std::vector<RaySelection> ray_selections(std::span<const LaneTagRun> tags);

/// Forwards every access, so that positions stay those of the whole recording, with the outcomes of some
/// replaced by not_counted (counted.h): of those that lanes made while they served other rays or none yet.
/// The cache model before it sees all accesses, as the caches are shared by all rays. A lane serves a ray
/// until its next tag: what it does with a pixel's last ray, such as writing the pixel, counts as of that
/// ray.
class RayFilter final : public OutcomeSink {
public:
    /// `tags`: of each lane in rising order of requests. `sink` knows not_counted and outlives the filter.
    RayFilter(std::span<const LaneTagRun> tags, RaySelection rays, OutcomeSink& sink);
    void add(const RequestBlock& block, std::span<const ElementAccess> accesses,
             std::span<const AccessOutcome> outcomes) override;

private:
    LaneTagTracker lanes_; ///< 1 where a lane serves a ray that is asked for
    OutcomeSink& sink_;
    std::vector<AccessOutcome> outcomes_; ///< reused
};

/// Throws FileError naming `recording` where no tag is of these rays, saying which there are.
void require_rays(std::span<const LaneTagRun> tags, const RaySelection& rays, std::string_view recording);

/// simulate_sdcm with a RayFilter before `sink`; without one where `rays` is nothing. Sums by allocation are
/// those of all rays. Throws FileError as require_rays does, too.
SdcmResult simulate_rays(RequestSource& source, const SdcmConfig& config,
                         const std::optional<RaySelection>& rays, OutcomeSink& sink, ThreadPool& pool,
                         const JobContext& job = {});

/// make_sdcm_profile of the accesses for these rays; of all where `rays` is nothing. positions() is N of the
/// whole recording, and rates of access are shares of it. allocations() counts all rays. Pixels know what was
/// accessed for them by these rays.
[[nodiscard]] std::shared_ptr<const Profile> make_sdcm_profile(RequestSource& source,
                                                               const SdcmConfig& config,
                                                               const std::optional<RaySelection>& rays,
                                                               ThreadPool& pool, const JobContext& job = {});

} // namespace hitmap
