#pragma once

#include "core/trace/byte_stream.h"
#include "core/trace/request_source.h"

#include <memory>

namespace hitmap {

struct HmtWriteOptions {
    bool deflate = true;                     ///< plain chunks otherwise
    int level = 6;                           ///< zlib's
    std::uint32_t block_requests = 1U << 18; ///< requests in a block, at most (1..2^18)
};

/// Writes a recording in the container of docs/trace-format.md. Deflating runs on `pool` where one is given
/// (same bytes with any number of threads). All functions throw FileError; then the recording is lost and the
/// sink removes it.
[[nodiscard]] std::unique_ptr<RecordingSink> write_hmt(std::unique_ptr<ByteSink> out,
                                                       const HmtWriteOptions& options = {},
                                                       class ThreadPool* pool = nullptr);

} // namespace hitmap
