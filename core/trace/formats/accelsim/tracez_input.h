#pragma once

#include "core/jobs/progress.h"
#include "core/trace/io/byte_input.h"

#include <memory>
#include <string>

namespace hitmap::accelsim {

/// Opens a binary kernel file (.tracez): a header as text, blocks of instructions that are compressed with a
/// dictionary, and an index of them. The input reads as the text file that has the same contents.
/// @param file    must outlive the result
/// @param header  the text before the first zero byte
/// Throws FileError, and so does reading.
[[nodiscard]] std::unique_ptr<ByteInput> open_tracez(const ByteSource& file, std::string header,
                                                     const JobContext& job);

} // namespace hitmap::accelsim
