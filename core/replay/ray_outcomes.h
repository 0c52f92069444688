#pragma once

#include "core/jobs/progress.h"
#include "core/trace/model/ray_event.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// How a ray ended, as far as its program asked.
struct RayOutcome {
    enum class Kind : std::uint8_t {
        unknown, ///< the program did not ask
        missed,
        hit,
    };
    Kind kind = Kind::unknown;
    RayHit hit; ///< with Kind::hit
};

/// A candidate that the traversal showed the program, or a hit that an intersection shader reported.
struct ShownHit {
    RayEventKind kind = RayEventKind::candidate;
    RayHit hit;
};

/// What the program got to know of all rays of a recording. Rays are numbered in the order of their events
/// and of lanes in these; what a lane is told belongs to the ray that it traced last.
class RayOutcomes {
public:
    [[nodiscard]] const RayOutcome& of(std::uint64_t ray) const { return outcomes_[ray]; }
    /// [rays]
    [[nodiscard]] const std::vector<RayOutcome>& all() const { return outcomes_; }
    /// What was shown of a ray, in order.
    [[nodiscard]] std::vector<ShownHit> shown(std::uint64_t ray) const;

private:
    friend class OutcomeReader;
    static constexpr std::uint64_t nothing = ~std::uint64_t{0};
    struct Shown : ShownHit {
        std::uint64_t before = nothing; ///< index of what was shown of the ray before
    };
    std::vector<RayOutcome> outcomes_;      ///< [rays]
    std::vector<std::uint64_t> last_shown_; ///< [rays] index
    std::vector<Shown> shown_;              ///< of all rays
};

/// Throws FileError, Cancelled.
/// @param source  is at its beginning, and is rewound at the end
[[nodiscard]] RayOutcomes ray_outcomes(RequestSource& source, const JobContext& job = {});

} // namespace hitmap
