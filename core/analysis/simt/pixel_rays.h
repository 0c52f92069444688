#pragma once

#include "core/jobs/progress.h"
#include "core/profile/elements/lane_runs.h"
#include "core/profile/elements/requests_by_sm.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/model/recording.h"
#include "core/trace/model/request.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// Where the direction of a ray comes from. Recordings have no directions.
enum class RayDirection : std::uint8_t {
    pixel,    ///< derived: from the recorded camera through the centre of the pixel
    computed, ///< derived: computed again as the reference ray tracer computed it
    unknown,  ///< not known
};

/// What the end of a segment is. Recordings have no hit points either.
enum class RayEnd : std::uint8_t {
    hit,       ///< derived: the nearest point of the ray on one of the faces that it accessed
    missed,    ///< derived: the ray hits none of these faces; where it leaves the scene, or its reach ends
    last_face, ///< derived: the direction is not known; the centre of the last face that the ray accessed
};

/// A ray of a pixel: what a lane did under one lane tag.
struct RaySegment {
    LaneRun run;
    glm::vec3 from{0.0F}; ///< the camera, or the end of the ray that it continues
    glm::vec3 to{0.0F};
    RayDirection direction = RayDirection::unknown;
    RayEnd end = RayEnd::missed;
    std::optional<std::uint32_t> face = {}; ///< slot of the face at `to`; no value if it missed
};

/// The rays of a pixel. Immutable.
struct PixelRays {
    /// Maximum number of rays, the first ones.
    static constexpr std::size_t most = 4096;
    /// Maximum number of accesses of faces that are looked at.
    static constexpr std::uint64_t most_accesses = 1U << 20;

    std::uint32_t pixel = 0;
    std::vector<RaySegment> rays; ///< by first request
    std::uint64_t found = 0;      ///< number of rays, with those that have no segment
    bool all_accesses = true;     ///< false: there were more than most_accesses, so that ends may be wrong
    std::string why_none;         ///< why no segments are known at all; a clause for users
};

/// Derives the rays of a pixel, in all frames. A primary ray begins at the recorded camera; another one where
/// the last ray of its lane with one bounce less ended, and has no segment if that one has none or missed.
/// @param runs   those of the recording
/// @param by_sm  if set, accesses are found in this copy of the requests
/// Throws what find_accesses() throws.
[[nodiscard]] PixelRays pixel_rays(const HmtFile& file, const RecordedScene& scene, const LaneRuns& runs,
                                   std::uint32_t pixel, const JobContext& job = {},
                                   const RequestsBySm* by_sm = nullptr);

/// Returns the segment of the ray that the lane traced at a request; null if there is none.
[[nodiscard]] const RaySegment* ray_at(const PixelRays& rays, std::uint64_t request, std::uint32_t launch,
                                       std::uint32_t warp, std::uint8_t lane);

} // namespace hitmap
