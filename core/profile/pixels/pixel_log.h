#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/profile/filter/lane_tag_tracker.h"
#include "core/profile/query/metric.h"
#include "core/profile/query/time_window.h"
#include "core/trace/model/request.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

/// Where an element was accessed, without saying which one.
struct AccessPlace {
    std::uint64_t position = 0;
    std::uint64_t request = 0;
    friend bool operator==(const AccessPlace&, const AccessPlace&) = default;
};

/// Which lanes served a pixel, when they accessed elements meanwhile, and sums of these accesses. Of every
/// warp, its requests that access elements are kept as bytes: distance from the one before in requests and
/// positions, lanes, and pixels of lanes where they changed.
class PixelLog {
public:
    /// [pixels]; null where a sum of look-ups may not fit.
    [[nodiscard]] const std::vector<ElementSums>* sums() const { return sums_fit_ ? &sums_ : nullptr; }
    /// Accesses of the window that were made for the pixel, by rising position.
    [[nodiscard]] std::vector<AccessPlace> places(std::uint32_t pixel, TimeWindow window) const;
    [[nodiscard]] std::uint64_t memory_bytes() const;

private:
    friend class PixelLogBuilder;
    std::vector<ElementSums> sums_;
    bool sums_fit_ = true;
    std::vector<std::vector<std::uint8_t>> warps_; ///< [tagged warps] bytes
    /// (pixel, warp) wherever a warp accessed an element for the pixel; sorted.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> warps_of_pixels_;
};

/// Takes requests and what the model says of them, in order, and makes a PixelLog of what counts.
class PixelLogBuilder {
public:
    /// `tags`: of each lane in rising order of requests. Work items >= pixels are not counted.
    PixelLogBuilder(std::span<const LaneTagRun> tags, std::uint64_t pixels);
    ~PixelLogBuilder();

    void add(const RequestView& block, std::span<const ElementAccess> accesses, AccessOutcomes outcomes);
    [[nodiscard]] PixelLog finish();

private:
    struct Warp;
    void find_pixels(const LaneTagTracker::Warp& warp, std::span<const ElementAccess> accesses,
                     const AccessOutcomes& outcomes);
    void add_outcomes(std::span<const ElementAccess> accesses, const AccessOutcomes& outcomes);
    void add_request(std::uint32_t warp, std::uint64_t request, std::span<const ElementAccess> accesses);

    LaneTagTracker lanes_; ///< pixel that a lane serves
    std::vector<Warp> warps_;
    std::array<std::uint32_t, warp_size> pixels_{}; ///< of the request's lanes that access an element
    std::uint64_t position_ = 0;
    PixelLog log_;
};

} // namespace hitmap
