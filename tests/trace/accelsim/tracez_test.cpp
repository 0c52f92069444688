#include "core/trace/io/bytes.h"
#include "core/trace/stream/packed_request.h"
#include "core/trace/stream/request_spool.h"
#include "tests/trace/accelsim/kernel_text.h"
#include "tests/trace/byte_text.h"
#include "tests/trace/compressed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using testing::HasSubstr;

/// What differs in broken files.
struct TracezFault {
    std::uint32_t dictionary = 0; ///< added to the size of the dictionary
    std::uint64_t index = 0;      ///< added to the place of the index
    std::uint32_t in_index = 0;   ///< added to the number of instructions in the index
    std::uint32_t in_warp = 0;    ///< and in the warp
    std::uint32_t in_part = 0;    ///< and of the first part
    std::uint32_t part_bytes = 0; ///< added to the size of the first part
    std::uint64_t place = 0;      ///< added to the place of the warp
};

/// A file with two blocks, one of them with a warp whose instructions are in two parts.
std::string tracez(const std::string& dictionary, const TracezFault& fault = {}) {
    const std::array<std::string, 2> parts{"0010 0000000f 1 R4 LDG.E 1 R2 4 1 0x100 4 \n"
                                           "0020 00000001 1 R4 LDG.E 1 R2 4 2 0x200 \n",
                                           "0030 00000001 0 STG.E 1 R2 4 2 0x300 "};
    std::string header = KernelText{.version = "6", .grid = "(2,1,1)"}.file("");
    header.erase(header.find("\n#traces") + 1);
    ByteWriter out;
    out.raw(std::as_bytes(std::span(header)));
    out.u8(0);
    out.u32(static_cast<std::uint32_t>(dictionary.size()) + fault.dictionary);
    out.u32(2);
    out.raw(std::as_bytes(std::span(dictionary)));
    const std::uint64_t warp = out.size();
    out.u32(3 + fault.in_warp);
    out.u32(2);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string frame = zstd(parts[i], dictionary);
        out.u32(static_cast<std::uint32_t>(frame.size()) + (i == 0 ? fault.part_bytes : 0));
        out.raw(std::as_bytes(std::span(frame)));
    }
    const std::uint64_t empty = out.size();
    out.u32(0);
    out.u32(0);
    const std::uint64_t index = out.size();
    out.u32(2);
    for (const std::uint32_t block : {0U, 1U}) {
        for (std::uint32_t i = 0; i < 10; ++i)
            out.u32(i == 0 ? block : 0);
        out.u32(1); // warps
        out.u32(block == 0 ? 3 + fault.in_index : 0);
        out.u32(block == 0 ? 2 : 0);
        out.u64(block == 0 ? warp + fault.place : empty);
        if (block != 0) continue;
        out.u32(2 + fault.in_part);
        out.u32(1);
    }
    out.u64(index + fault.index);
    return text_of(out);
}

TEST(AccelSimTracez, IsReadAsText) {
    const std::string expected = "global load, 4 bytes, 'trace(unsigned int*)+0x10' '' 0:0\n"
                                 "global load, 4 bytes, 'trace(unsigned int*)+0x20' '' 0:0\n"
                                 "global store, 4 bytes, 'trace(unsigned int*)+0x30' '' 0:0\n"
                                 "0 warp 0 0000000f: 0x100 0x104 0x108 0x10c\n"
                                 "1 warp 0 00000001: 0x200\n"
                                 "2 warp 0 00000001: 0x300\n";
    EXPECT_EQ(kernel_requests(tracez("")), expected);
    EXPECT_EQ(kernel_requests(tracez("0010 00000001 1 R4 LDG.E 1 R2 4 2 0x100 0020 STG.E")), expected);
}

TEST(AccelSimTracez, BrokenFilesAreRefused) {
    const auto message = [](const TracezFault& fault) { return kernel_requests(tracez("", fault)); };
    EXPECT_THAT(message({.dictionary = 100000}), HasSubstr("expected a dictionary of at most "));
    EXPECT_THAT(message({.index = 100000}), HasSubstr("expected the index at byte "));
    EXPECT_THAT(message({.in_index = 1}), HasSubstr("expected parts with 4 instructions, found 3"));
    EXPECT_THAT(message({.in_warp = 1}),
                HasSubstr("expected 3 instructions in 2 parts, as in the index, found 4 in 2"));
    EXPECT_THAT(message({.in_index = 1, .in_warp = 1, .in_part = 1}),
                HasSubstr("expected a part of 3 instructions, found 2 lines"));
    EXPECT_THAT(message({.part_bytes = 100000}), HasSubstr("expected a part of at most "));
    EXPECT_THAT(message({.part_bytes = ~0U}), HasSubstr("expected zstd data, found an error"));
    EXPECT_THAT(message({.place = 100000}), HasSubstr("expected the place of a warp from "));
    const std::string whole = tracez("");
    for (std::size_t size = whole.find('\0'); size < whole.size(); ++size)
        EXPECT_THAT(kernel_requests(whole.substr(0, size)), HasSubstr("kernel-1.traceg: ")) << size;
}

/// More requests than fit into memory, taken in another order than they came.
TEST(RequestSpool, KeepsTheOrderOfEachQueueInAFile) {
    RequestSpool spool(4096);
    constexpr std::uint32_t queues = 5;
    std::vector<RequestSpool::Queue> names;
    for (std::uint32_t i = 0; i < queues; ++i)
        names.push_back(spool.open());
    Request request;
    std::vector<std::uint64_t> words;
    const auto add = [&](std::uint32_t queue, std::uint32_t i) {
        request.instruction = i;
        request.mask = i % 3 == 0 ? 0xfU : 0x80000001U;
        for (std::uint32_t lane = 0; lane < warp_size; ++lane)
            request.address[lane] = 1000 * i + lane * (i % 2 == 0 ? 4 : lane);
        words.clear();
        pack(request, words);
        spool.append(names[queue], words);
    };
    for (std::uint32_t i = 0; i < 2000; ++i)
        add(i % queues, i);
    for (std::uint32_t queue = 0; queue < queues; ++queue) {
        for (std::uint32_t i = queue; i < 2000; i += queues) {
            const auto found = spool.next(names[queue]);
            ASSERT_FALSE(found.empty());
            unpack(found, request);
            ASSERT_EQ(request.instruction, i);
            ASSERT_EQ(request.mask, i % 3 == 0 ? 0xfU : 0x80000001U);
            const std::uint32_t last = i % 3 == 0 ? 3 : 31;
            ASSERT_EQ(request.address[last], 1000 * i + last * (i % 2 == 0 ? 4 : last));
        }
        EXPECT_TRUE(spool.next(names[queue]).empty());
        spool.close(names[queue]);
    }
    EXPECT_LT(spool.open(), queues);
}

/// A long queue that was begun to be taken waits in the file, too, and keeps its order.
TEST(RequestSpool, WhatIsLeftOfAQueueThatWasBegunCountsAsMemory) {
    constexpr std::uint64_t most = 4096;
    RequestSpool spool(most);
    const std::array<RequestSpool::Queue, 3> names{spool.open(), spool.open(), spool.open()};
    Request request;
    request.mask = 1;
    std::vector<std::uint64_t> words;
    std::array<std::uint32_t, names.size()> added{};
    std::array<std::uint32_t, names.size()> taken{};
    const auto take = [&](std::size_t queue) {
        const auto found = spool.next(names.at(queue));
        ASSERT_FALSE(found.empty());
        unpack(found, request);
        ASSERT_EQ(request.instruction, taken.at(queue)++);
    };
    for (std::size_t turn = 0; turn < 6; ++turn) {
        const std::size_t queue = turn % names.size();
        for (int i = 0; i < 130; ++i) { // about three quarters of the memory
            request.instruction = added.at(queue)++;
            words.clear();
            pack(request, words);
            spool.append(names.at(queue), words);
            EXPECT_LE(spool.bytes_in_memory(), most + 3 * 512 * sizeof(std::uint64_t)) << "turn " << turn;
        }
        take(queue);
    }
    for (std::size_t queue = 0; queue < names.size(); ++queue) {
        while (taken.at(queue) < added.at(queue))
            take(queue);
        EXPECT_TRUE(spool.next(names.at(queue)).empty());
        spool.close(names.at(queue));
    }
    EXPECT_EQ(spool.bytes_in_memory(), 0U);
}

} // namespace
} // namespace hitmap
