#pragma once

#include "core/jobs/progress.h"
#include "core/trace/io/byte_input.h"
#include "core/trace/io/byte_stream.h"

#include <memory>
#include <string_view>

namespace hitmap {

/// Whether a file is a zip archive in which DynamoRIO stores the trace of a thread: pieces that are named
/// chunk.0000, chunk.0001 and so on, which are the trace when they are put together.
/// @param start  the first bytes of the file
[[nodiscard]] bool is_chunk_archive(std::string_view start);

/// Opens such an archive as the bytes of its pieces, one piece after another in the order of the archive.
/// consumed() and the progress of `job` count the bytes of the archive that were read.
/// @param file  must outlive the result
/// Throws FileError: not an archive, another name of a piece, an encrypted piece. read() also throws
/// FileError for damaged data, a wrong checksum and the limits of InputLimits.
[[nodiscard]] std::unique_ptr<ByteInput> open_chunk_archive(const ByteSource& file, const JobContext& job);

} // namespace hitmap
