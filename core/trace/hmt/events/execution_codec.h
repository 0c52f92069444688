#pragma once

#include "core/trace/hmt/events/event_session.h"
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

/// Throws FileError. @param stored_bytes  of the chunk
[[nodiscard]] EventHead decode_execution_head(ByteReader& in, std::uint64_t stored_bytes);

/// Encodes the events of a chunk, in order. They must be within the limits.
[[nodiscard]] Bytes encode_executions(std::span<const BlockExecution> executions, std::uint64_t first_request,
                                      std::uint32_t basic_blocks);
/// Replaces `out` by the events of a chunk. Throws FileError.
/// @param limits  rows: of the table of basic blocks
void decode_executions(ByteReader& in, const EventHead& head, const EventLimits& limits,
                       std::vector<BlockExecution>& out);

} // namespace hitmap::hmt
