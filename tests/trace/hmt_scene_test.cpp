#include "core/base/error.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/trace/random_recording.h"
#include "tests/trace/recording_chunks.h"
#include "tests/trace/recording_in.h"
#include "tests/trace/same_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

using namespace hmt;
using testing::HasSubstr;

/// A scene that the writer can only store as it is in memory: it has vertices in its padding, and a normal
/// that no face uses.
MemoryRecording unpredictable_recording() {
    MemoryRecording recording = grid_recording(2, 1);
    recording.scene.face_source[6] = -1;
    recording.scene.normals.emplace_back(0.0F, 0.0F, 1.0F);
    return recording;
}

RecordedScene without_normals(RecordedScene scene) {
    static_cast<RecordedNormals&>(scene) = {};
    return scene;
}

/// The encodings of the chunks of normals and of their slots, in the order of the file.
std::vector<int> encodings_of_normals(const Bytes& recording) {
    std::vector<int> encodings;
    for (const PackedChunk& chunk : chunks_of(recording)) {
        if (chunk.header.type != scene_chunk) continue;
        const BytesPlace place{};
        ByteReader head(std::span(chunk.payload).first(chunk.header.head_bytes), place);
        const ScenePart part = decode_scene_head(head);
        if (part.array == SceneArray::normal_slots || part.array == SceneArray::normals)
            encodings.push_back(part.encoding);
    }
    return encodings;
}

/// Expects that the scene can be read at once, and without its normals and then these.
void expect_every_reading(const HmtFile& file, const RecordedScene& expected) {
    expect_same_scene(*file.read_scene(), expected);
    RecordedScene scene = *file.read_scene_without_normals();
    expect_same_scene(scene, without_normals(expected));
    static_cast<RecordedNormals&>(scene) = file.read_normals(scene);
    expect_same_scene(scene, expected);
    EXPECT_EQ(file.normal_count(), expected.normals.size());
}

TEST(HmtScene, InTwoStepsAsAtOnce) {
    MemoryRecording no_normals = grid_recording(6, 1);
    no_normals.scene = without_normals(no_normals.scene);
    struct Row {
        const char* name;
        MemoryRecording recording;
        std::vector<int> encodings;
    };
    const Row rows[] = {{"predicted", grid_recording(6, 1), {1, 1}},
                        {"as in memory", unpredictable_recording(), {0, 0}},
                        {"without normals", no_normals, {}},
                        {"in several parts", grid_recording(260, 1), {1, 1, 1, 1, 1}}};
    for (const auto& [name, recording, encodings] : rows) {
        SCOPED_TRACE(name);
        const Bytes bytes = to_bytes(recording, {});
        EXPECT_EQ(encodings_of_normals(bytes), encodings);
        expect_every_reading(recording_in(bytes), recording.scene);
    }
}

TEST(HmtScene, OfRandomRecordings) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE(seed);
        const MemoryRecording recording = random_recording(seed, 1);
        if (recording.has_scene) expect_every_reading(recording_in(to_bytes(recording, {})), recording.scene);
    }
}

TEST(HmtScene, OfAPartOfARecording) {
    const MemoryRecording recording = grid_recording(6, 100);
    expect_every_reading(recording_in(to_bytes(recording, {})).part({.requests = {10, 20}}), recording.scene);
}

TEST(HmtScene, OfARecordingThatHasNone) {
    const HmtFile file = recording_in(to_bytes({}, {}));
    EXPECT_EQ(file.read_scene(), nullptr);
    EXPECT_EQ(file.read_scene_without_normals(), nullptr);
    EXPECT_EQ(file.normal_count(), 0U);
}

/// Returns the error of reading; empty if there is none.
std::string error_of_reading(const std::function<void()>& read) {
    try {
        read();
    } catch (const FileError& error) {
        return error.what();
    }
    return "";
}

/// Replaces the body of a chunk, and makes its CRC that of the new body.
void replace_body(PackedChunk& chunk, std::span<const std::byte> body) {
    const Bytes head(chunk.payload.begin(), chunk.payload.begin() + chunk.header.head_bytes);
    chunk = pack_chunk(chunk.header.type, 0, head, body, 0);
}

void damage_normals(std::vector<PackedChunk>& chunks) {
    scene_part(chunks, SceneArray::normals).payload.back() ^= std::byte{1};
}

void use_a_normal_that_is_missing(std::vector<PackedChunk>& chunks) {
    const std::vector<glm::uvec3> slots(8, glm::uvec3(3, 10, 9));
    replace_body(scene_part(chunks, SceneArray::normal_slots), std::as_bytes(std::span(slots)));
}

void drop_normals(std::vector<PackedChunk>& chunks) {
    chunks.erase(chunks.begin() + (&scene_part(chunks, SceneArray::normals) - chunks.data()));
}

TEST(HmtScene, BrokenNormalsBreakOnlyWhatReadsThem) {
    struct Row {
        void (*break_normals)(std::vector<PackedChunk>&);
        const char* message;
    };
    const Row rows[] = {
        {damage_normals, "expected CRC"},
        {use_a_normal_that_is_missing, "expected face slot 0 to use normals below 10, found 10"},
        {drop_normals, "expected 0 face slots with normals, found 8"}};
    const MemoryRecording recording = unpredictable_recording();
    for (const auto& [break_normals, message] : rows) {
        SCOPED_TRACE(message);
        std::vector<PackedChunk> chunks = chunks_of(to_bytes(recording, {}));
        break_normals(chunks);
        const HmtFile file = recording_in(whole_file_of(chunks));
        expect_same_scene(*file.read_scene_without_normals(), without_normals(recording.scene));
        EXPECT_THAT(error_of_reading([&] { std::ignore = file.read_scene(); }), HasSubstr(message));
        EXPECT_THAT(error_of_reading([&] { std::ignore = file.read_normals(recording.scene); }),
                    HasSubstr(message));
    }
}

TEST(HmtScene, EveryWayOfReadingRefusesArraysInAnotherOrder) {
    const MemoryRecording recording = grid_recording(6, 1);
    std::vector<PackedChunk> chunks = chunks_of(to_bytes(recording, {}));
    std::swap(scene_part(chunks, SceneArray::vertices), scene_part(chunks, SceneArray::normals));
    const HmtFile file = recording_in(whole_file_of(chunks));
    const std::function<void()> ways[] = {[&] { std::ignore = file.read_scene(); },
                                          [&] { std::ignore = file.read_scene_without_normals(); },
                                          [&] { std::ignore = file.read_normals(recording.scene); },
                                          [&] { std::ignore = file.normal_count(); }};
    for (const auto& way : ways)
        EXPECT_THAT(error_of_reading(way), HasSubstr("found vertices after normals"));
}

} // namespace
} // namespace hitmap
