#include "core/base/error.h"
#include "render/image/animated_png.h"
#include "render/image/png_chunk.h"

#include <gmock/gmock.h>
#include <zlib.h>

#include <map>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using testing::ElementsAre;

using Bytes = std::vector<std::uint8_t>;

struct ReadChunk {
    std::string type;
    Bytes data;
};

std::uint32_t big_endian(std::span<const std::uint8_t> bytes, std::size_t at) {
    return std::uint32_t{bytes[at]} << 24U | std::uint32_t{bytes[at + 1]} << 16U |
           std::uint32_t{bytes[at + 2]} << 8U | bytes[at + 3];
}

/// Reads chunks independently of the program, and checks their CRCs.
std::vector<ReadChunk> chunks_of(const Bytes& file) {
    std::vector<ReadChunk> chunks;
    std::size_t at = 8;
    while (at + 12 <= file.size()) {
        const std::uint32_t length = big_endian(file, at);
        const auto begin = file.begin() + static_cast<std::ptrdiff_t>(at);
        chunks.push_back({std::string(begin + 4, begin + 8), Bytes(begin + 8, begin + 8 + length)});
        EXPECT_EQ(crc32(0, file.data() + at + 4, length + 4), big_endian(file, at + 8 + length));
        at += length + 12;
    }
    EXPECT_EQ(at, file.size());
    return chunks;
}

/// 3 x 2 pixels; every one is different.
Image picture_of(std::uint8_t seed, std::uint8_t alpha = 255) {
    Image image({3, 2});
    for (std::size_t i = 0; i < image.rgba.size(); ++i)
        image.rgba[i] = i % 4 == 3 ? alpha : static_cast<std::uint8_t>(seed + 9 * i);
    return image;
}

Bytes animation_of(const std::vector<Image>& pictures, bool alpha) {
    std::vector<std::byte> bytes;
    const auto sink = create_memory(bytes);
    AnimatedPng animation(*sink, static_cast<std::uint32_t>(pictures.size()), 25, alpha);
    for (const Image& picture : pictures)
        animation.add(picture);
    animation.finish();
    sink->commit();
    Bytes result;
    for (const std::byte byte : bytes)
        result.push_back(static_cast<std::uint8_t>(byte));
    return result;
}

/// The PNG file of a picture of the animation, as a viewer that knows animations decodes it.
Image decoded(const Bytes& file, std::size_t wanted) {
    Bytes png(file.begin(), file.begin() + 8);
    std::size_t number = 0;
    const auto append = [&](const Bytes& chunk) { png.insert(png.end(), chunk.begin(), chunk.end()); };
    for (const ReadChunk& chunk : chunks_of(file)) {
        if (chunk.type == "IHDR") append(png_chunk("IHDR", chunk.data));
        if (chunk.type == "fcTL") ++number;
        if (number != wanted + 1) continue;
        if (chunk.type == "IDAT") append(png_chunk("IDAT", chunk.data));
        if (chunk.type == "fdAT") append(png_chunk("IDAT", Bytes(chunk.data.begin() + 4, chunk.data.end())));
    }
    append(png_chunk("IEND", {}));
    return decode_png(png, "picture");
}

TEST(AnimatedPng, EveryPictureIsDecoded) {
    const std::vector<Image> pictures{picture_of(1), picture_of(50), picture_of(120)};
    const Bytes file = animation_of(pictures, false);
    for (std::size_t i = 0; i < pictures.size(); ++i)
        EXPECT_EQ(decoded(file, i), pictures[i]) << i;
    EXPECT_EQ(decode_png(file, "still"), pictures[0])
        << "programs that know no animations show the first one";
    const std::vector<Image> clear{picture_of(1), picture_of(50, 9)};
    EXPECT_EQ(decoded(animation_of(clear, true), 1), clear[1]);
    EXPECT_EQ(decoded(animation_of(clear, true), 0), clear[0]);
}

TEST(AnimatedPng, ChunksAreInTheOrderOfTheSpecification) {
    std::vector<std::string> types;
    std::vector<std::uint32_t> numbers;
    std::map<std::string, Bytes> first;
    for (const ReadChunk& chunk :
         chunks_of(animation_of({picture_of(1), picture_of(2), picture_of(3)}, false))) {
        if (chunk.type != "sRGB" && chunk.type != "gAMA" && chunk.type != "cHRM") types.push_back(chunk.type);
        if (chunk.type == "fcTL" || chunk.type == "fdAT") numbers.push_back(big_endian(chunk.data, 0));
        first.emplace(chunk.type, chunk.data);
    }
    EXPECT_THAT(types, ElementsAre("IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND"));
    EXPECT_THAT(numbers, ElementsAre(0, 1, 2, 3, 4));
    EXPECT_EQ(first["acTL"], (Bytes{0, 0, 0, 3, 0, 0, 0, 0}));
    EXPECT_EQ(first["fcTL"],
              (Bytes{0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 25, 0, 0}));
}

TEST(AnimatedPng, RefusesOtherSizesAndOtherNumbers) {
    EXPECT_THROW((void)animation_of({picture_of(1), Image({4, 4})}, false), Error);
    std::vector<std::byte> bytes;
    const auto sink = create_memory(bytes);
    AnimatedPng animation(*sink, 2, 25, false);
    animation.add(picture_of(1));
    EXPECT_THROW(animation.finish(), Error);
    animation.add(picture_of(1));
    EXPECT_THROW(animation.add(picture_of(1)), Error);
}

} // namespace
} // namespace hitmap
