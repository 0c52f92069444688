#include "core/base/error.h"
#include "core/trace/hmt/blocks/block_codec.h"
#include "core/trace/hmt/chunks/info_codec.h"
#include "core/trace/hmt/chunks/primitive_codec.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/model/element_kind.h"
#include "tests/trace/random_recording.h"
#include "tests/trace/recording_chunks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

using namespace hmt;
using testing::HasSubstr;

std::string refusal(Bytes bytes) {
    try {
        const HmtFile file(open_memory(std::move(bytes), "x.hmt"));
    } catch (const FileError& error) {
        return error.what();
    }
    return "";
}

std::vector<PackedChunk> chunks_of_grid() {
    HmtWriteOptions options;
    options.deflate = false;
    return chunks_of(to_bytes(grid_recording(2, 50), options));
}

TEST(UnknownKinds, ARoleOfOneIsRefused) {
    RecordingInfo info;
    Allocation& cells = info.allocations.emplace_back();
    cells.name = "cells";
    cells.role = static_cast<Role>(role_count);
    ByteWriter body;
    encode_info(info, body);
    EXPECT_THAT(
        refusal(file_of({pack_chunk(info_chunk, 0, {}, body.bytes(), 0)})),
        HasSubstr("x.hmt: chunk 0 (information) at byte 16, byte 15: expected a role below 8 or one of a "
                  "kind of element that this program knows, found 8"));
}

TEST(UnknownKinds, CountsOfOneAreRefused) {
    std::vector<PackedChunk> chunks = chunks_of_grid();
    for (PackedChunk& chunk : chunks) {
        if (chunk.header.type != request_chunk) continue;
        Bytes head(chunk.payload.begin(), chunk.payload.begin() + chunk.header.head_bytes);
        head.resize(head.size() + 8);
        put_head(chunk, head);
    }
    EXPECT_THAT(refusal(whole_file_of(chunks)),
                HasSubstr("expected element accesses of at most 3 kinds, which "
                          "this program knows, found 4"));
}

TEST(UnknownKinds, PrimitivesOfOneAreRefused) {
    std::vector<PackedChunk> chunks = chunks_of_grid();
    ByteWriter head;
    encode_primitive_head({static_cast<ElementKindId>(element_kind_count()), 4, false, 1, 0}, head);
    ByteWriter body;
    for (std::uint32_t corner = 0; corner < 4; ++corner)
        body.u32(corner);
    chunks.push_back(pack_chunk(primitives_chunk, 0, head.bytes(), body.bytes(), 0));
    EXPECT_THAT(refusal(whole_file_of(chunks)),
                HasSubstr("expected primitives of a kind of element that this program knows, found kind 3"));
}

TEST(UnknownKinds, FilesWithoutThemKeepTheirVersion) {
    const Bytes bytes = to_bytes(grid_recording(2, 50), {});
    EXPECT_EQ(HmtFile(open_memory(bytes, "x.hmt")).version(), 1U);
    HmtWriteOptions options;
    options.tables_grow = true;
    EXPECT_EQ(HmtFile(open_memory(to_bytes(grid_recording(2, 50), options), "x.hmt")).version(), 2U);
}

} // namespace
} // namespace hitmap
