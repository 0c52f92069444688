#include "core/base/error.h"
#include "core/profile/models/pixel_tables.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "core/trace/model/allocation_label.h"
#include "core/trace/model/element_access.h"
#include "core/trace/model/thread_pixel.h"
#include "tests/cache/memory_source.h"
#include "tests/cache/random_requests.h"
#include "tests/profile/pixels/naive_pixels.h"
#include "tests/profile/pixels/random_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

namespace hitmap {
namespace {

using test::naive_pixels;
using test::NaiveRecording;
using test::NaiveSelection;
using test::RandomRecording;
using test::TaggedSource;
using testing::HasSubstr;

void expect_equal(const PixelTable& table, const std::map<std::uint32_t, PixelSums>& expected) {
    ASSERT_EQ(table.pixels(), 40U);
    for (std::uint32_t pixel = 0; pixel < 40; ++pixel) {
        const auto found = expected.find(pixel);
        const PixelSums none;
        const PixelSums& own = found == expected.end() ? none : found->second;
        const PixelSums& sums = table.sums[pixel];
        EXPECT_EQ(sums.accesses, own.accesses) << pixel;
        EXPECT_EQ(sums.nodes, own.nodes) << pixel;
        EXPECT_EQ(sums.requests, own.requests) << pixel;
        EXPECT_EQ(sums.active_lanes, own.active_lanes) << pixel;
        EXPECT_EQ(sums.sectors, own.sectors) << pixel;
        EXPECT_EQ(sums.fetched, own.fetched) << pixel;
        EXPECT_EQ(sums.l1_hits, own.l1_hits) << pixel;
        EXPECT_EQ(sums.l1_lookups, own.l1_lookups) << pixel;
        EXPECT_EQ(sums.l2_hits, own.l2_hits) << pixel;
        EXPECT_EQ(sums.l2_lookups, own.l2_lookups) << pixel;
        EXPECT_EQ(sums.stack, own.stack) << pixel;
    }
}

/// What a table is restricted to, and the same for the reference.
struct Selected {
    std::string name;
    Restriction only{};
    std::uint64_t frames = 1;
    std::uint64_t frame = 0;
    std::shared_ptr<const ChosenElements> elements{};
};

const std::vector<Selected>& selections() {
    static const std::vector<Selected> all{
        {"everything"},
        {"second of three frames", {}, 3, 1},
        {"last of four frames", {}, 4, 3},
        {"rays of a kind", {.rays = RaySelection{1, {}}}},
        {"rays of a bounce", {.rays = RaySelection{0, std::uint8_t{1}}}},
        {"faces", {.allocation = "faces"}},
        {"nodes, which share a line with boxes", {.allocation = "nodes"}, 2, 0},
        {"short-lived", {.allocation = "short-lived"}},
        {"stack", {.allocation = "stack"}},
        {"scratch in shared memory", {.allocation = "scratch"}},
        {"an instruction", {.instruction = 7}},
        {"all of them", {.rays = RaySelection{0, {}}, .allocation = "boxes", .instruction = 3}, 2, 1},
        {"some faces and boxes in a frame", {}, 3, 1, test::some_elements({box_kind, face_kind})},
        {"some boxes and rays", {.rays = RaySelection{0, {}}}, 1, 0, test::some_elements({box_kind})},
    };
    return all;
}

NaiveSelection naive(const Selected& selected, const RecordingInfo& info) {
    NaiveSelection selection{frame_window(info.positions(), selected.frames, selected.frame)};
    if (selected.only.rays)
        selection.rays = [rays = *selected.only.rays](const LaneTag& tag) {
            return tag.ray_kind == rays.kind && (!rays.bounce || tag.bounce == *rays.bounce);
        };
    if (selected.only.allocation) {
        const auto labels = allocation_labels(info);
        selection.allocation = static_cast<std::size_t>(
            std::find(labels.begin(), labels.end(), *selected.only.allocation) - labels.begin());
    }
    selection.instruction = selected.only.instruction;
    if (selected.elements != nullptr)
        selection.elements = [chosen = selected.elements](std::size_t kind, std::uint64_t element) {
            return chosen->counts(static_cast<ElementKindId>(kind), element);
        };
    return selection;
}

TEST(NoAsanPixelTable, OfTheHierarchyModelEqualsASearch) {
    ThreadPool pool(2);
    for (unsigned seed = 1; seed <= 2; ++seed) {
        RandomRecording recording(seed);
        const HierarchyConfig config = random_config(recording.random);
        const RecordingInfo& info = recording.random.info;
        const NaiveRecording plain{
            info,
            recording.random.requests,
            recording.tags,
            hierarchy_reference(info, recording.random.scene.get(), recording.random.requests, config)
                .traffic,
            {}};
        for (const Selected& selected : selections()) {
            SCOPED_TRACE(selected.name + ", seed " + std::to_string(seed));
            TaggedSource source = recording.source();
            const NaiveSelection selection = naive(selected, info);
            const PixelTable table =
                make_pixel_table(source, config, {selected.only, selected.elements}, selection.window, pool);
            EXPECT_TRUE(table.knows(PixelPart::sectors));
            expect_equal(table, naive_pixels(plain, selection));
        }
    }
}

class Outcomes final : public OutcomeSink {
public:
    void add(const RequestView& /*block*/, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override {
        for (std::size_t i = 0; i < accesses.size(); ++i)
            all.push_back(*outcomes[i]);
    }
    std::vector<AccessOutcome> all;
};

TEST(PixelTable, OfTheStackDistanceModelEqualsASearch) {
    ThreadPool pool(2);
    RandomRecording recording(9);
    const RecordingInfo& info = recording.random.info;
    const SdcmConfig config{parse_cache_geometry("1KiB:128:4"), parse_cache_geometry("2KiB:32:8")};
    Outcomes outcomes;
    TaggedSource whole = recording.source();
    simulate_sdcm(whole, config, outcomes, pool);
    const NaiveRecording plain{info, recording.random.requests, recording.tags, {}, outcomes.all};
    for (const Selected& selected : selections()) {
        SCOPED_TRACE(selected.name);
        TaggedSource source = recording.source();
        const NaiveSelection selection = naive(selected, info);
        const PixelTable table =
            make_pixel_table(source, config, {selected.only, selected.elements}, selection.window, pool);
        EXPECT_FALSE(table.knows(PixelPart::sectors));
        expect_equal(table, naive_pixels(plain, selection));
    }
}

std::uint64_t sum(const PixelTable& table, const std::function<std::uint64_t(std::size_t)>& of) {
    std::uint64_t all = 0;
    for (std::size_t pixel = 0; pixel < table.pixels(); ++pixel)
        all += of(pixel);
    return all;
}

TEST(PixelTable, SumsOfRequestsOfOnePixelEachAreThoseOfTheRecording) {
    ThreadPool pool(2);
    RandomRecording recording(5);
    recording.tags.clear();
    for (std::uint32_t launch = 0; launch < 3; ++launch)
        for (std::uint32_t warp = 0; warp < 10; ++warp)
            for (std::uint8_t lane = 0; lane < warp_size; ++lane)
                recording.tags.push_back({RequestIndex(0), launch, warp, lane, {.work_item = warp}});
    HierarchyConfig config = random_config(recording.random);
    config.explain_misses = true;
    TaggedSource source = recording.source();
    const HierarchyResult result = simulate_hierarchy(source, config, {}, pool);
    TrafficSums expected; // without write-backs of L1, which belong to no request
    for (const TrafficSums& each : result.instructions)
        expected += each;
    const PixelTable table =
        make_pixel_table(source, config, {}, frame_window(recording.random.info.positions(), 1, 0), pool);
    const auto& sums = table.sums;
    const auto& misses = table.misses;
    EXPECT_EQ(sum(table, [&](std::size_t p) { return sums[p].requests; }), expected.requests);
    EXPECT_EQ(sum(table, [&](std::size_t p) { return sums[p].sectors; }), expected.sectors);
    EXPECT_EQ(sum(table, [&](std::size_t p) { return sums[p].fetched; }), expected.fetched);
    EXPECT_EQ(sum(table, [&](std::size_t p) { return sums[p].l1_lookups; }), expected.l1_lookups());
    EXPECT_EQ(sum(table, [&](std::size_t p) { return sums[p].l2_lookups; }), expected.l2_lookups);
    EXPECT_EQ(sum(table, [&](std::size_t p) { return misses[p].l1.cold; }), expected.l1_misses.cold);
    EXPECT_EQ(sum(table, [&](std::size_t p) { return misses[p].l1.capacity; }), expected.l1_misses.capacity);
    EXPECT_EQ(sum(table, [&](std::size_t p) { return misses[p].l1.conflict; }), expected.l1_misses.conflict);
    EXPECT_EQ(sum(table, [&](std::size_t p) { return misses[p].l2.cold; }), expected.l2_misses.cold);
    EXPECT_EQ(sum(table, [&](std::size_t p) { return misses[p].l2.capacity; }), expected.l2_misses.capacity);
    EXPECT_EQ(sum(table, [&](std::size_t p) { return misses[p].l2.conflict; }), expected.l2_misses.conflict);
    for (std::size_t p = 0; p < 10; ++p)
        EXPECT_EQ(misses[p].l1.misses(), sums[p].l1_lookups - sums[p].l1_hits / hit_unit) << p;
}

TEST(PixelTable, FramesAddUp) {
    ThreadPool pool(1);
    RandomRecording recording(6);
    TaggedSource source = recording.source();
    const HierarchyConfig config;
    const std::uint64_t positions = recording.random.info.positions();
    const PixelTable whole = make_pixel_table(source, config, {}, frame_window(positions, 1, 0), pool);
    std::vector<PixelTable> frames;
    for (std::uint64_t f = 0; f < 3; ++f)
        frames.push_back(make_pixel_table(source, config, {}, frame_window(positions, 3, f), pool));
    for (std::size_t p = 0; p < 40; ++p) {
        std::uint64_t requests = 0;
        std::uint64_t boxes = 0;
        for (const PixelTable& frame : frames) {
            requests += frame.sums[p].requests;
            boxes += frame.sums[p].accesses[box_kind];
        }
        EXPECT_EQ(requests, whole.sums[p].requests) << p;
        EXPECT_EQ(boxes, whole.sums[p].accesses[box_kind]) << p;
    }
}

/// The pixels of requests of a launch without lane tags, for a framebuffer of 8x5 pixels.
std::string requests_by_launch(std::array<std::uint32_t, 3> grid, std::array<std::uint32_t, 3> block) {
    RecordingInfo info;
    info.scene.width = 8;
    info.scene.height = 5;
    info.requests = 2;
    info.device.warp_slots_per_sm = 4;
    info.launches.emplace_back();
    info.launches[0].grid = grid;
    info.launches[0].block = block;
    info.instructions.emplace_back();
    info.instructions[0].bytes_per_lane = 4;
    TaggedSource source(info, nullptr, {});
    for (std::uint32_t warp = 0; warp < 2; ++warp) {
        Request request;
        request.warp = warp;
        request.mask = warp == 0 ? 0x3 : 0x4;
        source.add(request, 10);
    }
    ThreadPool pool(1);
    const PixelTable table = make_pixel_table(source, HierarchyConfig{}, {}, {0, 2}, pool);
    std::string text;
    for (std::size_t pixel = 0; pixel < table.pixels(); ++pixel)
        if (table.sums[pixel].requests != 0)
            text += std::to_string(pixel) + ":" + std::to_string(table.sums[pixel].active_lanes) + " ";
    return text;
}

TEST(PixelTable, WithoutTagsFollowsFromTheLaunch) {
    EXPECT_EQ(requests_by_launch({40, 1, 1}, {1, 1, 1}), "0:2 ") << "blocks have one thread each";
    EXPECT_EQ(requests_by_launch({1, 1, 1}, {40, 1, 1}), "0:2 1:2 34:1 ");
    EXPECT_EQ(requests_by_launch({2, 1, 1}, {4, 5, 1}), "0:2 1:2 6:1 ") << "the grid has the image's size";
    try {
        (void)requests_by_launch({1, 1, 1}, {32, 2, 1});
        ADD_FAILURE() << "64 threads are not 40 pixels";
    } catch (const FileError& error) {
        EXPECT_THAT(error.what(), HasSubstr("no launch has one thread for each of the 8x5 pixels"));
    }
}

TEST(PixelTable, RefusesAFramebufferThatIsTooLarge) {
    RecordingInfo info;
    info.scene.width = 1U << 16;
    info.scene.height = 1U << 16;
    TaggedSource source(info, nullptr, {});
    ThreadPool pool(1);
    EXPECT_THROW((void)make_pixel_table(source, HierarchyConfig{}, {}, {0, 1}, pool), FileError);
    info.scene.width = 0;
    TaggedSource empty(info, nullptr, {});
    EXPECT_THROW((void)make_pixel_table(empty, HierarchyConfig{}, {}, {0, 1}, pool), FileError);
}

TEST(PixelQuantity, HasItsFormula) {
    PixelTable table;
    table.sums.resize(2);
    table.sums[0].requests = 3;
    table.sums[0].active_lanes = 48;
    table.sums[0].l1_hits = 3 * std::uint64_t{hit_unit};
    table.sums[0].l1_lookups = 4;
    table.sums[0].accesses = {5, 6, 7};
    table.sums[0].fetched = 2;
    table.sums[0].stack = 420;
    const auto value = [&](const char* name, std::size_t pixel = 0) {
        return pixel_value(*pixel_quantity_named(name), table, pixel);
    };
    EXPECT_EQ(value("branching-rate"), 0.5) << "48 / (32 x 3)";
    EXPECT_TRUE(std::isnan(value("branching-rate", 1))) << "no requests";
    EXPECT_EQ(value("l1-hit-rate"), 0.75);
    EXPECT_EQ(value("l1-misses"), 1.0);
    EXPECT_TRUE(std::isnan(value("l2-hit-rate"))) << "no look-ups";
    EXPECT_EQ(value("accesses"), 18.0);
    EXPECT_TRUE(std::isnan(value("dram-bytes"))) << "not known";
    table.set_known(PixelPart::sectors, true);
    table.set_known(PixelPart::stack, true);
    EXPECT_EQ(value("dram-bytes"), 64.0);
    EXPECT_EQ(value("stack-sectors"), 0.5);
    EXPECT_EQ(pixel_quantity_named("beauty"), nullptr);
    table.warp_lanes = 1;
    table.sums[0].active_lanes = 3;
    EXPECT_EQ(value("branching-rate"), 1.0) << "a thread of a CPU is a warp of one lane";
}

} // namespace
} // namespace hitmap
