#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "tests/raytracer/recording_in_memory.h"
#include "tests/raytracer/test_scenes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

namespace hitmap {
namespace {

TraceOptions small_options(Kernel kernel, std::string_view rays) {
    TraceOptions options;
    options.width = 48;
    options.height = 32;
    options.sm_count = 2;
    options.warps_per_sm = 4;
    options.kernel = kernel;
    trace_option("rays").set(options, rays);
    return options;
}

struct BlockCase {
    Kernel kernel;
    std::string_view rays;
    std::string_view node_width;
};
constexpr BlockCase block_cases[] = {{Kernel::while_while, "primary", "2"},
                                     {Kernel::if_if, "shadow", "2"},
                                     {Kernel::pixel, "path:3", "4"},
                                     {Kernel::while_while, "ao:2", "8"}};

TraceOptions options_of_blocks(const BlockCase& each) {
    TraceOptions options = small_options(each.kernel, each.rays);
    trace_option("node-width").set(options, each.node_width);
    return options;
}

TEST(RecordedBlocks, ChangeNothingElse) {
    ThreadPool pool(1);
    const Scene scene = triangle_soup(300, 5);
    for (const BlockCase& each : block_cases) {
        TraceOptions options = options_of_blocks(each);
        RecordingInMemory without;
        trace_scene(scene, options, without, pool);
        options.records_blocks = true;
        RecordingInMemory with;
        trace_scene(scene, options, with, pool);
        EXPECT_TRUE(without.executions.empty());
        EXPECT_TRUE(without.info.basic_blocks.empty());
        EXPECT_FALSE(with.executions.empty());
        EXPECT_EQ(with.tags.size(), without.tags.size());
        EXPECT_TRUE(
            std::ranges::equal(with.requests, without.requests, [](const Request& a, const Request& b) {
                return a.warp == b.warp && a.instruction == b.instruction && a.mask == b.mask &&
                       a.address == b.address;
            }));
    }
}

/// The block that control flow is in decides which lanes execute an instruction, and which instructions.
TEST(RecordedBlocks, HaveTheLanesOfTheirRequests) {
    ThreadPool pool(1);
    const Scene scene = triangle_soup(300, 5);
    for (const BlockCase& each : block_cases) {
        TraceOptions options = options_of_blocks(each);
        options.records_blocks = true;
        RecordingInMemory recording;
        trace_scene(scene, options, recording, pool);
        struct State {
            const BlockExecution* event = nullptr;
            std::uint32_t requests = 0; ///< since the event
        };
        std::map<std::uint32_t, State> warps;
        std::map<std::uint32_t, std::uint32_t> block_of_instruction;
        auto event = recording.executions.begin();
        for (std::size_t i = 0; i <= recording.requests.size(); ++i) {
            for (; event != recording.executions.end() && event->request.value == i; ++event) {
                ASSERT_NE(event->mask, 0U);
                warps[event->warp] = {&*event, 0};
            }
            if (i == recording.requests.size()) break;
            const Request& request = recording.requests[i];
            State& warp = warps[request.warp];
            ASSERT_NE(warp.event, nullptr);
            ASSERT_EQ(warp.event->mask, request.mask) << "request " << i;
            ASSERT_EQ(warp.event->sm, request.sm);
            ASSERT_EQ(warp.event->slot, request.slot);
            const BasicBlock& block = recording.info.basic_blocks.at(warp.event->block);
            ASSERT_LE(++warp.requests, block.instructions) << "memory instructions are instructions";
            const auto known = block_of_instruction.try_emplace(request.instruction, warp.event->block);
            ASSERT_EQ(known.first->second, warp.event->block) << "an instruction is in one block";
            EXPECT_EQ(block.location.function,
                      recording.info.instructions.at(request.instruction).location.function);
        }
        EXPECT_EQ(event, recording.executions.end());
    }
}

TEST(RecordedBlocks, AreInTheSourcesThatTheRecordingHas) {
    ThreadPool pool(1);
    TraceOptions options = options_of_blocks(block_cases[2]);
    options.records_blocks = true;
    RecordingInMemory recording;
    trace_scene(triangle_soup(30, 5), options, recording, pool);
    EXPECT_EQ(recording.info.basic_blocks.front().entry, BlockEntry::kernel);
    EXPECT_EQ(recording.info.basic_blocks.front().location.function, "one_thread_a_pixel");
    for (const BasicBlock& block : recording.info.basic_blocks) {
        EXPECT_TRUE(std::ranges::any_of(recording.info.sources,
                                        [&](const SourceText& source) {
                                            return source.file == block.location.file &&
                                                   std::ranges::count(source.text, '\n') >=
                                                       block.location.line;
                                        }))
            << block.location.file << ':' << block.location.line;
    }
}

} // namespace
} // namespace hitmap
