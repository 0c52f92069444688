#pragma once

#include "core/trace/io/byte_stream.h"

namespace hitmap {

/// Throws FileError if the file of a source that open_file() returned was written since it was opened. Called
/// where bytes turn out to be wrong, because the file is then not damaged: it is another one, or only half of
/// it. Sources of other kinds never change.
void refuse_changed_file(const ByteSource& source);

} // namespace hitmap
