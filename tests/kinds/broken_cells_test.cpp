#include "core/base/error.h"
#include "core/trace/hmt/chunks/primitive_codec.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/kinds/cell_recording.h"
#include "tests/kinds/cell_table.h"
#include "tests/trace/recording_chunks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using namespace hmt;
using testing::HasSubstr;

Bytes cells_as_bytes() {
    const auto path = std::filesystem::path(testing::TempDir()) / "hitmap_broken_cells.hmt";
    test::write_cell_recording(path.string());
    const auto file = open_file(path);
    Bytes bytes(file->size());
    file->read(0, bytes);
    return bytes;
}

/// What reading the scene complains about after `change` was made to the head and the body of the chunk of
/// cells.
std::string complaint(const std::function<void(PrimitivePart&, Bytes&)>& change) {
    std::vector<PackedChunk> chunks = chunks_of(cells_as_bytes());
    const auto found = std::ranges::find_if(
        chunks, [](const PackedChunk& chunk) { return chunk.header.type == primitives_chunk; });
    const BytesPlace place{"x.hmt", "cells"};
    ByteReader head(std::span(found->payload).first(found->header.head_bytes), place);
    PrimitivePart part = decode_primitive_head(head);
    Bytes body(found->payload.begin() + found->header.head_bytes, found->payload.end());
    change(part, body);
    ByteWriter changed;
    encode_primitive_head(part, changed);
    *found = pack_chunk(primitives_chunk, 0, changed.bytes(), body, 0);
    try {
        static_cast<void>(HmtFile(open_memory(whole_file_of(chunks), "x.hmt")).read_scene());
    } catch (const FileError& error) {
        return error.what();
    }
    return "";
}

TEST(BrokenCells, AreRefused) {
    EXPECT_EQ(complaint([](PrimitivePart&, Bytes&) {}), "");
    EXPECT_THAT(complaint([](PrimitivePart& part, Bytes&) { part.kind = 4; }), HasSubstr("(primitives)"));
    EXPECT_THAT(complaint([](PrimitivePart& part, Bytes&) { part.kind = 0; }),
                HasSubstr("expected primitives of a kind of element that this program knows, found kind 0"));
    EXPECT_THAT(complaint([](PrimitivePart& part, Bytes&) { part.corners_each = 3; }),
                HasSubstr("expected 4 corners of a cell, found 3"));
    EXPECT_THAT(complaint([](PrimitivePart& part, Bytes&) { part.count = 0; }),
                HasSubstr("expected 1 to 65536 elements in a part, found 0"));
    EXPECT_THAT(complaint([](PrimitivePart& part, Bytes&) { part.count = 24; }),
                HasSubstr("expected 480 bytes for 24 cells, found 500"));
    EXPECT_THAT(complaint([](PrimitivePart& part, Bytes&) { part.first = 1; }),
                HasSubstr("expected the part of cells that begins with element 0, found 1"));
    EXPECT_THAT(complaint([](PrimitivePart&, Bytes& body) { body[0] = std::byte{40}; }),
                HasSubstr("expected cell 0 to use vertices below 40, found 40"));
    EXPECT_THAT(complaint([](PrimitivePart& part, Bytes& body) {
                    part.count = 24;
                    body.erase(body.begin(), body.begin() + 16);
                    body.resize(480);
                }),
                HasSubstr("expected allocations of 24 cells, as many as the scene has, found 25"));
}

} // namespace
} // namespace hitmap
