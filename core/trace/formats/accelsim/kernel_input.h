#pragma once

#include "core/jobs/progress.h"
#include "core/trace/formats/accelsim/kernel_header.h"
#include "core/trace/io/byte_input.h"

#include <memory>

namespace hitmap::accelsim {

/// Opens a kernel file as text: a text file, compressed or not, or a binary one (.tracez), whose text is put
/// together from its parts.
/// @param file  must outlive the result
/// Throws FileError.
[[nodiscard]] std::unique_ptr<ByteInput> open_kernel(const ByteSource& file, const JobContext& job);

/// Reads the header of a kernel file and what its first instructions show. Throws FileError, Cancelled.
[[nodiscard]] KernelHeader read_kernel_header(const ByteSource& file, const JobContext& job);

} // namespace hitmap::accelsim
