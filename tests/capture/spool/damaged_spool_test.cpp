#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/capture/spool/made_spool.h"
#include "tests/geometry/temporary_folder.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <thread>

#include "capture/spool/make_recording.h"
#include "capture/spool/utf8_text.h"

namespace hitmap::test {

namespace {

using testing::MatchesRegex;
using testing::StartsWith;

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Makes the recording of the bytes of a spool. @return what it says if it cannot; else empty
std::string failure_of(const std::string& bytes, const TemporaryFolder& folder) {
    std::ofstream(folder.path("d.spool"), std::ios::binary) << bytes;
    std::filesystem::remove(folder.path("d.hmt"));
    try {
        (void)capture::make_recording(folder.path("d.spool"), folder.path("d.hmt"), "test");
    } catch (const capture::NothingRecorded&) {
        return {}; // whose callers name the file
    } catch (const capture::SpoolError& error) {
        return error.what();
    }
    (void)HmtFile(open_file(folder.path("d.hmt"))); // what was made can be opened
    return {};
}

} // namespace

TEST(DamagedSpool, EveryMessageNamesTheFile) {
    const TemporaryFolder folder;
    MadeSpool spool;
    spool.accesses = {MadeSpool::load({{0, 4}}), MadeSpool::load({{0, 8}, {16, 8}})};
    const std::string whole = bytes_of(spool.write(folder.path("made.spool")));
    ASSERT_GT(whole.size(), 500U);
    std::size_t refused = 0;
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const char damaged : {'\x00', '\x7f', '\xff'}) {
            std::string bytes = whole;
            bytes[at] = damaged;
            const std::string said = failure_of(bytes, folder);
            if (said.empty()) continue;
            ++refused;
            EXPECT_THAT(said, StartsWith(folder.path("d.spool") + ": ")) << "byte " << at;
        }
    EXPECT_GT(refused, 10U);
}

TEST(DamagedSpool, WhatTheRecordingCannotHoldIsSaidWithItsPlace) {
    const TemporaryFolder folder;
    std::string bytes = bytes_of(MadeSpool().write(folder.path("made.spool")));
    // The first word of the request's record, and its mask of two lanes.
    const std::size_t at = bytes.rfind(std::string("\x0b\0\0\x88\x03\0\0\0", 8));
    ASSERT_NE(at, std::string::npos);
    bytes.replace(at + 4, 4, std::string("\x01\0\0\x40", 4)); // lanes 0 and 30 of a subgroup of 8
    EXPECT_THAT(failure_of(bytes, folder),
                MatchesRegex(".*d.spool: byte [0-9]*: request 0: expected active lanes .*, found .*"));
    bytes.resize(24);
    EXPECT_EQ(failure_of(bytes, folder), "") << "an event that was not written completely ends the spool";
    EXPECT_THAT(failure_of("another file", folder),
                MatchesRegex(".*d.spool: byte 0: expected a spool of this version, found another file"));
}

TEST(DamagedSpool, TextsThatAreNoUtf8AreEscaped) {
    const struct {
        const char* text;
        const char* recorded;
    } cases[] = {
        {"B\xc3\xbcste", "B\xc3\xbcste"},
        {"B\xfcste", "B\\xfcste"},
        {"\xc3", "\\xc3"},
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"},
        {"\xc0\x80", "\\xc0\\x80"},
        {"\xf0\x9f\x94\xa5", "\xf0\x9f\x94\xa5"},
        {"\xf5\x80\x80\x80", "\\xf5\\x80\\x80\\x80"},
    };
    for (const auto& [text, recorded] : cases)
        EXPECT_EQ(capture::utf8_text(text), recorded);
}

TEST(SpoolOutput, ALinkIsFollowed) {
    const TemporaryFolder folder;
    const std::string spool = MadeSpool().write(folder.path("r.spool"));
    std::filesystem::create_directory(folder.path("other"));
    std::ofstream(folder.path("other/old.hmt")) << "old";
    std::filesystem::create_symlink("other/old.hmt", folder.path("link.hmt"));
    (void)capture::make_recording(spool, folder.path("link.hmt"), "test");
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link.hmt")));
    EXPECT_EQ(HmtFile(open_file(folder.path("other/old.hmt"))).info().requests, 1U);
}

TEST(SpoolOutput, APipeIsWrittenAndStaysOne) {
    const TemporaryFolder folder;
    const std::string spool = MadeSpool().write(folder.path("r.spool"));
    (void)capture::make_recording(spool, folder.path("file.hmt"), "test");
    ASSERT_EQ(mkfifo(folder.path("pipe").c_str(), 0600), 0);
    std::string read;
    std::thread reader([&] { read = bytes_of(folder.path("pipe")); });
    (void)capture::make_recording(spool, folder.path("pipe"), "test");
    const bool is_pipe = std::filesystem::is_fifo(folder.path("pipe"));
    if (!is_pipe) std::ofstream(folder.path("pipe")).close();
    reader.join();
    EXPECT_TRUE(is_pipe);
    EXPECT_EQ(read, bytes_of(folder.path("file.hmt")));
    EXPECT_FALSE(std::filesystem::exists(folder.path("pipe.part")));
}

} // namespace hitmap::test
