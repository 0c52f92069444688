#pragma once

#include "core/trace/hmt/events/event_session.h"
#include "core/trace/io/bytes.h"
#include "core/trace/model/ray_event.h"

#include <cstdint>
#include <span>
#include <vector>

/// The encoding of places of rays and of ray events in the file (docs/trace-format.md).
namespace hitmap::hmt {

void encode_ray_places(std::span<const RayPlace> places, ByteWriter& out);
/// Throws FileError, also if there are none or more than RecordingLimits::table_rows.
[[nodiscard]] std::vector<RayPlace> decode_ray_places(ByteReader& in);

/// The most events and lanes of a chunk, which limit the memory for decoding one.
inline constexpr std::uint32_t max_chunk_ray_events = 1U << 16;
inline constexpr std::uint32_t max_chunk_ray_lanes = max_chunk_events;

struct RayHead : EventHead {
    std::array<std::uint32_t, ray_event_kind_count> lanes{}; ///< of the events of each kind

    [[nodiscard]] RayCounts counts() const;
};
void encode_ray_head(const RayHead& head, ByteWriter& out);
/// Throws FileError. @param stored_bytes  of the chunk
[[nodiscard]] RayHead decode_ray_head(ByteReader& in, std::uint64_t stored_bytes);

/// Encodes the events of a chunk, in order, whose lanes follow one another. They must be within the limits.
[[nodiscard]] Bytes encode_rays(const RayEvents& events, std::uint64_t first_request,
                                std::span<const RayPlace> places);
/// Replaces `out` by the events of a chunk. Throws FileError.
/// @param limits  rows: of `places`
void decode_rays(ByteReader& in, const RayHead& head, const EventLimits& limits,
                 std::span<const RayPlace> places, RayEvents& out);

} // namespace hitmap::hmt
