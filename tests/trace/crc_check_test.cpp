#include "core/base/error.h"
#include "core/trace/hmt/chunks/chunk.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/trace/random_recording.h"
#include "tests/trace/recording_text.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

TEST(CrcCheck, WithoutItOnlyTheCheckSumsMayDiffer) {
    const Bytes whole = to_bytes(grid_recording(2, 50), {});
    const std::string text = recording_text(HmtFile(open_memory(whole, "x.hmt")));
    const std::size_t header_crc = hmt::file_header_bytes + hmt::ChunkHeader::bytes - 4;
    const std::size_t trailer_crc = whole.size() - 8;
    for (const std::size_t at : {header_crc, trailer_crc}) {
        Bytes bytes = whole;
        bytes[at] ^= std::byte{1};
        ThreadPool pool(1);
        EXPECT_THROW(HmtFile(open_memory(bytes, "x.hmt")).validate(pool), FileError) << at;
        const HmtFile file(open_memory(bytes, "x.hmt"), {}, CrcCheck::off);
        EXPECT_NO_THROW(file.validate(pool)) << at;
        EXPECT_EQ(recording_text(file), text) << at;
    }
    Bytes bytes = whole;
    bytes[0] ^= std::byte{1};
    EXPECT_THROW(HmtFile(open_memory(bytes, "x.hmt"), {}, CrcCheck::off), FileError);
}

} // namespace
} // namespace hitmap
