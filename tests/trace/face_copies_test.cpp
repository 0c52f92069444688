#include "core/base/error.h"
#include "core/trace/hmt/chunks/copy_codec.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "tests/trace/test_recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace hitmap {
namespace {

RecordedScene scene_with(std::vector<FaceCopy> copies) {
    RecordedScene scene;
    scene.vertices.assign(6, {0, 0, 0});
    scene.face_slots = {{0, 1, 2}, {0, 0, 0}, {1, 2, 3}};
    scene.face_source = {0, -1, 1};
    scene.face_copies = std::move(copies);
    return scene;
}

HmtFile written_with(const std::vector<FaceCopy>& copies) {
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes));
    const RecordedScene scene = scene_with(copies);
    sink->begin({}, &scene);
    sink->finish();
    return HmtFile(open_memory(std::move(bytes), "copies.hmt"));
}

std::string error_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

const std::vector<FaceCopy> two_copies{{0, {3, 4, 5}, 7}, {2, {5, 4, 3}, 2}};

TEST(FaceCopiesTest, SurviveARecording) {
    const HmtFile file = written_with(two_copies);
    EXPECT_EQ(file.version(), 1U) << "older programs pass the chunk";
    EXPECT_EQ(file.read_scene()->face_copies, two_copies);
    EXPECT_EQ(file.info().scene.faces, 2U) << "a copy is no face";
    EXPECT_TRUE(written_with({}).read_scene()->face_copies.empty());
}

TEST(FaceCopiesTest, ThatCopyNothingAreRefused) {
    const auto message = [](std::vector<FaceCopy> copies) {
        return error_of([&] { (void)written_with(copies).read_scene(); });
    };
    EXPECT_THAT(
        message({{1, {0, 1, 2}, 3}}),
        testing::HasSubstr("expected copy 0 to be of a face, in rising order of slots, found slot 1 of 3"));
    EXPECT_THAT(message({{3, {0, 1, 2}, 3}}), testing::HasSubstr("found slot 3 of 3"));
    EXPECT_THAT(message({{2, {0, 1, 2}, 3}, {0, {0, 1, 2}, 4}}),
                testing::HasSubstr("found slot 0 of 3 behind 2"));
    EXPECT_THAT(message({{0, {0, 6, 2}, 3}}),
                testing::HasSubstr("expected copy 0 to use vertices below 6, found 6"));
}

TEST(FaceCopiesTest, BrokenBytesAreRefused) {
    const auto message = [](const std::function<void(ByteWriter&)>& write) {
        ByteWriter bytes;
        write(bytes);
        const BytesPlace place{"a.hmt", "chunk 1"};
        ByteReader in(bytes.bytes(), place);
        return error_of([&] { (void)hmt::decode_face_copies(in); });
    };
    EXPECT_THAT(message([](ByteWriter& out) { out.varint(0); }),
                testing::HasSubstr("expected copies of faces, and the bytes for them, found 0"));
    EXPECT_THAT(message([](ByteWriter& out) { out.varint(1000); }), testing::HasSubstr("found 1000"));
    EXPECT_THAT(
        message([](ByteWriter& out) {
            out.varint(1);
            for (int i = 0; i < 5; ++i)
                out.zigzag(-1);
        }),
        testing::HasSubstr("expected the slot of a face from 0 to 4294967295, found a difference of -1 "
                           "from 0"));
}

} // namespace
} // namespace hitmap
