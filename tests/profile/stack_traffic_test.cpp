#include "core/cache/gpu/preset_library.h"
#include "core/cache/pipeline/hierarchy.h"
#include "core/profile/sums/stack_traffic_builder.h"
#include "core/raytracer/trace_scene.h"
#include "tests/cache/memory_source.h"
#include "tests/cache/random_requests.h"
#include "tests/profile/tags_of_lanes.h"
#include "tests/raytracer/recording_in_memory.h"

#include <gtest/gtest.h>

#include <bit>
#include <sstream>
#include <string>

namespace hitmap {
namespace {

using test::tag_run;

/// Requests to local memory, one per line: "LAUNCH WARP load|store OFFSET...", with one offset per lane and
/// "-" for an inactive lane. The device has one SM with two slots and 64 bytes per lane.
MemorySource stack_source(const std::string& text) {
    RecordingInfo info;
    info.device.warp_slots_per_sm = 2;
    info.launches.resize(2);
    Allocation stack;
    stack.name = "stack";
    stack.role = Role::stack;
    stack.space = Space::local;
    stack.bytes = 64;
    info.allocations.push_back(stack);
    for (const Operation operation : {Operation::load, Operation::store}) {
        Instruction instruction;
        instruction.operation = operation;
        instruction.space = Space::local;
        instruction.bytes_per_lane = 4;
        info.instructions.push_back(instruction);
    }
    MemorySource source(info, nullptr);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        Request request;
        std::string operation;
        if (!(words >> request.launch >> request.warp >> operation)) continue;
        request.slot = request.warp % 2;
        request.instruction = operation == "store" ? 1 : 0;
        std::string offset;
        for (unsigned lane = 0; words >> offset; ++lane) {
            if (offset == "-") continue;
            request.mask |= 1U << lane;
            request.address[lane] = std::stoull(offset);
        }
        source.add(request, 2);
    }
    return source;
}

std::string text_of(const std::string& name, const StackSums& sums) {
    const auto sectors = [](std::uint64_t units) {
        return static_cast<double>(units) / static_cast<double>(StackSums::unit);
    };
    std::ostringstream out;
    out << name << ": " << sums.accesses << " accesses, " << sectors(sums.sectors) << " sectors, L1 "
        << sectors(sums.l1_hits) << '/' << sectors(sums.l1_lookups) << ", L2 " << sectors(sums.l2_hits) << '/'
        << sectors(sums.l2_lookups) << '\n';
    return out.str();
}

StackTraffic simulated(RequestSource& source, const std::vector<LaneTagRun>& tags,
                       const HierarchyConfig& config, HierarchyResult& result, unsigned threads = 1) {
    ThreadPool pool(threads);
    StackTrafficBuilder builder(tags);
    HierarchySinks sinks;
    sinks.local = &builder;
    result = simulate_hierarchy(source, config, sinks, pool);
    return builder.finish();
}

/// Simulates an L1 with this number of lines of 128 bytes. A line is a 4-byte word of each lane.
std::string traffic_of(const std::string& requests, const std::vector<LaneTagRun>& tags,
                       unsigned l1_lines = 1) {
    MemorySource source = stack_source(requests);
    HierarchyConfig config;
    config.l1 = parse_cache_geometry(std::to_string(128 * l1_lines) + ":128/32:full");
    config.l2 = parse_cache_geometry("4KiB:128/32:full");
    HierarchyResult result;
    const StackTraffic traffic = simulated(source, tags, config, result);
    std::ostringstream out;
    for (const StackRay& ray : traffic.rays)
        out << text_of("pixel " + std::to_string(ray.pixel) + " kind " + std::to_string(ray.kind) + ":" +
                           std::to_string(ray.bounce),
                       ray.sums);
    if (traffic.untagged != StackSums()) out << text_of("untagged", traffic.untagged);
    return out.str();
}

LaneTagRun pixel_of(std::uint64_t request, std::uint32_t warp, unsigned lane, std::uint32_t pixel) {
    return tag_run(request, 0, warp, lane, {.work_item = pixel});
}

TEST(StackTraffic, LanesShareASectorEqually) {
    EXPECT_EQ(
        traffic_of("0 0 load 0 0 0 0 - - - - 0\n", // four lanes in one sector (eight lanes), one in the next
                   {pixel_of(0, 0, 0, 5), pixel_of(0, 0, 1, 6), pixel_of(0, 0, 2, 6), pixel_of(0, 0, 8, 7)}),
        "pixel 5 kind 0:0: 1 accesses, 0.25 sectors, L1 0/0.25, L2 0/0.25\n"
        "pixel 6 kind 0:0: 2 accesses, 0.5 sectors, L1 0/0.5, L2 0/0.5\n"
        "pixel 7 kind 0:0: 1 accesses, 1 sectors, L1 0/1, L2 0/1\n"
        "untagged: 1 accesses, 0.25 sectors, L1 0/0.25, L2 0/0.25\n");
    EXPECT_EQ(traffic_of("0 0 load 0 4 0\n0 0 load 4 4 4\n", // lane 1 has a word of its own
                         {pixel_of(0, 0, 0, 0), pixel_of(0, 0, 1, 1), pixel_of(0, 0, 2, 2)}, 2),
              "pixel 0 kind 0:0: 2 accesses, 0.833333 sectors, L1 0.333333/0.833333, L2 0/0.5\n"
              "pixel 1 kind 0:0: 2 accesses, 1.33333 sectors, L1 0.333333/1.33333, L2 0/1\n"
              "pixel 2 kind 0:0: 2 accesses, 0.833333 sectors, L1 0.333333/0.833333, L2 0/0.5\n");
}

TEST(StackTraffic, BelongsToTheRayThatALaneWorksOnThen) {
    const std::vector<LaneTagRun> tags{pixel_of(0, 0, 0, 3),
                                       tag_run(1, 0, 0, 0, {.work_item = 3, .ray_kind = 2, .bounce = 1}),
                                       pixel_of(2, 0, 0, 4)};
    EXPECT_EQ(traffic_of("0 0 load 0\n0 0 load 0\n0 0 load 0\n0 1 load 0\n", tags),
              "pixel 3 kind 0:0: 1 accesses, 1 sectors, L1 0/1, L2 0/1\n"
              "pixel 3 kind 2:1: 1 accesses, 1 sectors, L1 1/1, L2 0/0\n"
              "pixel 4 kind 0:0: 1 accesses, 1 sectors, L1 1/1, L2 0/0\n"
              "untagged: 1 accesses, 1 sectors, L1 0/1, L2 0/1\n");
}

TEST(StackTraffic, WriteBacksBelongToTheWriters) {
    EXPECT_EQ(
        traffic_of("0 0 store 0 0\n0 0 store - - 0\n0 1 load 0\n",
                   {pixel_of(0, 0, 0, 0), pixel_of(0, 0, 1, 1), pixel_of(0, 0, 2, 2), pixel_of(0, 1, 0, 9)}),
        "pixel 0 kind 0:0: 1 accesses, 0.5 sectors, L1 0/0.5, L2 0/0.333333\n"
        "pixel 1 kind 0:0: 1 accesses, 0.5 sectors, L1 0/0.5, L2 0/0.333333\n"
        "pixel 2 kind 0:0: 1 accesses, 1 sectors, L1 1/1, L2 0/0.333333\n"
        "pixel 9 kind 0:0: 1 accesses, 1 sectors, L1 0/1, L2 0/1\n")
        << "warp 1 makes L1 write back what three lanes wrote";
    EXPECT_EQ(traffic_of("0 0 store 0 0\n0 0 load 4\n0 0 store - 0\n0 0 load 8\n",
                         {pixel_of(0, 0, 0, 0), pixel_of(0, 0, 1, 1)}),
              "pixel 0 kind 0:0: 3 accesses, 2.5 sectors, L1 0/2.5, L2 0/2.5\n"
              "pixel 1 kind 0:0: 2 accesses, 1.5 sectors, L1 0/1.5, L2 1/1.5\n")
        << "once it was written back, only what is written afterwards counts";
    EXPECT_EQ(traffic_of("0 0 store 0\n1 0 load 4\n", {pixel_of(0, 0, 0, 0)}),
              "pixel 0 kind 0:0: 1 accesses, 1 sectors, L1 0/1, L2 0/0\n"
              "untagged: 1 accesses, 1 sectors, L1 0/1, L2 0/1\n")
        << "what is dirty when a launch ends is lost";
}

TEST(StackTraffic, WithoutTagsNobodyHasIt) {
    EXPECT_EQ(traffic_of("0 0 load 0 4\n", {}), "untagged: 2 accesses, 2 sectors, L1 0/2, L2 0/2\n");
}

/// Sums are kept for a few thousand warps, and a sum of a lane has 32 bits, until they are moved to the rays.
TEST(StackTraffic, IsExactForManyWarpsAndSectors) {
    constexpr std::uint32_t warps = 10000;
    std::vector<LaneTagRun> tags;
    for (std::uint32_t warp = 0; warp < warps; ++warp)
        tags.push_back(pixel_of(0, warp, 0, warp));
    StackTrafficBuilder builder(tags);
    LocalSector sector;
    sector.lanes = 1;
    sector.in_l2 = sector.l2_hit = true;
    RequestBlock::Entry entry{};
    entry.mask = 1;
    std::uint64_t number = 0;
    for (unsigned round = 0; round < 3; ++round)
        for (entry.warp = 0; entry.warp < warps; ++entry.warp)
            builder.add({entry, number++, 0, 1, {&sector, 1}});
    const std::vector<LocalSector> many(10000, sector);
    entry.warp = 7;
    for (unsigned i = 0; i < 600; ++i)
        builder.add({entry, number++, 0, 1, many});
    const StackTraffic traffic = builder.finish();
    ASSERT_EQ(traffic.rays.size(), warps);
    for (const StackRay& ray : traffic.rays) {
        const std::uint64_t sectors = (ray.pixel == 7 ? 6'000'003U : 3U) * StackSums::unit;
        EXPECT_EQ(ray.sums, (StackSums{ray.pixel == 7 ? 603U : 3U, sectors, 0, 0, sectors, sectors}))
            << ray.pixel;
    }
    EXPECT_EQ(traffic.untagged, StackSums());
}

TEST(StackTraffic, AddsUpToLocalMemoryWhateverTheThreads) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        RandomRequests random(seed);
        const auto tags = test::random_tags(random.requests.size(), 50);
        const HierarchyConfig config = random_config(random);
        MemorySource source(random.info, random.scene);
        for (const Request& request : random.requests)
            source.add(request, 70);
        HierarchyResult result;
        const StackTraffic traffic = simulated(source, tags, config, result);
        TrafficSums local;
        for (std::size_t i = 0; i < random.info.instructions.size(); ++i)
            if (random.info.instructions[i].space == Space::local) local += result.instructions[i];
        const std::uint64_t unit = StackSums::unit;
        const StackSums total = traffic.total();
        EXPECT_EQ(total.sectors, unit * local.sectors) << seed;
        EXPECT_EQ(total.l1_lookups, unit * local.l1_lookups());
        EXPECT_EQ(total.l1_hits, unit * local.l1_hits());
        EXPECT_EQ(total.l2_lookups, unit * (local.l2_lookups + result.total.written_back));
        std::uint64_t lanes = 0;
        for (const Request& request : random.requests)
            if (random.info.instructions[request.instruction].space == Space::local)
                lanes += static_cast<unsigned>(std::popcount(request.mask));
        EXPECT_EQ(total.accesses, lanes);
        EXPECT_NE(traffic.untagged.sectors, 0U);
        EXPECT_NE(traffic.untagged.sectors, total.sectors);
        for (const unsigned threads : {2U, 5U}) {
            HierarchyResult again;
            EXPECT_EQ(simulated(source, tags, config, again, threads), traffic) << seed << ' ' << threads;
        }
    }
}

TEST(StackTraffic, OfATracedSceneIsThatOfItsStack) {
    TraceOptions options;
    options.width = 40;
    options.height = 32;
    options.sm_count = 2;
    options.warps_per_sm = 3;
    trace_option("rays").set(options, "ao:2");
    RecordingInMemory recording;
    ThreadPool pool(2);
    trace_scene(load_scene("builtin:statue?triangles=1000"), options, recording, pool);
    MemorySource source(recording.info, nullptr);
    for (const Request& request : recording.requests)
        source.add(request, 700);
    HierarchyConfig config = hierarchy_config(find_gpu_preset("turing-rtx2080ti"));
    config.l1 = parse_cache_geometry("4KiB:128/32:4");
    HierarchyResult result;
    const StackTraffic traffic = simulated(source, recording.tags, config, result, 2);
    TrafficSums stack;
    for (std::size_t i = 0; i < recording.info.allocations.size(); ++i)
        if (recording.info.allocations[i].space == Space::local) stack += result.allocations[i];
    ASSERT_NE(stack.written_back, 0U);
    StackSums sum = traffic.untagged;
    EXPECT_EQ(sum, StackSums()) << "every lane works for a pixel";
    for (const StackRay& kind : traffic.kinds())
        sum += kind.sums;
    EXPECT_EQ(sum.sectors, StackSums::unit * stack.sectors);
    EXPECT_EQ(sum.l1_hits, StackSums::unit * stack.l1_hits());
    EXPECT_EQ(sum.l1_lookups, StackSums::unit * stack.l1_lookups());
    EXPECT_EQ(sum.l2_hits, StackSums::unit * stack.l2_hits);
    EXPECT_EQ(sum.l2_lookups, StackSums::unit * stack.l2_lookups);
    StackSums by_pixel;
    for (const StackSums& sums : traffic.pixels(std::uint64_t{options.width} * options.height))
        by_pixel += sums;
    EXPECT_EQ(by_pixel, sum);
}

} // namespace
} // namespace hitmap
