#include "core/base/error.h"
#include "core/trace/model/element_access.h"
#include "core/trace/stream/request_stream.h"
#include "tests/trace/random_recording.h"

#include <gtest/gtest.h>

#include <thread>

namespace hitmap {
namespace {

TEST(RequestStream, GivesWhatIsPutIn) {
    const MemoryRecording recording = grid_recording(6, 200'000); // more than the queue can contain
    std::uint64_t requests = 0;
    const auto produce = [&](RecordingSink& sink) { write(recording, sink); };
    const auto consume = [&](RequestSource& source) {
        EXPECT_EQ(source.info().instructions.size(), recording.info.instructions.size());
        ASSERT_NE(source.scene({}), nullptr);
        EXPECT_EQ(source.scene({})->face_slots, recording.scene.face_slots);
        EXPECT_TRUE(source.scene({})->vertices.empty());
        EXPECT_EQ(source.info().scene.vertices, recording.scene.vertices.size());
        RequestBlock block;
        while (source.next(block, {})) {
            ASSERT_EQ(block.first_request.value, requests);
            for (const RequestBlock::Entry& entry : block.entries) {
                const Request& expected = recording.requests[requests++];
                ASSERT_EQ(std::tie(entry.warp, entry.instruction, entry.mask),
                          std::tie(expected.warp, expected.instruction, expected.mask));
            }
        }
        EXPECT_FALSE(source.next(block, {}));
        EXPECT_EQ(source.info().requests, requests);
        EXPECT_EQ(source.info().launches.size(), recording.launches.size());
        EXPECT_GT(source.info().positions(), requests);
        EXPECT_THROW(source.rewind(), Error);
    };
    stream_requests(produce, consume, StreamedScene::for_models);
    EXPECT_EQ(requests, recording.requests.size());
}

TEST(RequestStream, ForPicturesTheSceneIsWholeAndTheRestMayBeLeft) {
    const MemoryRecording recording = grid_recording(6, 200'000);
    stream_requests([&](RecordingSink& sink) { write(recording, sink); },
                    [&](RequestSource& source) {
                        EXPECT_EQ(source.scene({})->vertices, recording.scene.vertices);
                        EXPECT_EQ(source.scene({})->box_parent, recording.scene.box_parent);
                    },
                    StreamedScene::for_pictures);
}

std::string message_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "nothing";
}

TEST(RequestStream, WhatOneSideThrowsEndsTheOther) {
    const MemoryRecording recording = grid_recording(6, 200'000);
    const auto all = [&](RecordingSink& sink) { write(recording, sink); };
    const auto drain = [](RequestSource& source) {
        RequestBlock block;
        while (source.next(block, {})) {
        }
    };
    EXPECT_EQ(message_of([&] {
                  stream_requests([](RecordingSink&) { throw Error("before it began"); }, drain,
                                  StreamedScene::for_models);
              }),
              "before it began");
    EXPECT_EQ(message_of([&] {
                  stream_requests(
                      [&](RecordingSink& sink) {
                          all(sink);
                          throw Error("at the end");
                      },
                      drain, StreamedScene::for_models);
              }),
              "at the end");
    EXPECT_EQ(message_of([&] {
                  stream_requests(
                      all, [](RequestSource&) { throw Error("the consumer"); }, StreamedScene::for_models);
              }),
              "the consumer");
}

TEST(RequestStream, StopsWhenAsked) {
    std::stop_source stop;
    const auto wait = [&](RecordingSink&) {
        while (!stop.stop_requested())
            std::this_thread::yield();
        throw Cancelled();
    };
    const std::jthread later([&] { stop.request_stop(); });
    EXPECT_THROW(stream_requests(wait, [](RequestSource&) {}, StreamedScene::for_models, {stop.get_token()}),
                 Cancelled);
}

} // namespace
} // namespace hitmap
