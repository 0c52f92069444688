#include "core/cache/coalescing/coalesce.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <utility>

namespace hitmap {
namespace {

RecordingInfo three_buffers() {
    RecordingInfo info;
    const auto add = [&](Space space, std::uint64_t address, std::uint64_t bytes) {
        Allocation allocation;
        allocation.space = space;
        allocation.address = address;
        allocation.bytes = bytes;
        info.allocations.push_back(allocation);
    };
    add(Space::global, 0x1000, 0x1000);
    add(Space::global, 0x2010, 0x1000);
    add(Space::local, 0, 256);
    for (const int bytes : {4, 8, 16, 100}) {
        Instruction instruction;
        instruction.bytes_per_lane = static_cast<std::uint16_t>(bytes);
        info.instructions.push_back(instruction);
    }
    Instruction local;
    local.space = Space::local;
    local.bytes_per_lane = 16;
    info.instructions.push_back(local);
    return info;
}

/// "INSTRUCTION ADDRESS..." -> "requests/sectors" for each allocation.
std::string counts_of(const std::string& line) {
    const RecordingInfo info = three_buffers();
    std::istringstream words(line);
    Request request;
    words >> request.instruction >> std::hex;
    for (unsigned lane = 0; words >> request.address[lane]; ++lane)
        request.mask |= 1U << lane;
    RequestBlock block;
    block.append(request);
    std::vector<RequestCount> counts(3);
    CoalescedRequests buffer;
    RequestCounter(info).count(block, 0, block.entries.size(), counts, buffer);
    std::ostringstream out;
    for (const RequestCount& count : counts)
        out << count.requests << '/' << count.sectors << ' ';
    return out.str();
}

TEST(Coalesce, CountsDistinctSectors) {
    EXPECT_EQ(counts_of("0 1000"), "1/1 0/0 0/0 ");
    EXPECT_EQ(counts_of("0 1000 1004 1008 101c"), "1/1 0/0 0/0 ");
    EXPECT_EQ(counts_of("0 1000 1020 1000 1020 1fff"), "1/4 0/0 0/0 ") << "a straddled sector counts";
    EXPECT_EQ(counts_of("1 1018 101c"), "1/2 0/0 0/0 ");
    EXPECT_EQ(counts_of("3 1000 1004"), "1/4 0/0 0/0 ");
    EXPECT_EQ(counts_of("0 1000 2010 3000"), "1/1 1/2 0/0 ");
    EXPECT_EQ(counts_of("0 5000"), "0/0 0/0 0/0 ") << "in no allocation";
}

TEST(Coalesce, SharesASectorOfTwoAllocationsWithNeither) {
    EXPECT_EQ(counts_of("0 2010 200c 1ffc"), "1/1 1/1 0/0 ");
}

TEST(Coalesce, InterleavesLocalMemory) {
    // 16 bytes are four words; for each word, eight lanes make a sector.
    EXPECT_EQ(counts_of("4 0"), "0/0 0/0 1/4 ");
    EXPECT_EQ(counts_of("4 0 0 0 0 0 0 0 0"), "0/0 0/0 1/4 ");
    EXPECT_EQ(counts_of("4 0 0 0 0 0 0 0 0 0"), "0/0 0/0 1/8 ");
    EXPECT_EQ(counts_of("4 0 10"), "0/0 0/0 1/8 ");
}

/// "LINE:SECTORS " for each line of the request.
std::string lines_of(const RecordingInfo& info, std::uint32_t line_bytes, const Request& request) {
    RequestBlock block;
    block.append(request);
    CoalescedRequests out;
    out.clear();
    Coalescer(info, line_bytes).append_all(RequestView(block), out);
    std::ostringstream text;
    for (std::size_t i = 0; i < out.line_count(); ++i)
        text << std::hex << out.numbers[i] << ':' << unsigned{out.sectors[i]} << ' ';
    return text.str();
}

/// The same, computed one sector at a time.
std::string plain_lines_of(const RecordingInfo& info, std::uint32_t line_bytes, const Request& request) {
    std::map<std::uint64_t, unsigned> lines;
    const std::uint64_t bytes = info.instructions[request.instruction].bytes_per_lane;
    for (unsigned lane = 0; lane < warp_size; ++lane)
        for (std::uint64_t byte = 0; (request.mask >> lane & 1U) != 0 && byte < bytes; ++byte) {
            const std::uint64_t address = request.address[lane] + byte;
            lines[address / line_bytes] |= 1U << address % line_bytes / 32;
        }
    std::ostringstream text;
    for (const auto& [line, sectors] : lines)
        text << std::hex << line << ':' << sectors << ' ';
    return text.str();
}

// Offsets within an allocation are stored in 32 bits if they fit.
TEST(Coalesce, FindsLinesFarBehindTheBeginOfAnAllocation) {
    RecordingInfo info = three_buffers();
    constexpr std::uint64_t begin = 0x7f0000010130; // within a line of any size
    info.allocations[0].address = begin;
    info.allocations[0].bytes = std::uint64_t{1} << 40;
    constexpr std::uint64_t far = std::uint64_t{1} << 36;
    for (const std::uint32_t line : {32U, 64U, 128U, 256U})
        for (const std::uint64_t middle : {std::uint64_t{0}, far / 2, far, far + 4096, far * 2, far * 4})
            for (std::uint32_t instruction = 0; instruction < 4; ++instruction) { // 4 to 100 bytes per lane
                Request request;
                request.instruction = instruction;
                request.mask = 0xff;
                for (unsigned lane = 0; lane < 8; ++lane)
                    request.address[lane] = begin + (lane == 0 ? 0 : middle + lane * 0x30);
                EXPECT_EQ(lines_of(info, line, request), plain_lines_of(info, line, request));
                request.address[7] = begin + far - 3;
                EXPECT_EQ(lines_of(info, line, request), plain_lines_of(info, line, request)) << "straddles";
                request.address[7] = begin - 4;
                EXPECT_EQ(lines_of(info, line, request), plain_lines_of(info, line, request)) << "before it";
            }
}

TEST(Coalesce, KnowsTheBytesThatAStoreWritesOfASector) {
    RecordingInfo info = three_buffers();
    info.instructions[1].operation = Operation::store;
    Request request;
    request.instruction = 1;
    request.mask = 0b101111;
    // Halves of sectors 0 and 1 of a line, and an access that straddles it and the next line.
    for (const auto& [lane, address] : {std::pair{0U, 0x1000U}, {1U, 0x1008U}, {2U, 0x1020U}, {3U, 0x1028U}})
        request.address[lane] = address;
    request.address[5] = 0x1079;
    RequestBlock block;
    block.append(request);
    request.mask = 0b111;
    for (const auto& [lane, address] : {std::pair{0U, 0x1000U}, {1U, 0x1010U}, {2U, 0x101aU}})
        request.address[lane] = address;
    block.append(request);
    CoalescedRequests out;
    out.clear();
    const Coalescer coalescer(info, 128);
    for (std::size_t i = 0; i < block.entries.size(); ++i)
        coalescer.append(block, i, out);
    std::ostringstream text;
    for (const PartlyWritten& each : out.partly)
        text << each.line << '.' << unsigned{each.sector} << ' ' << std::hex << each.bytes << "; ";
    EXPECT_EQ(text.str(), "0.0 ffff; 0.1 ffff; 0.3 fe000000; 1.0 1; 2.0 fcff00ff; 2.1 3; ");
    EXPECT_EQ(out.bytes_written(0, 3), 0xfe000000U);
    EXPECT_EQ(out.bytes_written(2, 1), 3U);
}

TEST(Coalesce, AgreesWithASetOfSectors) {
    const RecordingInfo info = three_buffers();
    const RequestCounter counter(info);
    CoalescedRequests buffer;
    std::mt19937 random(3);
    for (int i = 0; i < 3000; ++i) {
        Request request;
        request.instruction = random() % 4;
        request.mask = static_cast<std::uint32_t>(random()) | 1U;
        const std::uint32_t spread = 1U << random() % 12;
        std::set<std::uint64_t> sectors;
        const std::uint64_t bytes = info.instructions[request.instruction].bytes_per_lane;
        for (unsigned lane = 0; lane < warp_size; ++lane) {
            request.address[lane] = 0x1000 + random() % spread;
            if ((request.mask >> lane & 1U) == 0) continue;
            for (std::uint64_t byte = 0; byte < bytes; ++byte)
                sectors.insert((request.address[lane] + byte) / 32);
        }
        RequestBlock block;
        block.append(request);
        std::vector<RequestCount> counts(3);
        counter.count(block, 0, block.entries.size(), counts, buffer);
        ASSERT_EQ(counts[0], (RequestCount{1, sectors.size()}));
    }
}

TEST(Coalesce, AnOwnerDoesNotDependOnWhoWasAskedForBefore) {
    std::mt19937 random(4);
    for (int i = 0; i < 200; ++i) {
        RecordingInfo info = three_buffers();
        if (i % 3 != 0) { // an allocation that exists for some requests, and a second one of local memory
            Allocation other = info.allocations.at(random() % 3);
            other.first_request = RequestIndex(random() % 8);
            other.last_request = RequestIndex(8 + random() % 8);
            info.allocations.push_back(other);
            other.address += other.bytes;
            info.allocations.push_back(other);
        }
        const Coalescer coalescer(info, 128);
        OwningAllocation last;
        for (int k = 0; k < 200; ++k) {
            const std::uint64_t address =
                random() % 2 == 0 ? 0xf00 + random() % 0x3000 : Coalescer::local_base + random() % 0x8000;
            const std::uint64_t request = random() % 20;
            OwningAllocation none;
            ASSERT_EQ(coalescer.owner_of(address, request, 0, last),
                      coalescer.owner_of(address, request, 0, none))
                << std::hex << address << " by " << request;
        }
    }
}

TEST(Coalesce, AWordHasBytesOfSomeLines) {
    const std::array<std::uint8_t, 8> bytes{1, 2, 3, 4, 5, 6, 7, 8};
    EXPECT_EQ(word_of(bytes.data(), 1), 1U);
    EXPECT_EQ(word_of(bytes.data(), 3), 0x030201U);
    EXPECT_EQ(word_of(bytes.data(), 8), 0x0807060504030201U);
}

} // namespace
} // namespace hitmap
