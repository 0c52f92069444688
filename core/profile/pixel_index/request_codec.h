#pragma once

#include "core/profile/pixel_index/bit_stream.h"
#include "core/profile/pixel_index/log_reading.h"
#include "core/profile/pixel_index/logged_request.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Encodes and decodes the requests of one segment of time, one after the other. A request is predicted from
/// the earlier ones of the segment: its warp is the one that followed its predecessor's warp the last time,
/// its mask and its pixels are those of the warp's last request, and its shape is the one that followed the
/// shape of that request. Only what differs takes more than a bit.
class RequestCodec {
public:
    explicit RequestCodec(const LogReading& log) : log_(log) {}

    /// Writes a request whose warp is at most the number of warps so far. Sets `moved`.
    void code(BitOutput& stream, LoggedRequest& request);
    /// Reads the next request.
    void code(BitInput& stream, LoggedRequest& request);

private:
    /// What requests of the same instruction have in common.
    struct Shape {
        bool is_uniform =
            false; ///< each active lane has the same kinds, and each lane of the mask as many nodes
        bool has_others = false;   ///< lanes that are active and do not count
        std::uint8_t accesses = 0; ///< of each lane, if uniform
        std::array<std::uint8_t, 4> kinds{};
        std::uint8_t nodes = 0; ///< of each lane, if uniform
        std::uint8_t stack_words = 0;
        friend bool operator==(const Shape&, const Shape&) = default;
    };
    struct Warp {
        std::uint32_t next = 0; ///< the warp of the request behind the last one
        std::uint32_t mask = 0; ///< of the last request
        std::uint8_t shape = 0; ///< of the last request
        std::array<std::uint32_t, warp_size> pixels{};
    };
    /// What the outcomes of the accesses of a kind are predicted from.
    struct KindOutcomes {
        LoggedOutcome last;
        std::array<std::array<std::uint8_t, 2>, 3> lookups{}; ///< of L1 and L2, those used last in front
    };

    template <class Stream>
    void code_request(Stream& stream, LoggedRequest& request);
    template <class Stream>
    void code_position(Stream& stream, LoggedRequest& request);
    template <class Stream>
    void code_warp(Stream& stream, LoggedRequest& request);
    template <class Stream>
    void code_pixels(Stream& stream, LoggedRequest& request, Warp& warp);
    template <class Stream>
    Shape code_shape(Stream& stream, const LoggedRequest& request, Warp& warp);
    template <class Stream>
    static void code_new_shape(Stream& stream, Shape& shape);
    template <class Stream>
    static void code_lanes(Stream& stream, LoggedRequest& request, const Shape& shape);
    template <class Stream>
    static void code_stack(Stream& stream, LoggedRequest& request);
    template <class Stream>
    void code_outcomes(Stream& stream, LoggedRequest& request);
    template <class Stream>
    static void code_outcome(Stream& stream, LoggedOutcome& outcome, KindOutcomes& kind);
    template <class Stream>
    static void code_hits(Stream& stream, std::uint32_t& hits, std::uint8_t lookups);
    template <class Stream>
    void code_traffic(Stream& stream, RequestTraffic& traffic, std::uint32_t active_mask);
    [[nodiscard]] static Shape shape_of(const LoggedRequest& request);
    static void fill_lanes(LoggedRequest& request, const Shape& shape);

    LogReading log_;
    std::uint64_t next_position_ = 0;
    std::uint32_t last_warp_ = 0;
    std::uint32_t last_pixel_ = 0; ///< that a lane moved to
    std::vector<Warp> warps_;
    std::vector<Shape> shapes_;
    std::array<std::uint8_t, 256> next_shapes_{};             ///< [shapes]
    std::array<KindOutcomes, no_logged_kind + 1> outcomes_{}; ///< [kinds]
};

} // namespace hitmap
