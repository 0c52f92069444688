#include "core/base/error.h"
#include "core/trace/import/line_pieces.h"
#include "tests/trace/memory_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

namespace hitmap {
namespace {

/// Lines of different lengths, in several pieces.
std::string numbered_lines(std::size_t count) {
    std::string text;
    for (std::size_t i = 1; i <= count; ++i)
        text += fmt::format("{} {}\n", i, std::string(i % 50, 'x'));
    return text;
}

TEST(LinePieces, AreWholeLinesWithTheirNumbers) {
    const std::string text = numbered_lines(200'000) + "end";
    const auto file = memory_file(text, "a.txt");
    const auto input = open_input(*file, {});
    LinePieces pieces(*input);
    LinePiece piece;
    std::string joined;
    std::size_t count = 0;
    for (; pieces.next(piece); ++count) {
        if (piece.text != "end") {
            EXPECT_TRUE(piece.text.starts_with(fmt::format("{} ", piece.first_line)));
        }
        joined += piece.text;
    }
    EXPECT_GT(count, 3U);
    EXPECT_TRUE(joined == text);
}

TEST(LinePieces, ValuesArriveInTheOrderOfTheFile) {
    const std::string text = numbered_lines(200'000);
    const auto file = memory_file(text, "a.txt");
    for (const unsigned threads : {1U, 4U}) {
        ThreadPool pool(threads);
        const auto input = open_input(*file, {});
        std::uint64_t next = 1;
        for_each_piece(
            *input, pool, {},
            [](const LinePiece& piece) {
                std::vector<std::uint64_t> numbers;
                std::string_view rest = piece.text;
                while (!rest.empty())
                    numbers.push_back(std::stoull(std::string(take_line(rest))));
                return numbers;
            },
            [&](const std::vector<std::uint64_t>& numbers) {
                for (const std::uint64_t number : numbers)
                    ASSERT_EQ(number, next++);
            });
        EXPECT_EQ(next, 200'001U);
    }
}

TEST(LinePieces, TheFirstErrorOfTheFileIsThrown) {
    const std::string text = numbered_lines(200'000);
    const auto file = memory_file(text, "a.txt");
    ThreadPool pool(4);
    const auto input = open_input(*file, {});
    const auto parse = [](const LinePiece& piece) -> int {
        throw Error(fmt::format("line {}", piece.first_line));
    };
    try {
        for_each_piece(*input, pool, {}, parse, [](int) {});
        FAIL() << "expected an error";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "line 1");
    }
}

TEST(LinePieces, RefusesALongLine) {
    const auto file = memory_file("short\n" + std::string(2 * LinePieces::piece_bytes, 'x'), "a.txt");
    const auto input = open_input(*file, {});
    LinePieces pieces(*input);
    LinePiece piece;
    try {
        while (pieces.next(piece)) {
        }
        FAIL() << "expected an error";
    } catch (const FileError& error) {
        EXPECT_STREQ(error.what(), "a.txt: line 2: expected at most 65536 bytes in a line, found more");
    }
}

TEST(LinePieces, LinesEndAsOnUnixOrWindows) {
    std::string_view text = "one\r\ntwo\n\nthree";
    EXPECT_EQ(take_line(text), "one");
    EXPECT_EQ(take_line(text), "two");
    EXPECT_EQ(take_line(text), "");
    EXPECT_EQ(take_line(text), "three");
    EXPECT_TRUE(text.empty());
}

} // namespace
} // namespace hitmap
