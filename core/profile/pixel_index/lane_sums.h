#pragma once

#include "core/profile/pixel_index/log_reading.h"
#include "core/profile/pixel_index/logged_request.h"
#include "core/profile/pixel_index/sparse_pixels.h"
#include "core/profile/query/time_window.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// Adds up the requests of a segment by lane, for as long as a lane works for one pixel, since consecutive
/// requests of a warp are mostly made for the same pixels.
class PixelLaneSums {
public:
    /// @param window  requests and element accesses outside of it are not counted. Requests behind the last
    ///                position belong to it.
    PixelLaneSums(const WantedColumns& wanted, TimeWindow window, const LogReading& reading);
    /// Counts one pixel alone. Call before add().
    void count_only(std::uint32_t pixel) { only_ = pixel; }
    void add(const LoggedRequest& request);
    /// Returns the sums and begins a new segment.
    [[nodiscard]] SparsePixels take();

private:
    struct Warp {
        std::uint32_t counted = 0;  ///< lanes with sums that are not 0
        bool shares_pixels = false; ///< whether several lanes work for a pixel
        std::array<std::uint32_t, warp_size> pixels{};
        std::array<std::uint32_t, warp_size> sharing{}; ///< lanes with the same pixel, the lane included
        std::uint32_t known = 0;                        ///< lanes whose pixel is known
        std::uint32_t counting = 0;                     ///< lanes whose pixel is counted
    };
    void move_lanes(Warp& warp, const LoggedRequest& request);
    void flush(Warp& warp, std::size_t lane, std::uint64_t* sums);
    [[nodiscard]] static std::uint32_t first_lanes(const Warp& warp, std::uint32_t mask);
    void add_request(const LoggedRequest& request, std::uint32_t lanes, std::uint64_t* sums) const;
    template <class Numbers>
    void add_of_lanes(PixelColumn column, std::uint32_t mask, const Numbers& numbers,
                      std::uint64_t* sums) const;
    [[nodiscard]] std::uint32_t add_accesses(const LoggedRequest& request, std::uint32_t mask,
                                             std::uint64_t* sums) const;
    [[nodiscard]] bool is_in_window(std::uint64_t position) const {
        return position >= window_.first && position < window_.last;
    }

    WantedColumns wanted_;
    std::vector<std::size_t> of_requests_; ///< places of the columns that a request adds to as a whole
    TimeWindow window_;
    std::uint64_t positions_;
    std::array<std::size_t, pixel_column_count> places_{}; ///< [columns] valid if wanted
    std::optional<std::uint32_t> only_;                    ///< the pixel that is counted; no value: all
    bool wants_accesses_;
    bool wants_outcomes_;
    std::vector<Warp> warps_;
    std::vector<std::uint64_t> sums_; ///< [warps][lanes][wanted columns]
    SparsePixels done_;
};

} // namespace hitmap
