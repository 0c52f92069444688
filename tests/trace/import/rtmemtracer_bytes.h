#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// A record of an rtmemtracer trace.
struct TraceRecord {
    std::uint32_t descriptor = 0; ///< 0 pixel, 2 box, 4 face
    std::uint32_t index = 0;
    float l2_hits = 0.0F;
    float l1_hits = 0.0F;
    std::uint32_t l2_lookups = 0;
    std::uint32_t l1_lookups = 0;
};
using TraceFrames = std::vector<std::vector<TraceRecord>>;

/// The frames of worked_example().
[[nodiscard]] TraceFrames worked_frames();
/// The data of a trace: 2 x 2 pixels, a triangle, two equal boxes, and the given frames. Frame by frame, box
/// 0 has L2 0/1 and 1/1, L1 0/1 and 1/1; box 1 L2 1/2 and 2/2, L1 1/1 and 1/1; face 0 L2 2/5 and 5/5, L1 2/4
/// and 4/4; and pixels 0 and 1 are written.
[[nodiscard]] std::string worked_example(const TraceFrames& frames = worked_frames());
/// The offset of the first frame in worked_example().
inline constexpr std::size_t worked_frames_offset = 0xc8;

/// The GBLA variant of a trace with a camera of 60 bytes.
[[nodiscard]] std::string gbla_of(std::string_view trace);
/// Returns the bytes with another number at an offset.
[[nodiscard]] std::string with_u32(std::string bytes, std::size_t offset, std::uint32_t value);
[[nodiscard]] std::string with_f32(std::string bytes, std::size_t offset, float value);

} // namespace hitmap
