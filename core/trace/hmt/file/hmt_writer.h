#pragma once

#include "core/trace/io/byte_stream.h"
#include "core/trace/stream/request_source.h"

#include <memory>

namespace hitmap {

struct HmtWriteOptions {
    bool deflate = true;                     ///< plain chunks otherwise
    int level = 6;                           ///< zlib's
    std::uint32_t block_requests = 1U << 20; ///< requests in a block, at most (1..2^20)
};

/// Writes a recording in the container of docs/trace-format.md. Deflating runs on `pool` where one is given
/// (same bytes with any number of threads). All functions throw FileError (the sink) and Error (requests,
/// tags or allocations that do not fit the tables); begin(), which takes seconds for large scenes, Cancelled
/// soon after `job` is stopped. Then the recording is lost.
[[nodiscard]] std::unique_ptr<RecordingSink> write_hmt(std::unique_ptr<ByteSink> out,
                                                       const HmtWriteOptions& options = {},
                                                       class ThreadPool* pool = nullptr,
                                                       const JobContext& job = {});

} // namespace hitmap
