#pragma once

#include "core/trace/model/recording.h"
#include "core/trace/stream/request_source.h"

namespace hitmap {

/// A recording has names in UTF-8 of a limited length. Files of other programs can have any bytes. These
/// functions replace names that a recording cannot have by their printable() text, cut at the limit.
void make_recordable(RecordingInfo& info);
void make_recordable(Launch& launch);
void make_recordable(Instruction& instruction);
void make_recordable(FinalTables& tables);
/// Whether make_recordable() would change nothing.
[[nodiscard]] bool is_recordable(const RecordingInfo& info);

} // namespace hitmap
