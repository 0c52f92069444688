#pragma once

#include "core/trace/io/bytes.h"
#include "core/trace/model/request.h"

#include <cstdint>
#include <span>
#include <vector>

/// The encoding of lane tags in the file (docs/trace-format.md).
namespace hitmap::hmt {

/// The largest chunk that a reader accepts, which limits the memory for decoding one.
inline constexpr std::uint32_t max_chunk_tags = 1U << 18;
/// Whether a chunk of this many stored bytes may have this many tags, so that a small file cannot require
/// much memory.
[[nodiscard]] constexpr bool tag_count_allowed(std::uint64_t tags, std::uint64_t stored_bytes) {
    return tags <= max_chunk_tags && tags <= 256 + 16 * stored_bytes;
}

/// Encodes runs in the order in which they began.
[[nodiscard]] Bytes encode_tags(std::span<const LaneTagRun> runs);
/// Decodes `count` runs and appends them to `out`.
void decode_tags(ByteReader& in, std::uint32_t count, std::vector<LaneTagRun>& out);

/// Less-than for the order of HmtFile::read_lane_tags.
[[nodiscard]] bool tag_order(const LaneTagRun& a, const LaneTagRun& b);

} // namespace hitmap::hmt
