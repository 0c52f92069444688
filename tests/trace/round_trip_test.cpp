#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/chunks/chunk.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/trace/random_recording.h"
#include "tests/trace/same_scene.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <sys/stat.h>
#include <thread>
#include <tuple>

namespace hitmap {
namespace {

bool same_location(const SourceLocation& a, const SourceLocation& b) {
    return std::tie(a.function, a.file, a.line, a.column) == std::tie(b.function, b.file, b.line, b.column);
}

void expect_same_tables(const MemoryRecording& a, const HmtFile& file) {
    const RecordingInfo& info = a.info;
    const RecordingInfo& b = file.info();
    EXPECT_EQ(std::tie(info.producer, info.source_name, info.options, info.device.name, info.device.sm_count),
              std::tie(b.producer, b.source_name, b.options, b.device.name, b.device.sm_count));
    ASSERT_EQ(info.origins.size(), b.origins.size());
    for (std::size_t i = 0; i < info.origins.size(); ++i)
        EXPECT_EQ(std::tie(info.origins[i].field, info.origins[i].origin),
                  std::tie(b.origins[i].field, b.origins[i].origin));
    ASSERT_EQ(info.allocations.size(), b.allocations.size());
    for (std::size_t i = 0; i < info.allocations.size(); ++i) {
        const Allocation& x = info.allocations[i];
        const Allocation& y = b.allocations[i];
        EXPECT_EQ(std::tie(x.name, x.role, x.space, x.address, x.bytes, x.stride, x.element_bytes, x.layout,
                           x.first_request, x.last_request),
                  std::tie(y.name, y.role, y.space, y.address, y.bytes, y.stride, y.element_bytes, y.layout,
                           y.first_request, y.last_request));
        EXPECT_EQ(x.contents, file.read_contents(AllocationIndex(static_cast<std::uint32_t>(i))));
    }
    ASSERT_EQ(info.instructions.size(), b.instructions.size());
    for (std::size_t i = 0; i < info.instructions.size(); ++i) {
        const Instruction& x = info.instructions[i];
        const Instruction& y = b.instructions[i];
        EXPECT_EQ(std::tie(x.operation, x.space, x.bytes_per_lane, x.cache),
                  std::tie(y.operation, y.space, y.bytes_per_lane, y.cache));
        EXPECT_TRUE(same_location(x.location, y.location));
        EXPECT_TRUE(std::equal(x.inlined_at.begin(), x.inlined_at.end(), y.inlined_at.begin(),
                               y.inlined_at.end(), same_location));
    }
    EXPECT_TRUE(
        std::ranges::equal(info.basic_blocks, b.basic_blocks, [](const BasicBlock& x, const BasicBlock& y) {
            return x.entry == y.entry && x.instructions == y.instructions &&
                   same_location(x.location, y.location);
        }));
    EXPECT_TRUE(std::ranges::equal(info.ray_places, b.ray_places, [](const RayPlace& x, const RayPlace& y) {
        return x.kind == y.kind && x.stage == y.stage && same_location(x.location, y.location);
    }));
    ASSERT_EQ(info.sources.size(), b.sources.size());
    for (std::size_t i = 0; i < info.sources.size(); ++i)
        EXPECT_EQ(std::tie(info.sources[i].file, info.sources[i].text),
                  std::tie(b.sources[i].file, b.sources[i].text));
    ASSERT_EQ(a.launches.size(), b.launches.size());
    for (std::size_t i = 0; i < a.launches.size(); ++i) {
        const Launch& x = a.launches[i];
        const Launch& y = b.launches[i];
        EXPECT_EQ(std::tie(x.kernel, x.grid, x.block, x.local_bytes, x.shared_bytes),
                  std::tie(y.kernel, y.grid, y.block, y.local_bytes, y.shared_bytes));
    }
}

void expect_same_block(const RequestBlock& block, const std::vector<Request>& requests, std::size_t first) {
    for (std::size_t i = 0; i < block.entries.size(); ++i) {
        const auto& entry = block.entries[i];
        const Request& request = requests[first + i];
        ASSERT_EQ(std::tie(entry.launch, entry.sm, entry.warp, entry.slot, entry.instruction, entry.mask),
                  std::tie(request.launch, request.sm, request.warp, request.slot, request.instruction,
                           request.mask));
        RequestBlock expected;
        expected.append(request);
        ASSERT_TRUE(std::ranges::equal(block.addresses_of(entry), expected.addresses))
            << "request " << first + i;
    }
}

std::vector<BlockExecution> executions_of(RequestSource& source) {
    std::vector<BlockExecution> all;
    for (std::vector<BlockExecution> some; source.next_executions(some);)
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

RayEvents rays_of(RequestSource& source) {
    RayEvents all;
    for (RayEvents some; source.next_ray_events(some);)
        for (const RayEvents::Entry& event : some.events)
            all.append(event, some.lanes_of(event));
    return all;
}

void expect_same(const MemoryRecording& recording, const HmtFile& file, ThreadPool& pool) {
    EXPECT_FALSE(file.incomplete());
    expect_same_tables(recording, file);
    file.validate(pool);
    const auto source = request_source(file, pool);
    ASSERT_EQ(source->scene({}) != nullptr, recording.has_scene);
    if (recording.has_scene) expect_same_scene(recording.scene, *source->scene({}));
    for (int round = 0; round < 2; ++round) {
        RequestBlock block;
        std::size_t next = 0;
        while (source->next(block, {})) {
            EXPECT_EQ(block.first_request.value, next);
            expect_same_block(block, recording.requests, next);
            next += block.entries.size();
        }
        EXPECT_EQ(next, recording.requests.size());
        source->rewind();
    }
    EXPECT_EQ(executions_of(*source), recording.executions);
    EXPECT_EQ(file.info().executions, recording.executions.size());
    EXPECT_TRUE(same_rays(rays_of(*source), recording.rays));
    RayCounts counts;
    for (const RayEvent& event : recording.rays.events)
        counts.add(event);
    EXPECT_EQ(file.info().rays, counts);
    const auto key = [](const LaneTagRun& run) {
        return std::tie(run.launch, run.warp, run.lane, run.first_request);
    };
    auto tags = recording.tags;
    std::stable_sort(tags.begin(), tags.end(),
                     [&](const LaneTagRun& a, const LaneTagRun& b) { return key(a) < key(b); });
    EXPECT_TRUE(
        std::ranges::equal(tags, file.read_lane_tags(), [&](const LaneTagRun& a, const LaneTagRun& b) {
            return key(a) == key(b) && a.tag == b.tag;
        }));
}

TEST(RoundTrip, RandomRecordings) {
    ThreadPool pool(2);
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE(seed);
        MemoryRecording recording = random_recording(seed, seed * 5);
        if (seed % 2 == 0) add_random_executions(recording, seed, seed * 13 % 500);
        if (seed % 5 < 2) add_random_rays(recording, seed, seed * 7 % 300);
        HmtWriteOptions options;
        options.deflate = seed % 3 != 0;
        options.quick = seed % 4 < 2;
        options.block_requests = 1 + static_cast<std::uint32_t>(seed * 7 % 100);
        const auto bytes = to_bytes(recording, options, seed % 2 == 0 ? &pool : nullptr);
        expect_same(recording, HmtFile(open_memory(bytes, "memory")), pool);
    }
}

TEST(RoundTrip, WarpsOfFewerLanes) {
    ThreadPool pool(2);
    std::uint64_t seed = 100;
    for (const std::uint32_t lanes : {1U, 7U, 8U, 16U, 31U, 32U}) {
        SCOPED_TRACE(lanes);
        MemoryRecording recording = random_recording(++seed, 200);
        add_random_executions(recording, seed, 100);
        add_random_rays(recording, seed, 100);
        const std::size_t whole = to_bytes(recording, {}).size();
        narrow_warps(recording, lanes);
        const HmtFile file(open_memory(to_bytes(recording, {}, &pool), "memory"));
        expect_same(recording, file, pool);
        EXPECT_EQ(file.info().device.warp_size, lanes);
        EXPECT_EQ(file.file_bytes() == whole, lanes == warp_size); // 32 lanes are not written
    }
}

TEST(HmtWriter, RefusesLanesThatAWarpDoesNotHave) {
    const auto refuses = [](MemoryRecording recording) {
        recording.info.device.warp_size = 8;
        try {
            std::ignore = to_bytes(recording, {});
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    MemoryRecording recording;
    recording.info.instructions.resize(1);
    recording.info.basic_blocks.resize(1);
    recording.launches.resize(1);
    MemoryRecording request = recording;
    request.requests.emplace_back().mask = 0x101;
    EXPECT_EQ(refuses(request), "request 0: expected active lanes within 0xff, found 0x101");
    MemoryRecording event = recording;
    event.executions.emplace_back().mask = 0x100;
    EXPECT_EQ(refuses(event), "execution event 0: expected active lanes within 0xff, found 0x100");
    MemoryRecording tag = recording;
    tag.requests.emplace_back().mask = 1;
    tag.tags.emplace_back().lane = 8;
    EXPECT_EQ(refuses(tag), "lane tag: expected a lane below 8, found 8");
}

TEST(RoundTrip, ATreeOverAGrid) {
    ThreadPool pool(2);
    const MemoryRecording recording = grid_recording(20, 5000);
    HmtWriteOptions options;
    options.block_requests = 1000;
    const auto bytes = to_bytes(recording, options, &pool);
    expect_same(recording, HmtFile(open_memory(bytes, "memory")), pool);
    const std::size_t addresses = 5000 * 32;
    EXPECT_LT(bytes.size(), addresses / 8) << "predictions should make this nearly free";
}

/// Has ray events with any bits.
MemoryRecording recording_with_rays() {
    MemoryRecording recording = random_recording(12, 60);
    add_random_rays(recording, 12, 60);
    return recording;
}

/// Files of every version must stay readable. If one is missing, the test writes a candidate to the current
/// folder.
TEST(RoundTrip, VersionOneOpens) {
    ThreadPool pool(2);
    for (const auto& [name, recording] : {std::pair{"version-1-random.hmt", random_recording(11, 150)},
                                          std::pair{"version-1-grid.hmt", grid_recording(6, 600)},
                                          std::pair{"version-1-rays.hmt", recording_with_rays()}}) {
        SCOPED_TRACE(name);
        const auto path = std::filesystem::path(HITMAP_TEST_DATA) / "trace" / "data" / name;
        if (!std::filesystem::exists(path)) {
            HmtWriteOptions options;
            options.block_requests = 200;
            write(recording, *write_hmt(create_file(name), options));
            ADD_FAILURE() << path << " is missing; the candidate is " << std::filesystem::absolute(name);
            continue;
        }
        const HmtFile file(open_file(path));
        EXPECT_EQ(file.version(), 1U);
        expect_same(recording, file, pool);
    }
}

/// The bytes in docs/trace-format.md between ```hex and ```, without comments after #.
std::string documented_bytes() {
    std::ifstream text(std::filesystem::path(HITMAP_TEST_DATA) / ".." / "docs" / "trace-format.md");
    std::string bytes;
    bool inside = false;
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with("```")) {
            inside = line == "```hex";
        } else if (inside) {
            line = line.substr(0, line.find('#'));
            std::erase(line, ' ');
            bytes += line;
        }
    }
    return bytes;
}

TEST(Documentation, ShowsTheBytesOfTheWriter) {
    MemoryRecording recording;
    recording.info.producer = "demo";
    recording.info.device = {"GPU", 1, 1};
    Allocation& pixels = recording.info.allocations.emplace_back();
    pixels.name = "pixels";
    pixels.role = Role::framebuffer;
    pixels.address = 256;
    pixels.bytes = 8;
    pixels.stride = pixels.element_bytes = 4;
    Instruction& store = recording.info.instructions.emplace_back();
    store.operation = Operation::store;
    store.bytes_per_lane = 4;
    recording.launches.resize(1);
    recording.launches[0].kernel = "k";
    Request& request = recording.requests.emplace_back();
    request.mask = 3;
    request.address[0] = 256;
    request.address[1] = 260;
    HmtWriteOptions options;
    options.deflate = false;
    std::string bytes;
    for (const std::byte b : to_bytes(recording, options))
        bytes += fmt::format("{:02x}", static_cast<unsigned>(b));
    EXPECT_EQ(documented_bytes(), bytes);
}

TEST(RoundTrip, BytesDoNotDependOnThreads) {
    MemoryRecording recording = grid_recording(8, 3000);
    // More blocks than a chunk contains are being written concurrently.
    constexpr std::uint32_t tags = 300'000;
    for (std::uint32_t i = 0; i < tags; ++i)
        recording.tags.push_back({RequestIndex(i / 100), 0, i, 0, {i, 0, 0, 0, 0}});
    HmtWriteOptions options;
    options.block_requests = 500;
    ThreadPool one(1);
    ThreadPool three(3);
    for (const bool quick : {false, true}) {
        options.quick = quick;
        const auto expected = to_bytes(recording, options);
        EXPECT_EQ(to_bytes(recording, options, &one), expected);
        EXPECT_EQ(to_bytes(recording, options, &three), expected);
    }
}

TEST(RoundTrip, BodiesOfEveryKindComeBackFromEveryLevel) {
    constexpr std::size_t part = 8192;
    std::mt19937 random(1);
    const Bytes zeros(part);
    Bytes noise(part);
    for (std::byte& byte : noise)
        byte = static_cast<std::byte>(random());
    Bytes both = zeros;
    both.insert(both.end(), noise.begin(), noise.end());
    for (const Bytes& body : {Bytes{}, Bytes{std::byte{7}}, zeros, noise, both})
        for (int level = 0; level <= 9; ++level) {
            const hmt::PackedChunk chunk = hmt::pack_chunk(hmt::request_chunk, 0, {}, body, level);
            EXPECT_EQ(chunk.header.plain_bytes, body.size());
            EXPECT_LE(chunk.payload.size(), body.size());
            if (chunk.header.deflated())
                EXPECT_EQ(hmt::inflate(chunk.payload, body.size(), {}), body);
            else
                EXPECT_EQ(chunk.payload, body);
        }
    EXPECT_LT(hmt::pack_chunk(hmt::request_chunk, 0, {}, both, 1).payload.size(), part + 256);
}

TEST(RoundTrip, ABlockNeedsNoOther) {
    const MemoryRecording recording = random_recording(3, 400);
    HmtWriteOptions options;
    options.block_requests = 100;
    const auto bytes = to_bytes(recording, options);
    const HmtFile file(open_memory(bytes, "memory"));
    ASSERT_EQ(file.blocks().size(), 4U);
    for (std::size_t kept = 0; kept < 4; ++kept) {
        auto zeroed = bytes;
        for (std::size_t i = 0; i < 4; ++i) {
            const auto [begin, end] = file.block_bytes(i);
            if (i != kept)
                std::fill(zeroed.begin() + static_cast<std::ptrdiff_t>(begin),
                          zeroed.begin() + static_cast<std::ptrdiff_t>(end), std::byte{0});
        }
        const HmtFile broken(open_memory(zeroed, "memory"));
        RequestBlock block;
        broken.read_block(kept, block);
        expect_same_block(block, recording.requests, 100 * kept);
        EXPECT_THROW(broken.read_block((kept + 1) % 4, block), FileError);
    }
}

TEST(RequestSource, StopsWhenAsked) {
    const auto bytes =
        to_bytes(grid_recording(8, 3000), {.deflate = true, .level = 1, .block_requests = 100});
    const HmtFile file(open_memory(bytes, "memory"));
    ThreadPool pool(2);
    const auto source = request_source(file, pool);
    std::stop_source stop;
    RequestBlock block;
    EXPECT_TRUE(source->next(block, stop.get_token()));
    stop.request_stop();
    EXPECT_THROW(source->next(block, stop.get_token()), Cancelled);
    source->rewind();
    EXPECT_TRUE(source->next(block, {}));
    EXPECT_EQ(block.first_request.value, 0U);
}

TEST(HmtWriter, StopsWithinTheSceneWhenAsked) {
    const MemoryRecording recording = grid_recording(8, 1);
    std::stop_source stop;
    const auto path = std::filesystem::path(testing::TempDir()) / "stopped_test.hmt";
    const auto sink = write_hmt(create_file(path), {}, nullptr, {stop.get_token()});
    stop.request_stop();
    EXPECT_THROW(sink->begin(recording.info, &recording.scene), Cancelled);
}

TEST(FileSink, RenamesWhenCompleteAndRemovesOtherwise) {
    const auto folder = std::filesystem::path(testing::TempDir());
    const auto path = folder / "sink_test.hmt";
    std::filesystem::remove(path);
    const auto part = folder / "sink_test.hmt.part";
    {
        const auto sink = write_hmt(create_file(path));
        sink->begin({}, nullptr);
        EXPECT_TRUE(std::filesystem::exists(part));
    }
    EXPECT_FALSE(std::filesystem::exists(part));
    write(random_recording(1, 20), *write_hmt(create_file(path)));
    EXPECT_FALSE(std::filesystem::exists(part));
    EXPECT_EQ(HmtFile(open_file(path)).info().requests, 20U);
    std::filesystem::remove(path);
    EXPECT_THROW(static_cast<void>(create_file(folder / "no such folder" / "x.hmt")), FileError);
}

TEST(FileSink, WritesToWhatALinkLeadsTo) {
    const auto folder = std::filesystem::path(testing::TempDir()) / "linked_sinks";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder / "results");
    std::ofstream(folder / "results" / "there.txt") << "before";
    std::filesystem::create_symlink("results/there.txt", folder / "link");
    std::filesystem::create_symlink(folder / "link", folder / "link_to_link");
    std::filesystem::create_symlink("results/new.txt", folder / "dangling");
    for (const char* const name : {"link", "link_to_link", "dangling"}) {
        const std::string text = name;
        const auto sink = create_file(folder / name);
        sink->write(std::as_bytes(std::span(text)));
        sink->commit();
        EXPECT_TRUE(std::filesystem::is_symlink(folder / name)) << name;
        std::string found;
        std::ifstream(folder / name) >> found;
        EXPECT_EQ(found, text);
    }
    EXPECT_TRUE(std::filesystem::is_regular_file(folder / "results" / "new.txt"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "results"), {}), 2);
    std::filesystem::remove_all(folder);
}

TEST(FileSink, WritesIntoAPipeAndLeavesIt) {
    const auto path = std::filesystem::path(testing::TempDir()) / "sink_pipe";
    std::filesystem::remove(path);
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    std::string found;
    std::jthread reader([&] { std::ifstream(path) >> found; });
    const std::string text = "through";
    const auto sink = create_file(path);
    sink->write(std::as_bytes(std::span(text)));
    sink->commit();
    reader.join();
    EXPECT_EQ(found, text);
    EXPECT_TRUE(std::filesystem::is_fifo(path));
    std::filesystem::remove(path);
}

TEST(IsNamedAsRecording, ByExtension) {
    for (const char* const name : {"a.hmt", "/folder/b.c.hmt", "a.hmt.part", "a.hmt.2.part"})
        EXPECT_TRUE(is_named_as_recording(name)) << name;
    for (const char* const name : {"", "a", "a.part", "a.obj", "a.obj.part", "a.2.part", "a.hmt.2",
                                   "a.hmt.x.part", "hmt", "a.hmt.gz", ".part"})
        EXPECT_FALSE(is_named_as_recording(name)) << name;
}

} // namespace
} // namespace hitmap
