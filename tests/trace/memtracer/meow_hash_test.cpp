#include "core/trace/formats/memtracer/meow_hash.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace hitmap {
namespace {

/// The hash of `size` bytes that are added in pieces.
std::string hash_in_pieces(std::size_t size, std::size_t piece) {
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < size; ++i)
        bytes.push_back(static_cast<std::byte>(7 * i + 3));
    MeowHash hash;
    for (std::size_t at = 0; at < size; at += piece)
        hash.add(std::span(bytes).subspan(at, std::min(piece, size - at)));
    std::string text;
    for (const std::uint8_t byte : hash.finish())
        text += fmt::format("{:02x}", byte);
    return text;
}

TEST(MeowHash, TestVectors) {
    const std::pair<std::size_t, std::string> rows[] = {
        {0, "45c059582aa07c655e26830355b5a775"},   {1, "b44615c605ea08a83b9c0551b0f77ac1"},
        {16, "55722bef25d5a794acf52a1a81be9183"},  {31, "ca48ac2e4924612e45b876c8cc04d139"},
        {33, "0e67f89b9f09a3b556ecd0028e619a88"},  {256, "d73e488696d165a50059e7d5af49137f"},
        {300, "bd062ab6f01890e89e1c44c2d42f05e7"}, {1000, "2488d1aa0ec033ad68b6e3e78b4afc16"},
    };
    for (const auto& [size, expected] : rows)
        for (const std::size_t piece : {1U, 37U, 256U, 5000U})
            EXPECT_EQ(hash_in_pieces(size, piece), expected) << size << " bytes in pieces of " << piece;
}

} // namespace
} // namespace hitmap
