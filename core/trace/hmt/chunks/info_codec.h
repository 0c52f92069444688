#pragma once

#include "core/trace/io/bytes.h"
#include "core/trace/model/launch_requests.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The bodies of the information, warp-size, launch, instructions and final-tables chunks
/// (docs/trace-format.md).
namespace hitmap::hmt {

/// A name, which has at most 2^16 bytes: the writer escapes bytes that are not UTF-8 and cuts what is beyond.
void encode_name(std::string_view name, ByteWriter& out);
/// @param what  "a stage", for messages
[[nodiscard]] std::string decode_name(ByteReader& in, std::string_view what);

void encode_location(const SourceLocation& location, ByteWriter& out);
[[nodiscard]] SourceLocation decode_location(ByteReader& in);

/// Encodes everything except launches, basic blocks, counts and contents of allocations.
void encode_info(const RecordingInfo& info, ByteWriter& out);
[[nodiscard]] RecordingInfo decode_info(ByteReader& in);

/// The number of lanes of a warp, for recordings where it is not 32.
void encode_warp_size(const Device& device, ByteWriter& out);
/// Throws FileError. @param device  gets the number; a second one is refused
void decode_warp_size(ByteReader& in, Device& device);

void encode_launch(const Launch& launch, ByteWriter& out);
[[nodiscard]] Launch decode_launch(ByteReader& in);

/// @param counts  [launches]
void encode_launch_requests(std::span<const LaunchRequests> counts, std::span<const Launch> launches,
                            ByteWriter& out);
/// Throws FileError, also if the chunk has another number of launches.
[[nodiscard]] std::vector<LaunchRequests> decode_launch_requests(ByteReader& in,
                                                                 std::span<const Launch> launches);

void encode_instructions(std::span<const Instruction> instructions, ByteWriter& out);
/// Appends to `instructions`. Throws FileError, also if these are more than RecordingLimits::table_rows.
void decode_instructions(ByteReader& in, std::vector<Instruction>& instructions);

/// Writes the launches of `info`, its device and the options from `first_option` on.
void encode_final(const RecordingInfo& info, std::size_t first_option, ByteWriter& out);
/// Replaces the device (but for its warp size) and the launches of `info` and appends options. Throws
/// FileError, also if the number of launches differs.
void decode_final(ByteReader& in, RecordingInfo& info);

} // namespace hitmap::hmt
