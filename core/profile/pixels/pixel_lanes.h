#pragma once

#include "core/cache/coalescing/allocation_map.h"
#include "core/cache/results/counted_parts.h"
#include "core/profile/sums/chosen_elements.h"
#include "core/profile/sums/lane_tag_tracker.h"
#include "core/profile/sums/ray_selection.h"
#include "core/trace/model/element_access.h"
#include "core/trace/model/thread_pixel.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace hitmap {

/// What is counted for pixels: requests of some instructions, lanes with addresses in some allocations, lanes
/// that serve some rays, and accesses to some elements.
struct CountedForPixels {
    CountedParts parts;
    std::optional<RaySelection> rays; ///< no value: all
    /// Element accesses that it does not count do not count, and lanes only in requests with an access to an
    /// element that it counts. Null: all.
    std::shared_ptr<const ChosenElements> elements{};
};

/// Why the lanes of a recording without lane tags have no pixels: no launch has as many threads as the
/// framebuffer has pixels. Empty if at least one launch has.
[[nodiscard]] std::string why_launches_have_no_pixels(const RecordingInfo& info);

/// Finds the lanes of a request that count, and their pixels: by the lane tags or, if there are none, by the
/// threads of launches that have as many threads as the framebuffer has pixels (thread_order_of()).
class PixelLanes {
public:
    static constexpr std::uint32_t no_pixel = LaneTagTracker::none;
    struct Lanes {
        std::uint32_t mask = 0;                                       ///< lanes that count and have a pixel
        const std::array<std::uint32_t, warp_size>* pixels = nullptr; ///< [lanes] valid for those of `mask`
    };

    /// `info` must outlive this object. `tags`: sorted by request within each lane.
    PixelLanes(const RecordingInfo& info, CountedForPixels counted, std::span<const LaneTagRun> tags);

    /// Returns the lanes of a request of the block. Valid until the next call; requests must not decrease.
    /// @param accesses  the element accesses of the request
    [[nodiscard]] Lanes of(const RequestView& block, std::size_t request,
                           std::span<const ElementAccess> accesses);
    /// Whether an element access of a lane that counts does count.
    [[nodiscard]] bool counts(const ElementAccess& access) const {
        return counted_.elements == nullptr || counted_.elements->counts(access.kind, access.element);
    }

private:
    using Pixels = std::array<std::uint32_t, warp_size>;
    [[nodiscard]] const Pixels* pixels_of(std::uint64_t request, const RequestBlock::Entry& entry);
    [[nodiscard]] const Pixels& pixels_of_threads(const RequestBlock::Entry& entry);
    [[nodiscard]] bool is_in_allocation(Space space, std::uint64_t address, std::uint64_t request);

    const RecordingInfo& info_;
    CountedForPixels counted_;
    std::optional<LaneTagTracker> tagged_; ///< the pixel of a lane that serves a selected ray
    std::optional<AllocationMap> allocations_;
    std::uint32_t launch_ = 0;
    std::unordered_map<std::uint32_t, Pixels> warps_; ///< by warp of `launch_`, without tags
};

} // namespace hitmap
