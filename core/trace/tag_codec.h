#pragma once

#include "core/trace/bytes.h"
#include "core/trace/request.h"

#include <cstdint>
#include <span>
#include <vector>

/// Lane tags in the file (docs/trace-format.md).
namespace hitmap::hmt {

inline constexpr std::uint32_t max_chunk_tags = 1U << 18;

/// Runs must be sorted by launch, warp, lane, first request.
[[nodiscard]] Bytes encode_tags(std::span<const LaneTagRun> runs);
/// Appends to `out`.
void decode_tags(ByteReader& in, std::uint32_t count, std::vector<LaneTagRun>& out);

/// The order of LaneTagRun in files and in HmtFile::read_lane_tags.
[[nodiscard]] bool tag_order(const LaneTagRun& a, const LaneTagRun& b);

} // namespace hitmap::hmt
