#include "core/base/error.h"
#include "core/trace/io/byte_input.h"
#include "tests/trace/compressed.h"
#include "tests/trace/memory_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace hitmap {
namespace {

/// Returns everything that the input reads in pieces of `piece` bytes, or the message of its error.
std::string read_all(std::string_view bytes, std::size_t piece = 1000, InputRange range = {}) {
    const auto file = memory_file(bytes, "a.txt");
    try {
        const auto input = open_input(*file, {}, range);
        std::string text;
        for (std::string part(piece, '\0');
             std::size_t n = input->read(std::as_writable_bytes(std::span(part)));)
            text += part.substr(0, n);
        return text;
    } catch (const FileError& error) {
        return error.what();
    }
}

std::string long_text() {
    std::string text;
    for (int i = 0; i < 100'000; ++i)
        text += fmt::format("{:x}\n", i * 2654435761U);
    return text;
}

TEST(NoTsanByteInput, ReadsPlainAndCompressedFilesInPiecesOfAnySize) {
    const std::string text = long_text();
    for (const std::string& file : {text, gzip(text), xz(text), zstd(text)})
        for (const std::size_t piece : {std::size_t{999}, text.size(), 2 * text.size()})
            EXPECT_TRUE(read_all(file, piece) == text)
                << name_of(compression_of(std::as_bytes(std::span(file))));
    EXPECT_EQ(read_all(""), "");
    for (const std::string& file : {gzip(""), xz(""), zstd("")})
        EXPECT_EQ(read_all(file), "");
}

TEST(NoTsanByteInput, ReadsMembersAsOneUnlessAskedForOne) {
    const std::string padding(8, '\0');
    EXPECT_EQ(read_all(gzip("one,") + gzip("two")), "one,two");
    EXPECT_EQ(read_all(gzip("one,") + padding + gzip("two") + padding), "one,two");
    EXPECT_EQ(read_all(xz("one,") + xz("two")), "one,two");
    EXPECT_EQ(read_all(zstd("one,") + zstd("two")), "one,two");

    const std::string file = "head" + gzip("one") + "tail";
    EXPECT_EQ(read_all(file, 1000, {4, true}), "one");
    const auto source = memory_file(file, "a.txt");
    const auto input = open_input(*source, {}, {4, true});
    std::string part(10, '\0');
    EXPECT_EQ(input->read(std::as_writable_bytes(std::span(part))), 3U);
    EXPECT_EQ(input->consumed(), file.size() - 4);
}

TEST(NoTsanByteInput, RefusesInvalidData) {
    const std::string text = long_text();
    EXPECT_EQ(read_all(gzip("text") + "more"),
              "a.txt: byte 26: expected gzip data, found an error (incorrect header check)");
    for (const std::string& file : {gzip(text), xz(text), zstd(text)}) {
        const std::string name(name_of(compression_of(std::as_bytes(std::span(file)))));
        EXPECT_EQ(read_all(file.substr(0, file.size() - 3)),
                  fmt::format("a.txt: byte {}: expected more {} data, found the end of the file",
                              file.size() - 3, name));
        std::string damaged = file;
        damaged[file.size() / 2] = static_cast<char>(damaged[file.size() / 2] ^ 0x55);
        EXPECT_NE(read_all(damaged).find(fmt::format("expected {} data, found an error", name)),
                  std::string::npos)
            << read_all(damaged).substr(0, 200);
    }
}

TEST(NoTsanByteInput, RefusesDataThatGrowsTooMuch) {
    // zstd stores a run of zeros in a few bytes.
    const std::string zeros(std::size_t{300} << 20, '\0');
    const std::string message = read_all(zstd(zeros), std::size_t{1} << 20);
    EXPECT_NE(message.find("expected at most 1032 decompressed bytes for each compressed byte"),
              std::string::npos)
        << message.substr(0, 200);
}

TEST(NoTsanByteInput, TheStartIsWhatCanBeDecompressed) {
    EXPECT_EQ(start_of(*memory_file("plain text", "a.txt"), 5), "plain");
    EXPECT_EQ(start_of(*memory_file("plain", "a.txt"), 50), "plain");
    EXPECT_EQ(start_of(*memory_file("", "a.txt"), 50), "");
    EXPECT_EQ(start_of(*memory_file(xz("compressed"), "a.txt"), 4), "comp");
    const std::string file = gzip("compressed");
    EXPECT_TRUE(
        std::string_view("compressed").starts_with(start_of(*memory_file(file.substr(0, 15), "a.txt"), 50)));
}

} // namespace
} // namespace hitmap
