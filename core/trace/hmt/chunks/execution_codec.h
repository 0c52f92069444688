#pragma once

#include "core/trace/io/bytes.h"
#include "core/trace/model/execution.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <span>
#include <vector>

/// The encoding of basic blocks and of execution events in the file (docs/trace-format.md).
namespace hitmap::hmt {

void encode_basic_blocks(std::span<const BasicBlock> blocks, ByteWriter& out);
/// Throws FileError, also if there are none or more than RecordingLimits::table_rows.
[[nodiscard]] std::vector<BasicBlock> decode_basic_blocks(ByteReader& in);

/// The largest chunk that a reader accepts, which limits the memory for decoding one.
inline constexpr std::uint32_t max_chunk_executions = 1U << 18;
/// Whether a chunk of this many stored bytes may have this many events, so that a small file cannot require
/// much memory.
[[nodiscard]] constexpr bool execution_count_allowed(std::uint64_t executions, std::uint64_t stored_bytes) {
    return executions <= max_chunk_executions && executions <= 256 + 64 * stored_bytes;
}

struct ExecutionHead {
    std::uint32_t executions = 0;
    std::uint32_t launches = 0;      ///< begun so far
    std::uint64_t first_request = 0; ///< of the first event: requests of the recording before it
    std::uint64_t last_request = 0;  ///< of the last event
};
void encode_execution_head(const ExecutionHead& head, ByteWriter& out);
/// Throws FileError. @param stored_bytes  of the chunk
[[nodiscard]] ExecutionHead decode_execution_head(ByteReader& in, std::uint64_t stored_bytes);

/// The sizes of the recording's tables, against which events are checked.
struct ExecutionLimits {
    std::uint32_t basic_blocks = 0;
    std::uint32_t sm_count = 0;                 ///< 0: not known
    std::uint32_t warp_slots_per_sm = 0;        ///< 0: not known
    std::uint32_t lanes = all_lanes(warp_size); ///< mask of a warp
};

/// Encodes the events of a chunk, in order. They must be within the limits.
[[nodiscard]] Bytes encode_executions(std::span<const BlockExecution> executions, std::uint64_t first_request,
                                      std::uint32_t basic_blocks);
/// Replaces `out` by the events of a chunk. Throws FileError.
void decode_executions(ByteReader& in, const ExecutionHead& head, const ExecutionLimits& limits,
                       std::vector<BlockExecution>& out);

} // namespace hitmap::hmt
