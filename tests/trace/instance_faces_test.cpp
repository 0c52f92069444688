#include "core/base/error.h"
#include "core/trace/hmt/chunks/instance_codec.h"
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

RecordedScene scene_of(std::vector<InstanceFaces> instances) {
    RecordedScene scene;
    scene.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    scene.face_slots.assign(5, {0, 1, 2});
    scene.instance_faces = std::move(instances);
    return scene;
}

std::vector<InstanceFaces> two_instances() {
    InstanceFaces first;
    first.instance = 1;
    first.custom_index = 77;
    first.faces = 2;
    InstanceFaces second = first;
    second.geometry = 3;
    second.first_face = 2;
    second.faces = 3;
    second.mask = 0x0f;
    second.instance_flags = 5;
    second.geometry_flags = 1;
    second.mirrors = true;
    return {first, second};
}

HmtFile written(const RecordedScene& scene) {
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes));
    sink->begin({}, &scene);
    sink->finish();
    return HmtFile(open_memory(std::move(bytes), "instances.hmt"));
}

std::string message_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(InstanceFacesTest, SurviveARecording) {
    const HmtFile file = written(scene_of(two_instances()));
    EXPECT_EQ(file.version(), 1U) << "older programs pass the chunk";
    EXPECT_EQ(file.read_scene()->instance_faces, two_instances());
    EXPECT_TRUE(written(scene_of({})).read_scene()->instance_faces.empty());
}

TEST(InstanceFacesTest, AreRefusedInAnotherOrder) {
    std::vector<InstanceFaces> instances = two_instances();
    instances[1].geometry = 0;
    EXPECT_THAT(
        message_of([&] { (void)written(scene_of(instances)); }),
        testing::HasSubstr("expected instances and their geometries in rising order, found geometry 0 "
                           "of instance 1 behind geometry 0 of instance 1"));
    instances = two_instances();
    instances[1].first_face = 1;
    EXPECT_THAT(message_of([&] { (void)written(scene_of(instances)); }),
                testing::HasSubstr("expected the faces of instance 1 from face 2 on, found face 1"));
}

TEST(InstanceFacesTest, BrokenBytesAreRefused) {
    const auto message = [](const std::function<void(ByteWriter&)>& write) {
        ByteWriter out;
        write(out);
        const BytesPlace place{"file", "place"};
        return message_of([&] {
            ByteReader in(out.bytes(), place);
            (void)hmt::decode_instance_faces(in);
        });
    };
    EXPECT_THAT(
        message([](ByteWriter& out) { out.varint(0); }),
        testing::HasSubstr("expected 1 to 1048576 instances with faces, and the bytes for them, found 0"));
    EXPECT_THAT(message([](ByteWriter& out) { out.varint(1000); }), testing::HasSubstr("found 1000"));
    EXPECT_THAT(message([](ByteWriter& out) {
                    hmt::encode_instance_faces(two_instances(), out);
                    out.u8(0);
                }),
                testing::HasSubstr("expected"));
    EXPECT_THAT(message([](ByteWriter& out) {
                    std::vector<InstanceFaces> many = two_instances();
                    many[0].faces = 0x80000000;
                    hmt::encode_instance_faces(many, out);
                }),
                testing::HasSubstr("expected at most 2147483647 for a number of faces, found 2147483648"));
}

TEST(InstanceFacesTest, TheRecorderChecksThem) {
    const std::string path = temporary_recording("instance_faces.hmt");
    const float vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const std::uint32_t faces[] = {0, 1, 2, 0, 1, 2};
    hmt_scene scene{};
    scene.vertices = vertices;
    scene.vertex_count = 3;
    scene.faces = faces;
    scene.face_count = 2;
    const auto add = [&](const std::vector<hmt_instance_faces>& rows) -> std::string {
        const Recorder recorder(hmt_open(path.c_str()));
        hmt_set_scene(recorder.get(), &scene);
        for (const hmt_instance_faces& row : rows)
            hmt_add_instance_faces(recorder.get(), &row);
        begin_launch(recorder.get());
        hmt_close(recorder.get());
        return hmt_error(recorder.get());
    };
    EXPECT_EQ(add({{0, 0, 5, 0, 1, 0xff, 0, 1, 0}, {2, 1, 6, 1, 1, 0x0f, 4, 0, 1}}), "");
    const HmtFile file(open_file(path));
    const std::vector<InstanceFaces> found = file.read_scene()->instance_faces;
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[1].instance, 2U);
    EXPECT_EQ(found[1].geometry, 1U);
    EXPECT_EQ(found[1].custom_index, 6U);
    EXPECT_EQ(found[1].first_face, 1U);
    EXPECT_EQ(found[1].mask, 0x0fU);
    EXPECT_TRUE(found[1].mirrors);
    EXPECT_THAT(add({{1, 0, 0, 0, 1, 0xff, 0, 0, 0}, {1, 0, 0, 1, 1, 0xff, 0, 0, 0}}),
                testing::HasSubstr("expected instances and geometries in rising order, found geometry 0 of "
                                   "instance 1"));
    EXPECT_THAT(add({{0, 0, 0, 0, 2, 0xff, 0, 0, 0}, {1, 0, 0, 1, 1, 0xff, 0, 0, 0}}),
                testing::HasSubstr("expected faces from 2 on and below 2^31, found 1"));
}

} // namespace
} // namespace hitmap
