#include "tests/trace/broken_recording.h"

#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/chunks/info_codec.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/trace/random_recording.h"

#include <gtest/gtest.h>

#include <utility>

namespace hitmap {

Bytes small_recording() {
    HmtWriteOptions options;
    options.deflate = false;
    options.block_requests = 100;
    MemoryRecording recording = grid_recording(2, 250);
    recording.info.sources.push_back({"kernel.cu", "void kernel();"});
    return to_bytes(recording, options);
}

std::string complaint(Bytes bytes) {
    ThreadPool pool(1);
    try {
        HmtFile(open_memory(std::move(bytes), "x.hmt")).validate(pool);
    } catch (const FileError& error) {
        EXPECT_EQ(error.file(), "x.hmt");
        return error.what();
    }
    return "";
}

hmt::PackedChunk empty_info() {
    ByteWriter body;
    hmt::encode_info({}, body);
    return hmt::pack_chunk(hmt::info_chunk, 0, {}, body.bytes(), 0);
}

} // namespace hitmap
