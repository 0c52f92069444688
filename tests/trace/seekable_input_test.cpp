#include "core/base/error.h"
#include "core/trace/io/seekable_input.h"
#include "tests/trace/compressed.h"
#include "tests/trace/memory_file.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>

namespace hitmap {
namespace {

constexpr std::uint64_t long_file_bytes = SeekableInput::window_bytes + 5'000'001;

/// A file that is longer than the window; the bytes of a page are equal.
const std::string& long_file() {
    static const std::string text = [] {
        constexpr std::size_t page = 4096;
        std::string pages;
        pages.reserve(long_file_bytes + page);
        for (std::size_t i = 0; pages.size() < long_file_bytes; ++i)
            pages.append(page, static_cast<char>(i % 251));
        pages.resize(long_file_bytes);
        return pages;
    }();
    return text;
}

/// Returns whether bytes [offset, offset + size) are the right ones.
bool reads_well(SeekableInput& input, std::uint64_t offset, std::size_t size) {
    std::string read(size, '\0');
    input.read(offset, std::as_writable_bytes(std::span(read)));
    return long_file().compare(offset, size, read) == 0;
}

TEST(NoTsanSeekableInput, ReadsAnywhereInPlainAndCompressedFiles) {
    for (const std::string& bytes : {long_file(), zstd(long_file())}) {
        const auto file = memory_file(bytes, "a");
        SeekableInput input(*file, {});
        EXPECT_TRUE(reads_well(input, 3, 10));
        EXPECT_EQ(input.size(), long_file_bytes);
        EXPECT_TRUE(reads_well(input, long_file_bytes - 144, 144));
        EXPECT_TRUE(reads_well(input, long_file_bytes - SeekableInput::window_bytes, 1'000'000));
        EXPECT_TRUE(reads_well(input, 0, 3'000'000)) << "behind the window";
        EXPECT_TRUE(reads_well(input, 1'000'000, 5'000'000));
        EXPECT_TRUE(reads_well(input, 100, long_file_bytes - 100));
        std::string end(20, '\0');
        EXPECT_EQ(input.read_some(long_file_bytes - 7, std::as_writable_bytes(std::span(end))), 7U);
        EXPECT_EQ(input.read_some(long_file_bytes, std::as_writable_bytes(std::span(end))), 0U);
        EXPECT_EQ(input.read_some(~std::uint64_t{0}, std::as_writable_bytes(std::span(end))), 0U);
        EXPECT_THROW(reads_well(input, long_file_bytes - 1, 2), FileError);
    }
}

TEST(NoTsanSeekableInput, DoesNotDecompressAgainAndAgain) {
    const auto file = memory_file(zstd(long_file()), "a");
    SeekableInput input(*file, {});
    EXPECT_THROW(
        for (unsigned i = 0; i <= SeekableInput::most_restarts; ++i) {
            reads_well(input, long_file_bytes - 1, 1);
            reads_well(input, 0, 1);
        },
        FileError);
}

} // namespace
} // namespace hitmap
