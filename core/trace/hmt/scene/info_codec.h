#pragma once

#include "core/trace/io/bytes.h"
#include "core/trace/model/recording.h"

/// The bodies of the information and launch chunks (docs/trace-format.md).
namespace hitmap::hmt {

/// Encodes everything except launches, counts and contents of allocations.
void encode_info(const RecordingInfo& info, ByteWriter& out);
[[nodiscard]] RecordingInfo decode_info(ByteReader& in);

void encode_launch(const Launch& launch, ByteWriter& out);
[[nodiscard]] Launch decode_launch(ByteReader& in);

} // namespace hitmap::hmt
