#include "core/raytracer/options/pixel_order.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace hitmap {
namespace {

constexpr Schedule schedules[] = {Schedule::scanline, Schedule::sm_scanline, Schedule::tiles,
                                  Schedule::morton};
constexpr std::pair<std::uint32_t, std::uint32_t> sizes[] = {
    {1, 1}, {8, 8}, {16, 8}, {7, 5}, {9, 17}, {1, 100}, {100, 1}, {64, 3}, {33, 40}, {130, 65}};

TEST(PixelOrder, HasEveryPixelOnce) {
    for (const Schedule schedule : schedules)
        for (const auto& [width, height] : sizes) {
            std::vector<int> seen(width * height);
            for (std::uint32_t item = 0; item < width * height; ++item)
                ++seen.at(pixel_of_item(schedule, item, width, height));
            EXPECT_EQ(seen, std::vector<int>(width * height, 1))
                << static_cast<int>(schedule) << " " << width << "x" << height;
        }
}

TEST(PixelOrder, LargestPicture) {
    constexpr std::uint32_t width = 65536;
    constexpr std::uint32_t height = 32767;
    for (const Schedule schedule : schedules)
        EXPECT_EQ(pixel_of_item(schedule, width * height - 1, width, height), width * height - 1);
}

TEST(PixelOrder, TilesGoRowByRow) {
    // 20 x 9 pixels: tiles of 8, 8 and 4 columns, 8 rows and 1 row.
    const auto at = [](std::uint32_t item) {
        const std::uint32_t pixel = pixel_of_item(Schedule::tiles, item, 20, 9);
        return std::pair(pixel % 20, pixel / 20);
    };
    EXPECT_EQ(at(7), std::pair(7U, 0U));
    EXPECT_EQ(at(8), std::pair(0U, 1U));
    EXPECT_EQ(at(63), std::pair(7U, 7U));
    EXPECT_EQ(at(64), std::pair(8U, 0U));
    EXPECT_EQ(at(128), std::pair(16U, 0U));
    EXPECT_EQ(at(132), std::pair(16U, 1U));
    EXPECT_EQ(at(160), std::pair(0U, 8U));
    EXPECT_EQ(at(176), std::pair(16U, 8U));
}

/// Interleaves the bits of x and y, starting with bit 0: x0 y0 x1 y1 ...
std::uint64_t morton_code(std::uint32_t x, std::uint32_t y) {
    std::uint64_t code = 0;
    for (unsigned bit = 0; bit < 32; ++bit)
        code |= std::uint64_t{x >> bit & 1U} << 2 * bit | std::uint64_t{y >> bit & 1U} << (2 * bit + 1);
    return code;
}

TEST(PixelOrder, MortonCodesRise) {
    for (const auto& [width, height] : sizes) {
        std::uint64_t last = 0;
        for (std::uint32_t item = 0; item < width * height; ++item) {
            const std::uint32_t pixel = pixel_of_item(Schedule::morton, item, width, height);
            const std::uint64_t code = morton_code(pixel % width, pixel / width);
            EXPECT_TRUE(item == 0 || code > last) << width << "x" << height << ", item " << item;
            last = code;
        }
    }
}

TEST(PixelOrder, QueuesShareAllItemsEvenly) {
    EXPECT_EQ(queue_count(Schedule::scanline, 68), 1U);
    EXPECT_EQ(queue_count(Schedule::morton, 68), 1U);
    EXPECT_EQ(queue_count(Schedule::sm_scanline, 68), 68U);
    for (const std::uint32_t queues : {1U, 3U, 68U, 4096U})
        for (const std::uint32_t items : {1U, 67U, 512U * 512U, (1U << 31) - 1}) {
            std::uint32_t next = 0;
            for (std::uint32_t queue = 0; queue < queues; ++queue) {
                const ItemRange range = items_of_queue(queue, queues, items);
                EXPECT_EQ(range.first, next);
                EXPECT_GE(range.count, items / queues);
                EXPECT_LE(range.count, items / queues + 1);
                next += range.count;
            }
            EXPECT_EQ(next, items);
        }
}

} // namespace
} // namespace hitmap
