#pragma once

#include "core/trace/io/byte_stream.h"
#include "core/trace/stream/request_source.h"

#include <memory>

namespace hitmap {

struct HmtWriteOptions {
    bool deflate = true; ///< false: all chunks are stored uncompressed
    int level = 6;       ///< compression level of libdeflate, 1 to 9
    /// Take a fraction of the time for a recording that is up to ten times as large: blocks are smaller and
    /// encoded without trials, and deflated at level 1. `level` has no effect.
    bool quick = false;
    /// Take add_instruction() and complete(). The recording then has version 2 of the format.
    bool tables_grow = false;
    std::uint32_t block_requests = 1U << 20; ///< most requests in a block (1..2^20)
};

/// How recordings of other programs are written.
inline constexpr HmtWriteOptions import_options{.quick = true, .tables_grow = true};

/// Writes a recording in the container of docs/trace-format.md. Compression runs on `pool` if one is
/// given; the bytes are the same with any number of threads. All functions throw FileError (the sink) and
/// Error (requests, tags or allocations that do not match the tables). begin() takes seconds for large scenes
/// and throws Cancelled soon after `job` is stopped; the recording is then lost.
[[nodiscard]] std::unique_ptr<RecordingSink> write_hmt(std::unique_ptr<ByteSink> out,
                                                       const HmtWriteOptions& options = {},
                                                       class ThreadPool* pool = nullptr,
                                                       const JobContext& job = {});

} // namespace hitmap
