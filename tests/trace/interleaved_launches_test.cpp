#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/chunks/info_codec.h"
#include "core/trace/hmt/file/request_selection.h"
#include "core/trace/hmt/file/write_recording.h"
#include "tests/trace/random_recording.h"
#include "tests/trace/recording_chunks.h"
#include "tests/trace/recording_in.h"
#include "tests/trace/recording_text.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Launches 0 and 1 have requests 0 2 4 6 and 1 3 5 7; launch 2 has none and launch 3 has 8 and 9.
MemoryRecording in_turn() {
    MemoryRecording recording;
    recording.info.device = {"device", 1, 1};
    recording.info.instructions.resize(1);
    recording.launches.resize(4);
    for (std::uint32_t i = 0; i < 10; ++i) {
        Request& request = recording.requests.emplace_back();
        request.launch = i < 8 ? i % 2 : 3;
        request.mask = 1 + i;
    }
    return recording;
}

std::vector<std::byte> small_blocks(const MemoryRecording& recording) {
    HmtWriteOptions options;
    options.block_requests = 3;
    return to_bytes(recording, options);
}

/// A recording as it was written before files said which requests launches have.
std::vector<std::byte> without_counts(const std::vector<std::byte>& bytes) {
    auto chunks = chunks_of(bytes);
    EXPECT_EQ(std::erase_if(chunks,
                            [](const auto& each) { return each.header.type == hmt::launch_requests_chunk; }),
              1U);
    return whole_file_of(chunks);
}

const std::vector<LaunchRequests> of_in_turn{{4, 0, 7}, {4, 1, 8}, {0, 0, 0}, {2, 8, 10}};

TEST(InterleavedLaunches, AreCountedByTheNumbersOfRequests) {
    const auto bytes = small_blocks(in_turn());
    EXPECT_EQ(recording_in(bytes).launch_requests(), of_in_turn);
    EXPECT_TRUE(launches_interleave(recording_in(bytes).launch_requests()));
    EXPECT_EQ(recording_in(without_counts(bytes)).launch_requests(), of_in_turn);
    const auto interrupted = recording_in(file_of(chunks_of(bytes)));
    EXPECT_TRUE(interrupted.incomplete());
    EXPECT_EQ(interrupted.launch_requests(), of_in_turn);
}

/// The launches and masks of the requests, as text.
std::string requests_of(const HmtFile& file) {
    std::string text;
    RequestBlock block;
    for (std::size_t i = 0; i < file.blocks().size(); ++i) {
        file.read_block(i, block);
        EXPECT_EQ(block.first_request, file.blocks()[i].first_request);
        for (const auto& entry : block.entries)
            text += fmt::format("{}:{} ", entry.launch, entry.mask - 1);
    }
    return text;
}

TEST(InterleavedLaunches, APartHasTheRequestsWithItsNumbers) {
    for (const auto& bytes : {small_blocks(in_turn()), without_counts(small_blocks(in_turn()))}) {
        const HmtFile file = recording_in(bytes);
        EXPECT_EQ(requests_of(file.part({.launches = {0, 1}})), "0:0 0:2 0:4 0:6 ");
        EXPECT_EQ(requests_of(file.part({.launches = {1, 2}})), "1:1 1:3 1:5 1:7 ");
        EXPECT_EQ(requests_of(file.part({.launches = {1, 4}})), "1:1 1:3 1:5 1:7 3:8 3:9 ");
        EXPECT_EQ(requests_of(file.part({.launches = {0, 2}})), "0:0 1:1 0:2 1:3 0:4 1:5 0:6 1:7 ");
        EXPECT_EQ(requests_of(file.part({.launches = {1, 2}, .requests = {2, 6}})), "1:3 1:5 ");
        EXPECT_EQ(requests_of(file.part({.launches = {1, 2}}).part({.requests = {1, 3}})), "1:3 1:5 ");
        EXPECT_EQ(requests_of(file.part({.requests = {1, 6}}).part({.launches = {0, 1}})), "0:2 0:4 ");
        const HmtFile part = file.part({.launches = {1, 2}});
        EXPECT_THAT(part.launch_requests(), ElementsAre(LaunchRequests{0, 0, 0}, LaunchRequests{4, 0, 4}));
        EXPECT_EQ(part.info().options.back().second, "4 of requests 1:8 of 10, launches 1:2 of 4, in a.hmt");
    }
}

/// Requests, events and tags of the launches [first, last) of a recording, each with its launch.
std::string of_launches(const HmtFile& file, std::uint32_t first, std::uint32_t last) {
    std::string text;
    const std::string all = recording_text(file);
    for (std::string_view rest = all; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1)) {
        std::string line(rest.substr(0, rest.find('\n') + 1));
        const bool is_request = line.starts_with("request:");
        if (!is_request && !line.starts_with("event")) continue;
        const std::size_t at = line.find("launch ") + 7;
        const auto launch = static_cast<std::uint32_t>(std::stoul(line.substr(at)));
        // Positions of events are checked by validate().
        if (launch >= first && launch < last) text += is_request ? line : line.substr(at);
    }
    return text;
}

TEST(InterleavedLaunches, PartsOfRandomRecordingsHaveEverythingOfTheirLaunches) {
    ThreadPool pool(2);
    for (std::uint64_t seed = 1; seed < 25; ++seed) {
        MemoryRecording recording = random_recording(seed, 30 + 4 * seed);
        if (seed % 2 == 0) add_random_executions(recording, seed, 40);
        HmtWriteOptions options;
        options.block_requests = 1U + static_cast<std::uint32_t>(seed) * 2U;
        const HmtFile file = recording_in(to_bytes(recording, options));
        file.validate(pool);
        const auto count = static_cast<std::uint32_t>(file.info().launches.size());
        for (std::uint32_t first = 0; first < count; ++first)
            for (std::uint32_t last = first + 1; last <= count; ++last) {
                SCOPED_TRACE(fmt::format("seed {}, launches {}:{}", seed, first, last));
                const HmtFile part = file.part({.launches = {first, last}});
                part.validate(pool);
                EXPECT_EQ(of_launches(part, 0, count), of_launches(file, first, last));
                std::uint64_t requests = 0;
                for (std::uint32_t i = first; i < last; ++i)
                    requests += file.launch_requests()[i].count;
                EXPECT_EQ(part.info().requests, requests);
                std::vector<std::byte> bytes;
                write_recording(part, create_memory(bytes), pool);
                const HmtFile written = recording_in(std::move(bytes));
                written.validate(pool);
                EXPECT_EQ(recording_text(written), recording_text(part));
                EXPECT_EQ(written.launch_requests(), part.launch_requests());
            }
    }
}

TEST(InterleavedLaunches, PartsHaveDifferentCheckSums) {
    const HmtFile file = recording_in(small_blocks(in_turn()));
    EXPECT_NE(file.part({.launches = {0, 1}}).checksums(), file.part({.launches = {1, 2}}).checksums());
    EXPECT_NE(file.part({.requests = {0, 2}}).checksums(), file.part({.requests = {1, 3}}).checksums());
}

/// Returns the error of opening and validating a recording whose launches have other requests.
std::string complaint_about(std::vector<LaunchRequests> counts) {
    const auto bytes = small_blocks(in_turn());
    auto chunks = chunks_of(bytes);
    ByteWriter body;
    hmt::encode_launch_requests(counts, recording_in(bytes).info().launches, body);
    for (auto& chunk : chunks)
        if (chunk.header.type == hmt::launch_requests_chunk)
            chunk = hmt::pack_chunk(hmt::launch_requests_chunk, hmt::flag_optional, {}, body.bytes(), 0);
    try {
        ThreadPool pool(1);
        recording_in(whole_file_of(chunks)).validate(pool);
        return "valid";
    } catch (const FileError& error) {
        return error.what();
    }
}

TEST(InterleavedLaunches, WrongCountsAreRefused) {
    auto counts = of_in_turn;
    EXPECT_EQ(complaint_about(counts), "valid");
    counts[0].count = 3;
    EXPECT_THAT(complaint_about(counts), HasSubstr("expected 10 requests in all launches, found 9"));
    counts[1].count = 5;
    EXPECT_THAT(complaint_about(counts),
                HasSubstr("launch 0: expected 3 requests from 0 to 7, found 4 from 0 to 7"));
    counts = of_in_turn;
    counts[0].end = 12;
    EXPECT_THAT(complaint_about(counts),
                HasSubstr("launch 0: expected its requests between 0 and 10, found 4 from 0 to 12"));
    counts = of_in_turn;
    counts[3] = {2, 8, 9};
    EXPECT_THAT(complaint_about(counts), HasSubstr("launch 3: expected its requests between"));
    counts.pop_back();
    EXPECT_THAT(complaint_about(counts), HasSubstr("expected 4 launches, found 3"));
}

TEST(RequestSelection, CountsAsASetDoes) {
    for (const std::uint64_t step : {1, 2, 7, 64, 700}) {
        hmt::RequestSelection selection(1000, 5000);
        std::vector<std::uint64_t> chosen;
        for (std::uint64_t request = 1003; request < 4900; request += step)
            chosen.push_back(request);
        for (const std::uint64_t request : chosen)
            selection.add(request);
        EXPECT_EQ(selection.size(), chosen.size());
        for (std::uint64_t request = 900; request < 5100; ++request) {
            const auto behind = std::ranges::lower_bound(chosen, request);
            EXPECT_EQ(selection.before(request), static_cast<std::uint64_t>(behind - chosen.begin()));
            EXPECT_EQ(selection.contains(request), std::ranges::binary_search(chosen, request));
        }
        for (std::size_t i = 0; i < chosen.size(); ++i)
            EXPECT_EQ(selection.behind(i + 1) - 1, chosen[i]);
    }
}

} // namespace
} // namespace hitmap
