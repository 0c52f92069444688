#include "core/base/error.h"
#include "core/base/scratch_file.h"

#include <gmock/gmock.h>

#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <thread>
#include <vector>

namespace hitmap {
namespace {

std::vector<std::uint32_t> numbers(std::uint32_t first, std::size_t count) {
    std::vector<std::uint32_t> made(count);
    std::iota(made.begin(), made.end(), first);
    return made;
}

std::vector<std::uint32_t> read(const ScratchFile& file, std::uint64_t at, std::size_t count) {
    std::vector<std::uint32_t> found(count);
    file.read(at, std::as_writable_bytes(std::span(found)));
    return found;
}

TEST(ScratchFile, ThreadsReadWhatTheyAppended) {
    constexpr std::size_t pieces = 20;
    ScratchFile file;
    const auto append_and_read = [&file](std::uint32_t thread) {
        std::array<std::uint64_t, pieces> places{};
        for (std::uint32_t i = 0; i < pieces; ++i) {
            const auto written = numbers(thread * 1000 + i, 100 + i);
            places.at(i) = file.append(std::as_bytes(std::span(written)));
        }
        for (std::uint32_t i = 0; i < pieces; ++i)
            EXPECT_EQ(read(file, places.at(i), 100 + i), numbers(thread * 1000 + i, 100 + i));
    };
    std::thread other(append_and_read, 1);
    append_and_read(2);
    other.join();
    EXPECT_EQ(file.size(), 2 * sizeof(std::uint32_t) * (100 * pieces + pieces * (pieces - 1) / 2));
}

TEST(ScratchFile, SaysThatBytesCannotBeRead) {
    ScratchFile file;
    const auto written = numbers(0, 10);
    (void)file.append(std::as_bytes(std::span(written)));
    try {
        (void)read(file, 20, 6);
        FAIL() << "expected an error";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("a temporary file cannot be read: it ends before"));
    }
}

TEST(ScratchFile, KnowsTheSpaceThatIsLeft) {
    EXPECT_GT(ScratchFile::free_bytes(), 0U);
}

} // namespace
} // namespace hitmap
