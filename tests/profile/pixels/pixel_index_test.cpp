#include "core/profile/models/pixel_tables.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "tests/profile/pixels/random_recording.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using test::RandomRecording;
using test::TaggedSource;

constexpr std::uint64_t no_limit = std::uint64_t{1} << 40;

struct CountedRequests {
    std::string name;
    Restriction only{};
    std::shared_ptr<const ChosenElements> elements{};
};

const std::vector<CountedRequests>& restrictions() {
    static const std::vector<CountedRequests> all{
        {"everything"},
        {"rays of a kind", {.rays = RaySelection{1, {}}}},
        {"rays of a bounce", {.rays = RaySelection{0, std::uint8_t{1}}}},
        {"faces", {.allocation = "faces"}},
        {"nodes", {.allocation = "nodes"}},
        {"stack", {.allocation = "stack"}},
        {"an instruction", {.instruction = 7}},
        {"all of them", {.rays = RaySelection{0, {}}, .allocation = "boxes", .instruction = 3}},
        {"some elements", {}, test::some_elements({box_kind, face_kind})},
    };
    return all;
}

/// Windows that begin and end anywhere, also within a request, and before and behind the recording.
std::vector<TimeWindow> some_windows(RandomRequests& random, std::uint64_t positions) {
    const auto n = static_cast<std::uint32_t>(positions);
    std::vector<TimeWindow> windows{
        {0, positions}, {0, 1}, {positions - 1, positions}, {0, positions + 9}, {positions, positions + 9},
        {5, 5}};
    for (int i = 0; i < 6; ++i) {
        const std::uint64_t a = random.pick(n);
        const std::uint64_t b = i % 3 == 0 ? a + 1 + random.pick(5) : random.pick(n);
        windows.push_back({std::min(a, b), std::max(a, b)});
    }
    return windows;
}

template <class Number>
bool same_value(Number a, Number b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

void expect_same_pixels(const std::shared_ptr<const PixelIndex>& index, const PixelTable& table,
                        TimeWindow window, ThreadPool& pool) {
    const PixelTable indexed = index->table(window, pool);
    const IndexedPixels pixels(index, window, pool);
    EXPECT_EQ(index->framebuffer(), static_cast<const CountedFramebuffer&>(table));
    EXPECT_TRUE(indexed.sums == table.sums);
    EXPECT_TRUE(indexed.misses == table.misses);
    for (const PixelQuantity& quantity : pixel_quantities()) {
        if (quantity.needs && !table.knows(*quantity.needs)) continue;
        EXPECT_TRUE(
            std::ranges::equal(pixels.values(quantity, {}), table.values(quantity, {}), same_value<float>))
            << quantity.name;
        EXPECT_TRUE(std::ranges::equal(pixels.values<double>(quantity, {}),
                                       table.values<double>(quantity, {}), same_value<double>))
            << quantity.name;
    }
    for (const std::size_t pixel : {0, 17, 39}) {
        const PixelCounts counts = pixels.counts(pixel);
        EXPECT_TRUE(counts.sums == table.counts(pixel).sums) << pixel;
        EXPECT_TRUE(counts.misses == table.counts(pixel).misses) << pixel;
        EXPECT_EQ(counts.warp_lanes, table.warp_lanes);
    }
}

/// Compares windows of an index with tables, for each restriction and several lengths of segments.
void expect_windows(RandomRecording& recording, const ModelConfig& config,
                    const std::vector<CountedRequests>& of = restrictions()) {
    ThreadPool pool(3);
    const auto windows = some_windows(recording.random, recording.random.info.positions());
    for (const CountedRequests& counted : of) {
        TaggedSource source = recording.source();
        std::vector<PixelTable> tables;
        for (const TimeWindow& window : windows)
            tables.push_back(
                make_pixel_table(source, config, {counted.only, counted.elements}, window, pool));
        for (const std::uint64_t segment : {1, 9, 100000}) {
            const auto index =
                make_pixel_index(source, config, {counted.only, counted.elements}, {no_limit, segment}, pool);
            for (std::size_t i = 0; i < windows.size(); ++i) {
                SCOPED_TRACE(counted.name + ", segments of " + std::to_string(segment) + ", window " +
                             std::to_string(windows[i].first) + " to " + std::to_string(windows[i].last));
                expect_same_pixels(index, tables[i], windows[i], pool);
            }
        }
    }
}

TEST(ReleaseOnlyPixelIndex, OfTheHierarchyModelEqualsTables) {
    for (unsigned seed = 1; seed <= 2; ++seed) {
        RandomRecording recording(seed);
        HierarchyConfig config = random_config(recording.random);
        expect_windows(recording, config);
        config.explain_misses = true;
        expect_windows(recording, config);
    }
}

TEST(NoTsanPixelIndex, OfTheStackDistanceModelEqualsTables) {
    RandomRecording recording(9);
    expect_windows(recording,
                   SdcmConfig{parse_cache_geometry("1KiB:128:4"), parse_cache_geometry("2KiB:32:8")});
}

TEST(NoTsanPixelIndex, OfOtherWarpSizesEqualsTables) {
    RandomRecording recording(4);
    recording.random.info.device.warp_size = 8;
    expect_windows(recording, HierarchyConfig{}, {{"everything"}});
}

TEST(NoTsanPixelIndex, OfLanesThatShareAPixelEqualsTables) {
    RandomRecording recording(5);
    for (LaneTagRun& run : recording.tags)
        run.tag.work_item %= 3;
    expect_windows(recording, HierarchyConfig{}, {{"everything"}});
    expect_windows(recording, SdcmConfig{}, {{"everything"}});
}

TEST(NoTsanPixelIndex, WithoutTagsEqualsTables) {
    RandomRecording recording(6);
    recording.tags.clear();
    for (Launch& launch : recording.random.info.launches) {
        launch.grid = {2, 1, 1};
        launch.block = {4, 5, 1};
    }
    expect_windows(recording, HierarchyConfig{}, {{"everything"}, {"faces", {.allocation = "faces"}}});
    expect_windows(recording, SdcmConfig{}, {{"everything"}});
}

/// A model, and an index of everything in a random recording.
std::shared_ptr<const PixelIndex> index_of_everything(const RandomRecording& recording,
                                                      const PixelIndexSizes& sizes, unsigned threads) {
    ThreadPool pool(threads);
    TaggedSource source = recording.source();
    return make_pixel_index(source, HierarchyConfig{}, {}, sizes, pool);
}

TEST(PixelIndex, IsTheSameWithAnyNumberOfThreads) {
    const RandomRecording recording(3);
    const auto one = index_of_everything(recording, {no_limit, 20}, 1);
    const auto many = index_of_everything(recording, {no_limit, 20}, 4);
    EXPECT_EQ(one->memory_bytes(), many->memory_bytes());
    EXPECT_EQ(one->segments(), many->segments());
    ThreadPool pool(2);
    for (const TimeWindow window : {TimeWindow{0, 100}, TimeWindow{33, 900}})
        EXPECT_TRUE(one->table(window, pool).sums == many->table(window, pool).sums);
}

TEST(PixelIndex, HasLongerIntervalsWhereMemoryIsLacking) {
    RandomRecording recording(4);
    ThreadPool pool(2);
    const auto wide = index_of_everything(recording, {no_limit, 3}, 2);
    EXPECT_EQ(wide->intervals(), wide->segments());
    const std::uint64_t limit = wide->log_bytes() + (wide->memory_bytes() - wide->log_bytes()) / 3;
    const auto narrow = index_of_everything(recording, {limit, 3}, 2);
    EXPECT_LE(narrow->memory_bytes(), limit);
    EXPECT_EQ(narrow->segments(), wide->segments());
    EXPECT_LT(narrow->intervals(), wide->intervals() / 2);
    TaggedSource source = recording.source();
    for (const TimeWindow& window : some_windows(recording.random, recording.random.info.positions())) {
        SCOPED_TRACE(std::to_string(window.first) + " to " + std::to_string(window.last));
        expect_same_pixels(narrow, make_pixel_table(source, HierarchyConfig{}, {}, window, pool), window,
                           pool);
    }
}

TEST(PixelIndex, IsRefusedWhereTheLogAloneIsTooLarge) {
    const RandomRecording recording(4);
    const auto wide = index_of_everything(recording, {no_limit, 3}, 2);
    EXPECT_THROW((void)index_of_everything(recording, {wide->log_bytes() - 1, 3}, 2), PixelIndexTooLarge);
    EXPECT_THROW((void)index_of_everything(recording, {10, 3}, 2), PixelIndexTooLarge);
}

TEST(PixelQuantity, ReadsTheColumnsThatItNames) {
    PixelCounts counts;
    for (std::size_t c = 0; c < pixel_column_count; ++c)
        number_in(counts, static_cast<PixelColumn>(c)) = 100 * (c + 1);
    for (const PixelQuantity& quantity : pixel_quantities())
        for (std::size_t c = 0; c < pixel_column_count; ++c) {
            const auto column = static_cast<PixelColumn>(c);
            PixelCounts changed = counts;
            number_in(changed, column) += std::uint64_t{1} << 32;
            EXPECT_EQ(quantity.reads.has(column), quantity.formula(counts) != quantity.formula(changed))
                << quantity.name << ", column " << c;
        }
}

} // namespace
} // namespace hitmap
