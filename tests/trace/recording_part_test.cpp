#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/write_recording.h"
#include "tests/trace/buffer.h"
#include "tests/trace/random_recording.h"
#include "tests/trace/recording_text.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace hitmap {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Three launches with requests 0..3, none, and 4..9, in blocks of three. Each request loads a face with one
/// lane, but requests 3 and 8 load something else. Lane 0 of warp 0 works on item 10 from request 0 on and on
/// item 11 from request 5 on.
std::vector<std::byte> three_launches() {
    RecordingInfo info;
    info.producer = "test";
    info.device = {"device", 1, 1};
    info.allocations = {test::buffer("faces", Role::faces, 0x1000, 10, 16),
                        test::buffer("early", Role::other, 0x2000, 1, 16),
                        test::buffer("late", Role::other, 0x3000, 1, 16)};
    info.allocations[1].last_request = RequestIndex(3);
    info.allocations[2].first_request = RequestIndex(6);
    info.allocations[2].last_request = RequestIndex(9);
    info.allocations[2].contents.assign(16, 7);
    info.instructions.resize(1);
    info.instructions[0].bytes_per_lane = 4;
    HmtWriteOptions options;
    options.block_requests = 3;
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes), options);
    sink->begin(info, nullptr);
    std::uint32_t launch = 0;
    for (std::uint32_t i = 0; i < 10; ++i) {
        for (const std::string_view kernel : {"first", "empty", "last"})
            if (kernel == "first" ? i == 0 : i == 4) {
                Launch begun;
                begun.kernel = kernel;
                sink->begin_launch(begun);
                launch = i == 0 ? 0 : 2;
            }
        if (i == 0) sink->tag({{}, 0, 0, 0, {10, 0, 0, 0, 0}});
        if (i == 5) sink->tag({{}, 2, 0, 0, {11, 0, 0, 0, 0}});
        if (i == 7) sink->tag({{}, 2, 0, 0, {12, 0, 0, 0, 0}});
        Request request;
        request.launch = launch;
        request.mask = 1;
        request.address[0] = i == 3 || i == 8 ? 0x4000 : 0x1000 + 16 * i;
        sink->add(request);
    }
    sink->finish();
    return bytes;
}

HmtFile opened(std::vector<std::byte> bytes) {
    return HmtFile(open_memory(std::move(bytes), "folder/a.hmt"));
}

/// Launches, requests and lane tags of the part, or the error message.
std::string part_lines(const HmtFile& file, const RecordingPart& part) {
    try {
        const HmtFile opened = file.part(part);
        std::string text;
        std::string_view rest;
        const std::string all = recording_text(opened);
        for (rest = all; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1)) {
            const std::string_view line = rest.substr(0, rest.find('\n') + 1);
            for (const std::string_view start : {"option", "launch", "request:", "tag"})
                if (line.starts_with(start)) text += line;
        }
        return text;
    } catch (const Error& error) {
        return error.what();
    }
}

TEST(RecordingPart, HasRequestsLaunchesAndTagsOfItsOwn) {
    const HmtFile file = opened(three_launches());
    EXPECT_EQ(part_lines(file, {.requests = {2, 6}}),
              "option 'part' = 'requests 2:6 of 10, launches 0:3 of 3, in a.hmt'\n"
              "launch 'first' 1,1,1 x 1,1,1, 0 local, 0 shared, from request 0\n"
              "launch 'empty' 1,1,1 x 1,1,1, 0 local, 0 shared, from request 2\n"
              "launch 'last' 1,1,1 x 1,1,1, 0 local, 0 shared, from request 2\n"
              "request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x1020\n"
              "request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x4000\n"
              "request: launch 2, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x1040\n"
              "request: launch 2, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x1050\n"
              "tag from 0: launch 0, warp 0, lane 0: item 10, sample 0, kind 0, bounce 0, instance 0\n"
              "tag from 3: launch 2, warp 0, lane 0: item 11, sample 0, kind 0, bounce 0, instance 0\n");
    EXPECT_EQ(part_lines(file, {.launches = {2, PartRange::to_end}, .requests = {0, 9}, .positions = {6, 8}}),
              "option 'part' = 'requests 7:9 of 10, launches 2:3 of 3, in a.hmt'\n"
              "launch 'first' 1,1,1 x 1,1,1, 0 local, 0 shared, from request 0\n"
              "launch 'empty' 1,1,1 x 1,1,1, 0 local, 0 shared, from request 0\n"
              "launch 'last' 1,1,1 x 1,1,1, 0 local, 0 shared, from request 0\n"
              "request: launch 2, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x1070\n"
              "request: launch 2, SM 0, warp 0 in 0, instruction 0, mask 00000001: 0x4000\n"
              "tag from 0: launch 0, warp 0, lane 0: item 10, sample 0, kind 0, bounce 0, instance 0\n"
              "tag from 0: launch 2, warp 0, lane 0: item 12, sample 0, kind 0, bounce 0, instance 0\n");
}

TEST(RecordingPart, LifetimesAndContentsOfAllocations) {
    const HmtFile part = opened(three_launches()).part({.requests = {4, 8}});
    std::vector<std::string> lifetimes;
    for (const Allocation& a : part.info().allocations)
        lifetimes.push_back(fmt::format("{} {}:{}", a.name, a.first_request.value,
                                        static_cast<std::int64_t>(a.last_request.value)));
    EXPECT_THAT(lifetimes, ElementsAre("faces 0:-1", "early 0:0", "late 2:4"));
    EXPECT_EQ(part.read_contents(AllocationIndex(2)), std::vector<std::uint8_t>(16, 7));
}

/// "FIRST:END" of the requests of the part of three_launches(), or the error message.
std::string requests_of(const HmtFile& file, const RecordingPart& part) {
    const std::string text = part_lines(file, part);
    const std::size_t begin = text.find("'requests ");
    return begin == std::string::npos ? text : text.substr(begin + 10, text.find(" of ", begin) - begin - 10);
}

TEST(RecordingPart, RangesOfLaunchesRequestsAndPositions) {
    const HmtFile file = opened(three_launches());
    constexpr std::uint64_t to_end = PartRange::to_end;
    // Requests 3 and 8 have no element accesses: positions of requests are 0 1 2 3 3 4 5 6 7 7.
    const std::vector<std::pair<RecordingPart, std::string>> cases{
        {{.launches = {0, 1}}, "0:4"},
        {{.launches = {0, 2}}, "0:4"},
        {{.launches = {2, 3}}, "4:10"},
        {{.launches = {0, to_end}}, "0:10"},
        {{.requests = {3, 4}}, "3:4"},
        {{.requests = {9, to_end}}, "9:10"},
        {{.positions = {3, 4}}, "3:5"},
        {{.positions = {0, 3}}, "0:3"},
        {{.positions = {7, 8}}, "8:10"},
        {{.positions = {4, to_end}}, "5:10"},
        {{.launches = {0, 1}, .requests = {2, 8}}, "2:4"},
        {{.launches = {1, 2}},
         "folder/a.hmt: part: expected at least one request, found none: launches 1:2 are requests 4:4, "
         "requests 0:, positions 0: are requests 0:10"},
        {{.launches = {0, 4}}, "folder/a.hmt: part: expected 3 launches, numbered from 0, found 0:4"},
        {{.launches = {3, to_end}}, "folder/a.hmt: part: expected 3 launches, numbered from 0, found 3:"},
        {{.requests = {2, 11}}, "folder/a.hmt: part: expected 10 requests, numbered from 0, found 2:11"},
        {{.positions = {8, to_end}}, "folder/a.hmt: part: expected 8 positions, numbered from 0, found 8:"},
    };
    for (const auto& [part, expected] : cases)
        EXPECT_EQ(requests_of(file, part), expected);
}

TEST(RecordingPart, OfAPartIsTheSamePartOfTheWhole) {
    const HmtFile file = opened(three_launches());
    const HmtFile part = file.part({.requests = {2, 9}}).part({.requests = {1, 5}});
    const HmtFile direct = file.part({.requests = {3, 7}});
    EXPECT_EQ(
        part.info().options.at(0).second,
        "requests 1:5 of 7, launches 0:3 of 3, in a.hmt: requests 2:9 of 10, launches 0:3 of 3, in a.hmt");
    const auto requests_and_tags = [](const HmtFile& recording) {
        const std::string text = recording_text(recording);
        return text.substr(text.find("\nlaunch"));
    };
    EXPECT_EQ(requests_and_tags(part), requests_and_tags(direct));
}

/// Parts of a recording are written, and the files have the same text and are valid.
void expect_written_parts(const HmtFile& file, ThreadPool& pool) {
    const std::uint64_t requests = file.info().requests;
    for (std::uint64_t i = 0; i < 5; ++i) {
        const std::uint64_t first = requests * i / 7;
        const HmtFile part = file.part({.requests = {first, first + (requests - first) / (i + 1)}});
        std::vector<std::byte> bytes;
        write_recording(part, create_memory(bytes), pool);
        const HmtFile written = opened(std::move(bytes));
        written.validate(pool);
        part.validate(pool);
        EXPECT_EQ(recording_text(written), recording_text(part));
        EXPECT_EQ(written.info().positions(), part.info().positions());
    }
}

TEST(RecordingPart, WrittenAsAFileIsTheSameRecording) {
    ThreadPool pool(2);
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
        SCOPED_TRACE(seed);
        HmtWriteOptions options;
        options.block_requests = 1U + static_cast<std::uint32_t>(seed) * 3U;
        expect_written_parts(opened(to_bytes(random_recording(seed, 20 + seed * 5), options)), pool);
    }
    HmtWriteOptions options;
    options.block_requests = 100;
    expect_written_parts(opened(to_bytes(grid_recording(12, 1000), options)), pool);
}

TEST(RecordingPart, PartsFollowEachOtherWithoutGapsInPositions) {
    HmtWriteOptions options;
    options.block_requests = 100;
    const HmtFile file = opened(to_bytes(grid_recording(12, 1000), options));
    PerKind<std::uint64_t> accesses;
    std::uint64_t lane_accesses = 0;
    for (std::uint64_t first = 0; first < 1000; first += 125) {
        const HmtFile part = file.part({.requests = {first, first + 125}});
        for (std::size_t kind = 0; kind < 3; ++kind)
            accesses[kind] += part.info().element_accesses[kind];
        lane_accesses += part.info().lane_accesses;
    }
    EXPECT_EQ(accesses, file.info().element_accesses);
    EXPECT_EQ(lane_accesses, file.info().lane_accesses);
}

TEST(RecordingPart, RangesAreParsed) {
    EXPECT_EQ(parse_part_range("3:5", "--requests"), (PartRange{3, 5}));
    EXPECT_EQ(parse_part_range("3:", "--requests"), (PartRange{3, PartRange::to_end}));
    EXPECT_EQ(parse_part_range(":5", "--requests"), (PartRange{0, 5}));
    for (const std::string_view text : {"", ":", "5", "a:b", "1:2:3", "-1:2", "5:5", "6:5", "1: 2"}) {
        try {
            (void)parse_part_range(text, "--requests");
            ADD_FAILURE() << text;
        } catch (const UsageError& error) {
            EXPECT_THAT(error.what(), HasSubstr("--requests: expected "));
            EXPECT_THAT(error.what(), HasSubstr(fmt::format("found '{}'", text)));
        }
    }
}

} // namespace
} // namespace hitmap
