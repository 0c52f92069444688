#pragma once

#include "core/base/scratch_store.h"
#include "core/cache/results/access_outcome.h"
#include "core/profile/query/metric.h"
#include "core/profile/query/time_window.h"
#include "core/profile/sums/lane_tag_tracker.h"
#include "core/trace/model/request.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

/// The position and request of an element access, without the element.
struct AccessPlace {
    std::uint64_t position = 0;
    std::uint64_t request = 0;
    friend bool operator==(const AccessPlace&, const AccessPlace&) = default;
};

/// Stores which lanes served a pixel and when they accessed elements, and the sums of these accesses. For
/// each warp, the requests that access elements are encoded as bytes: the distance from the previous one in
/// requests and positions, the lanes, and the pixels of lanes where they changed.
class PixelLog {
public:
    /// [pixels] Returns null if a sum of look-ups may not fit into 32 bits.
    [[nodiscard]] const std::vector<ElementSums>* sums() const { return sums_fit_ ? &sums_ : nullptr; }
    /// Returns the accesses in the window that were made for the pixel, sorted by position.
    [[nodiscard]] std::vector<AccessPlace> places(std::uint32_t pixel, TimeWindow window) const;
    [[nodiscard]] std::uint64_t memory_bytes() const;
    /// Removes what is in the scratch file from memory until it is read again.
    void drop_pages() const { bytes_.drop_pages(); }

private:
    friend class PixelLogBuilder;
    friend struct IndexTransfer;
    /// Bytes in several pieces of memory. Each piece consists of whole records.
    using Segments = std::vector<std::span<std::byte>>;
    std::vector<ElementSums> sums_;
    bool sums_fit_ = true;
    ScratchStore bytes_;
    std::vector<Segments> warps_; ///< [tagged warps] in bytes_
    /// Sorted pairs (pixel, warp): the warp accessed an element for the pixel.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> warps_of_pixels_;
};

/// Receives requests and their outcomes, in order, and builds a PixelLog from those that count.
class PixelLogBuilder {
public:
    /// `tags`: sorted by request within each lane. Work items >= pixels are ignored. What exceeds some memory
    /// goes to the file; null: everything stays in memory.
    PixelLogBuilder(std::span<const LaneTagRun> tags, std::uint64_t pixels,
                    std::shared_ptr<ScratchFile> file = nullptr);
    ~PixelLogBuilder();

    void add(const RequestView& block, std::span<const ElementAccess> accesses, AccessOutcomes outcomes);
    [[nodiscard]] PixelLog finish();

private:
    struct Warp;
    void find_pixels(const LaneTagTracker::Warp& warp, std::span<const ElementAccess> accesses,
                     const AccessOutcomes& outcomes);
    void append(Warp& warp);
    void add_outcomes(std::span<const ElementAccess> accesses, const AccessOutcomes& outcomes);
    void add_request(std::uint32_t warp, std::uint64_t request, std::span<const ElementAccess> accesses);

    LaneTagTracker lanes_; ///< the pixel that a lane serves
    std::vector<Warp> warps_;
    std::array<std::uint32_t, warp_size> pixels_{}; ///< pixels of the request's lanes that access an element
    std::uint64_t position_ = 0;
    std::vector<std::uint8_t> record_; ///< scratch memory
    PixelLog log_;
};

} // namespace hitmap
