#include "tests/capture/spirv/headless_draw.h"
#include "tests/capture/spirv/spirv_tools.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "capture/log/log_reader.h"
#include "capture/spirv/instrument.h"

namespace hitmap::capture {
namespace {

using Pixel = std::pair<std::uint32_t, std::uint32_t>; // x, y

constexpr std::uint32_t width = HeadlessDraw::size;
constexpr std::uint32_t values_at = 128; // offset of v in the buffer of shaders/triangle.frag

/// Draws a triangle whose corners are on no pixel's centre: it covers x + y < 12.
class TriangleRun : public testing::Test {
protected:
    TriangleRun() : log_(device_.buffer(1 << 20)), values_(device_.buffer(1 << 14)) {
        const float corners[] = {-1, -1, 0.5F, -1, -1, 0.5F};
        std::copy(std::begin(corners), std::end(corners), values_.as<float>().begin());
        for (std::uint32_t i = 0; i < 512; ++i)
            values_.as<std::uint32_t>()[values_at / 4 + i] = i * i % 100;
        const auto set = [&](std::uint32_t offset, std::uint32_t value) {
            log_.as<std::uint32_t>()[offset / 4] = value;
        };
        set(log_enabled, 1);
        set(log_capacity, 100000);
    }

    static bool is_covered(Pixel p) { return p.first + p.second + 1 < 12; }
    static bool is_demoted(Pixel p) { return p.first % 5 == 2; }
    static bool is_discarded(Pixel p) { return p.second % 4 == 3; }

    /// What each pixel accesses: offsets in v by pixel.
    static std::map<Pixel, std::vector<std::uint32_t>> expected() {
        std::map<Pixel, std::vector<std::uint32_t>> accesses;
        for (std::uint32_t y = 0; y < width; ++y) {
            for (std::uint32_t x = 0; x < width; ++x) {
                if (!is_covered({x, y})) continue;
                auto& list = accesses[{x, y}];
                list.push_back(y * 16 + x);
                if (is_demoted({x, y})) continue;
                list.push_back(256 + y);
                if (!is_discarded({x, y})) list.push_back(512 + y * 16 + x);
            }
        }
        return accesses;
    }

    HeadlessDevice device_;
    HeadlessBuffer& log_;
    HeadlessBuffer& values_;
};

TEST_F(TriangleRun, HelperInvocationsAreNotRecorded) {
    const std::vector<std::uint32_t> vertex = compiled_shader("triangle.vert-1.5");
    const std::vector<std::uint32_t> fragment = compiled_shader("triangle.frag-1.5");
    InstrumentOptions options{.log_address = log_.address, .stages = stage_vertex | stage_fragment};
    const InstrumentedModule vertex_module = instrument(vertex, options);
    options.first_site = static_cast<std::uint32_t>(vertex_module.sites.size());
    const InstrumentedModule fragment_module = instrument(fragment, options);
    ASSERT_EQ(validation_errors(vertex_module.words) + validation_errors(fragment_module.words), "");

    const std::vector<float> plain = HeadlessDraw(device_, vertex, fragment, values_, 3).run();
    const std::vector<std::byte> stored(values_.bytes.begin(), values_.bytes.end());
    std::fill(values_.bytes.begin() + values_at + 512 * 4, values_.bytes.end(), std::byte{0});
    EXPECT_EQ(HeadlessDraw(device_, vertex_module.words, fragment_module.words, values_, 3).run(), plain);
    EXPECT_TRUE(std::equal(stored.begin(), stored.end(), values_.bytes.begin()));

    std::map<Pixel, std::vector<std::uint32_t>> accesses;
    std::map<std::uint32_t, std::vector<std::uint32_t>> corners; // offsets by vertex
    LogReader reader;
    const auto units = log_.as<const std::uint64_t>().subspan(log_header_bytes / log_unit_bytes,
                                                              log_.as<std::uint64_t>()[0]);
    const std::size_t read = reader.read(units, 0, [&](const LogRecord& record) {
        if (record.payload == Payload::begin) return;
        const bool is_fragment = record.site >= vertex_module.sites.size();
        std::uint32_t rank = 0;
        std::uint32_t number = 0;
        for (std::uint32_t lane = 0; lane < 64; ++lane) {
            const std::uint64_t bit = std::uint64_t{1} << lane;
            if ((record.mask[0] & bit) != 0) {
                const std::uint32_t invocation = record.subgroup->invocations.at(number);
                const std::uint32_t offset = record.word(rank++, 0);
                if (is_fragment) {
                    accesses[{invocation & 0xffff, invocation >> 16}].push_back((offset - values_at) / 4);
                } else {
                    corners[invocation].push_back(offset);
                }
            }
            number += (record.subgroup->mask[0] & bit) != 0 ? 1 : 0;
        }
    });
    EXPECT_EQ(read, units.size());
    EXPECT_EQ(accesses, expected());
    EXPECT_THAT(corners, testing::Contains(testing::Pair(0, testing::Contains(0))));
    EXPECT_THAT(corners, testing::Contains(testing::Pair(2, testing::Contains(16))));
}

} // namespace
} // namespace hitmap::capture
