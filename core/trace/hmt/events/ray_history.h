#pragma once

#include "core/trace/hmt/events/ray_prediction.h"
#include "core/trace/model/ray_event.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace hitmap::hmt {

/// What the places and lanes of a chunk had last, which predicts what they have next.
class RayHistory {
public:
    /// @param data  the rays and hits of the chunk, of which those before an event are read. It must outlive
    ///              this, and its vectors must not be moved while contexts are in use.
    RayHistory(const RayEvents& data, std::size_t places) : data_(data), places_(places) {}

    /// The next event. @param warp  its number in the chunk  @param first  index of its lowest lane's ray or
    /// hit
    void begin(std::uint32_t warp, std::uint32_t place, std::size_t first);
    /// For the ray of a lane, which has this index.
    [[nodiscard]] RayContext of_ray(unsigned lane, std::size_t index) const;
    struct HitContext {
        const RayHit& before;
        const RayHit* own = nullptr; ///< null: the chunk has none of the lane before
    };
    [[nodiscard]] HitContext of_hit(unsigned lane, std::size_t index) const;
    /// Remembers the lanes of the event.
    void end(const RayEvent& event);

private:
    // Indices + 1; 0: none.
    struct Place {
        std::uint32_t ray = 0;    ///< the last one
        std::uint32_t second = 0; ///< the ray before that
        std::uint32_t hit = 0;    ///< the last one
    };
    /// The last ones of a lane. A chunk can have many lanes, so that they are kept small.
    struct Lane {
        std::uint32_t ray = 0;
        std::uint32_t hit : 31 = 0;
        std::uint32_t is_hit_of_ray : 1 = 0; ///< `hit` is the committed one of `ray`
    };

    const RayEvents& data_;
    std::vector<Place> places_;
    std::deque<std::array<Lane, warp_size>> warps_; ///< which grow without being copied
    std::uint32_t warp_ = 0;
    std::uint32_t place_ = 0;
    std::size_t first_ = 0;
};

} // namespace hitmap::hmt
