#include "core/base/error.h"
#include "core/profile/pixels/pixel_table.h"
#include "render/image/exr_file.h"
#include "render/picture/panels.h"
#include "render/picture/raw_image.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// A row of pixels with one request each, which has these active lanes. No lanes: no request.
PixelTable row_of(const std::vector<std::uint64_t>& active_lanes) {
    PixelTable table;
    table.width = static_cast<std::uint32_t>(active_lanes.size());
    table.height = 1;
    for (const std::uint64_t lanes : active_lanes) {
        PixelSums& sums = table.sums.emplace_back();
        sums.active_lanes = lanes;
        sums.requests = lanes == 0 ? 0 : 1;
    }
    return table;
}

const PixelQuantity& quantity(const char* name) {
    return *pixel_quantity_named(name);
}

/// The items of an .npy file with a header of `header_bytes`.
std::vector<double> items_of(const std::string& npy, std::size_t header_bytes) {
    std::vector<double> items((npy.size() - header_bytes) / sizeof(double));
    std::memcpy(items.data(), npy.data() + header_bytes, items.size() * sizeof(double));
    return items;
}

TEST(RawImage, AsNumpyHasAHeaderAndAllDigits) {
    // 2^24 + 1 is no 32-bit float.
    const PixelTable table = row_of({16'777'217, 0, 3});
    const std::string npy = encode_raw_image({quantity("active-lanes"), table}, RawFormat::npy, {});
    EXPECT_THAT(npy, StartsWith(std::string("\x93NUMPY\x01\x00\x76\x00", 10) +
                                "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 3, ), }"));
    ASSERT_EQ(npy.size(), 128 + 3 * sizeof(double));
    EXPECT_EQ(npy[127], '\n');
    const std::vector<double> items = items_of(npy, 128);
    EXPECT_EQ(items[0], 16'777'217.0);
    EXPECT_TRUE(std::isnan(items[1])) << "no requests";
    EXPECT_EQ(items[2], 3.0);
}

TEST(RawImage, OfADifferenceMarksPixelsOfOneSide) {
    const PixelTable a = row_of({8, 16, 0, 0});
    const PixelTable b = row_of({16, 0, 32, 0});
    constexpr double unbounded = std::numeric_limits<double>::infinity();
    const CountedImage image{quantity("active-lanes"), a, &b, {}};
    EXPECT_THAT(items_of(encode_raw_image(image, RawFormat::npy, {}), 128),
                ElementsAre(8.0, -unbounded, unbounded, testing::IsNan()));
    EXPECT_EQ(encode_raw_image(image, RawFormat::exr, {}),
              encode_exr(4, 1, pixel_differences(a, b, quantity("active-lanes"), {}),
                         difference_bar_text(quantity("active-lanes"), {}).title));
    const PixelTable other = row_of({1});
    EXPECT_THROW((void)encode_raw_image({quantity("active-lanes"), a, &other, {}}, RawFormat::npy, {}),
                 Error);
}

TEST(RawImage, AsOpenExrNamesTheQuantity) {
    const std::string exr =
        encode_raw_image({quantity("branching-rate"), row_of({8, 16})}, RawFormat::exr, {});
    EXPECT_THAT(exr, HasSubstr("Branching rate"));
}

TEST(RawImage, HasTheFormatsThatFilesEndIn) {
    EXPECT_EQ(raw_format_named("exr"), RawFormat::exr);
    EXPECT_EQ(raw_format_named("npy"), RawFormat::npy);
    for (const char* name : {"png", "svg", "", ".npy", "NPY"})
        EXPECT_EQ(raw_format_named(name), std::nullopt) << name;
}

} // namespace
} // namespace hitmap
