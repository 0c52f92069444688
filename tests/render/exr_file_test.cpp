#include "core/base/error.h"
#include "render/image/exr_file.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <tinyexr.h>
#include <vector>

namespace hitmap {
namespace {

TEST(ExrFile, HasTheValuesAsTheyAre) {
    constexpr float most = std::numeric_limits<float>::infinity();
    const std::vector<float> values{1.5F, -2.0F, std::nanf(""), most, -most, 1e-30F};
    const std::string bytes = encode_exr(3, 2, values, "L1 hit rate");
    const auto* const begin = reinterpret_cast<const unsigned char*>(bytes.data()); // NOLINT: of the library
    EXRVersion version;
    ASSERT_EQ(ParseEXRVersionFromMemory(&version, begin, bytes.size()), TINYEXR_SUCCESS);
    EXRHeader header;
    InitEXRHeader(&header);
    const char* problem = nullptr;
    ASSERT_EQ(ParseEXRHeaderFromMemory(&header, &version, begin, bytes.size(), &problem), TINYEXR_SUCCESS);
    EXRImage image;
    InitEXRImage(&image);
    ASSERT_EQ(LoadEXRImageFromMemory(&image, &header, begin, bytes.size(), &problem), TINYEXR_SUCCESS);
    EXPECT_EQ(image.width, 3);
    EXPECT_EQ(image.height, 2);
    ASSERT_EQ(header.num_channels, 1);
    EXPECT_STREQ(header.channels[0].name, "Y");
    const auto* const read = reinterpret_cast<const float*>(image.images[0]); // NOLINT: of the library
    EXPECT_THAT(std::vector<float>(read, read + 6),
                testing::Pointwise(testing::NanSensitiveFloatEq(), values));
    FreeEXRImage(&image);
    FreeEXRHeader(&header);
    EXPECT_THAT(bytes, testing::HasSubstr("L1 hit rate"));
    EXPECT_EQ(encode_exr(3, 2, values, "L1 hit rate"), bytes);
}

TEST(ExrFile, RefusesWhatIsNoImage) {
    const std::vector<float> values(6);
    EXPECT_THROW((void)encode_exr(0, 2, values, ""), Error);
    EXPECT_THROW((void)encode_exr(3, 3, values, ""), Error) << "fewer values than pixels";
    EXPECT_THROW((void)encode_exr(70'000, 1, std::vector<float>(70'000), ""), Error);
}

} // namespace
} // namespace hitmap
