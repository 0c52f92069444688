#pragma once

#include "core/trace/io/bytes.h"
#include "core/trace/model/request.h"

#include <cstdint>
#include <span>
#include <vector>

/// Lane tags in the file (docs/trace-format.md).
namespace hitmap::hmt {

inline constexpr std::uint32_t max_chunk_tags = 1U << 18;
/// A chunk of so many stored bytes may hold so many tags: a small file cannot ask for much memory.
[[nodiscard]] constexpr bool tag_count_allowed(std::uint64_t tags, std::uint64_t stored_bytes) {
    return tags <= max_chunk_tags && tags <= 256 + 16 * stored_bytes;
}

/// Runs in the order in which they began.
[[nodiscard]] Bytes encode_tags(std::span<const LaneTagRun> runs);
/// Appends `count` runs to `out`.
void decode_tags(ByteReader& in, std::uint32_t count, std::vector<LaneTagRun>& out);

/// The order of HmtFile::read_lane_tags.
[[nodiscard]] bool tag_order(const LaneTagRun& a, const LaneTagRun& b);

} // namespace hitmap::hmt
