#include "core/base/error.h"
#include "render/image/image.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <random>

namespace hitmap {
namespace {

using testing::HasSubstr;

Image noise(FrameSize size, bool opaque) {
    Image image(size);
    std::mt19937 random(5);
    for (std::size_t i = 0; i < image.rgba.size(); ++i) {
        image.rgba[i] = opaque && i % 4 == 3 ? 255 : static_cast<std::uint8_t>(random());
    }
    return image;
}

TEST(PngFile, RoundTripWithAndWithoutAlpha) {
    for (const bool opaque : {true, false}) {
        const Image image = noise({17, 9}, opaque);
        EXPECT_EQ(decode_png(encode_png(image), "x.png"), image) << opaque;
    }
}

TEST(PngFile, SameImageSameBytes) {
    EXPECT_EQ(encode_png(noise({40, 30}, true)), encode_png(noise({40, 30}, true)));
}

TEST(PngFile, BrokenFilesAreRefusedByName) {
    const std::vector<std::uint8_t> good = encode_png(noise({8, 8}, true));
    std::vector<std::uint8_t> huge = good;
    huge[16] = 0x7f; // width 2^30 and more; the checksum of the header does not fit any more either
    const std::vector<std::pair<const char*, std::vector<std::uint8_t>>> cases = {
        {"empty", {}},
        {"no magic", {1, 2, 3, 4, 5, 6, 7, 8, 9}},
        {"cut in the header", {good.begin(), good.begin() + 20}},
        {"cut in the pixels", {good.begin(), good.begin() + static_cast<std::ptrdiff_t>(good.size() / 2)}},
        {"huge", huge},
    };
    for (const auto& [name, bytes] : cases) {
        try {
            (void)decode_png(bytes, "some.png");
            ADD_FAILURE() << name;
        } catch (const FileError& error) {
            EXPECT_EQ(error.file(), "some.png") << name;
        }
    }
}

TEST(PngFile, WritesWholeFilesOnly) {
    const std::string file = (std::filesystem::path(HITMAP_TEST_OUTPUT) / "whole.png").string();
    write_png(noise({5, 5}, true), file);
    EXPECT_EQ(read_png(file), noise({5, 5}, true));
    EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(file).concat(".part")));
    try {
        write_png(noise({5, 5}, true), "/no/such/folder/x.png");
        FAIL();
    } catch (const FileError& error) {
        EXPECT_THAT(error.what(),
                    HasSubstr("/no/such/folder/x.png: cannot be written: No such file or directory"));
    }
}

} // namespace
} // namespace hitmap
