#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/formats/accelsim/traceg_writer.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

using accelsim::TracegLosses;
using accelsim::write_traceg;
using testing::HasSubstr;

/// A recording with these launches and requests.
struct Recorded {
    RecordingInfo info;
    std::vector<Launch> launches;
    std::vector<Request> requests;

    [[nodiscard]] HmtFile file() const {
        std::vector<std::byte> bytes;
        const auto sink = write_hmt(create_memory(bytes));
        sink->begin(info, nullptr);
        std::uint32_t launch = 0;
        for (const Request& request : requests) {
            for (; launch <= request.launch; ++launch)
                sink->begin_launch(launches[launch]);
            sink->add(request);
        }
        for (; launch < launches.size(); ++launch)
            sink->begin_launch(launches[launch]);
        sink->finish();
        return HmtFile(open_memory(std::move(bytes), "a.hmt"));
    }
};

Instruction instruction(Operation operation, Space space, std::uint16_t bytes,
                        CacheOperator cache = CacheOperator::default_) {
    Instruction result;
    result.operation = operation;
    result.space = space;
    result.bytes_per_lane = bytes;
    result.cache = cache;
    return result;
}

/// Three launches, one of them without requests; blocks of one full warp and one of eight threads.
Recorded random_requests(bool lines) {
    Recorded recorded;
    recorded.info.device = {"a", 4, 8};
    recorded.info.allocations.emplace_back();
    recorded.info.allocations[0].name = "buffer";
    recorded.info.allocations[0].address = 0x7f0a00000000;
    recorded.info.allocations[0].bytes = 1U << 20U;
    recorded.info.instructions = {
        instruction(Operation::load, Space::global, 1),
        instruction(Operation::load, Space::global, 16, CacheOperator::streaming),
        instruction(Operation::load, Space::global, 4, CacheOperator::global),
        instruction(Operation::load, Space::global, 8, CacheOperator::volatile_),
        instruction(Operation::store, Space::global, 2, CacheOperator::write_through),
        instruction(Operation::store, Space::local, 8),
        instruction(Operation::load, Space::local, 4, CacheOperator::last_use),
        instruction(Operation::atomic, Space::global, 4),
        instruction(Operation::load, Space::shared, 16),
        instruction(Operation::atomic, Space::shared, 8),
        instruction(Operation::store, Space::global, 32)};
    if (lines)
        for (std::uint32_t i = 0; i < recorded.info.instructions.size(); ++i)
            recorded.info.instructions[i].location.line = i;
    for (const char* const kernel : {"first", "none", "trace(unsigned int*)"}) {
        Launch& launch = recorded.launches.emplace_back();
        launch.kernel = kernel;
        launch.grid = {3, 2, 2};
        launch.block = {20, 2, 1};
        launch.shared_bytes = 100;
    }
    std::mt19937 engine(7);
    const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
    for (std::uint32_t i = 0; i < 4000; ++i) {
        Request& request = recorded.requests.emplace_back();
        request.launch = i < 2000 ? 0 : 2;
        request.warp = random() % 24;
        request.instruction = random() % static_cast<std::uint32_t>(recorded.info.instructions.size());
        request.mask = request.warp % 2 == 0 ? random() | 1U : (random() & 0xffU) | 4U;
        if (i % 3 == 0) request.mask = request.warp % 2 == 0 ? 0x00fffff0U : 0x3cU;
        const std::uint64_t first = recorded.info.instructions[request.instruction].space == Space::global
                                        ? 0x7f0a00000000 + random() % 65536
                                        : random() % 256;
        const std::uint64_t stride = random() % 64;
        for (std::uint32_t lane = 0; lane < warp_size; ++lane)
            request.address[lane] = first + lane * stride + (i % 2 == 0 ? 0 : random() % 1024);
    }
    // The least local address of each launch is 0, as reading makes it.
    for (const std::uint32_t launch : {0U, 2U}) {
        Request request;
        request.launch = launch;
        request.instruction = 5;
        request.mask = 1;
        recorded.requests.insert(launch == 0 ? recorded.requests.begin() : recorded.requests.end(), request);
    }
    return recorded;
}

/// The requests of each warp in order, as text.
using WarpTexts = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::string>>;

WarpTexts texts_of(const HmtFile& file) {
    WarpTexts texts;
    RequestBlock block;
    for (std::size_t i = 0; i < file.blocks().size(); ++i) {
        file.read_block(i, block);
        for (const RequestBlock::Entry& entry : block.entries) {
            const Instruction& each = file.info().instructions[entry.instruction];
            texts[{entry.launch, entry.warp}].push_back(
                fmt::format("{} {} {} {} {} {:08x}: {:#x}", name_of(each.operation), name_of(each.space),
                            each.bytes_per_lane, static_cast<int>(each.cache), each.location.line, entry.mask,
                            fmt::join(block.addresses_of(entry), " ")));
        }
    }
    return texts;
}

class TracegWriter : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::path(testing::TempDir()) /
                  testing::UnitTest::GetInstance()->current_test_info()->name();
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    TracegLosses write(const HmtFile& file, bool xz) {
        const auto source = request_source(file, pool_);
        return write_traceg(*source, [&](const std::string& name) { return create_file(folder_ / name); }, xz,
                            {});
    }
    HmtFile read() {
        ImportFiles files;
        files.files.push_back(open_file(folder_ / "kernelslist.g"));
        files.folder = folder_;
        std::vector<std::byte> bytes;
        const auto sink = write_hmt(create_memory(bytes), {.tables_grow = true});
        import_recording(*format_of(*files.files.front()), files, *sink, pool_, {});
        return HmtFile(open_memory(std::move(bytes), "b.hmt"));
    }
    std::string message(const Recorded& recorded) {
        try {
            write(recorded.file(), false);
        } catch (const FileError& error) {
            return error.what();
        }
        return "";
    }

    std::filesystem::path folder_;
    ThreadPool pool_{2};
};

TEST_F(TracegWriter, OurReaderReadsTheSameRequestsOfEachWarp) {
    for (const bool lines : {false, true}) {
        const HmtFile file = random_requests(lines).file();
        const TracegLosses losses = write(file, lines);
        EXPECT_EQ(losses.widened_requests, 0U);
        EXPECT_EQ(losses.local_atomics, 0U);
        EXPECT_TRUE(std::filesystem::exists(folder_ / (lines ? "kernel-3.traceg.xz" : "kernel-3.traceg")));
        const HmtFile again = read();
        EXPECT_EQ(texts_of(again), texts_of(file));
        ASSERT_EQ(again.info().launches.size(), 3U);
        EXPECT_EQ(again.info().launches[2].kernel, "trace(unsigned int*)");
        EXPECT_EQ(again.info().launches[2].grid, (std::array<std::uint32_t, 3>{3, 2, 2}));
        EXPECT_EQ(again.info().launches[2].block, (std::array<std::uint32_t, 3>{20, 2, 1}));
        EXPECT_EQ(again.info().launches[2].shared_bytes, 100U);
        ASSERT_EQ(again.info().allocations.size(), 1U);
        EXPECT_EQ(again.info().allocations[0].address, 0x7f0a00000000U);
        EXPECT_EQ(again.info().allocations[0].bytes, 1U << 20U);
    }
}

TEST_F(TracegWriter, WritesTheLinesOfTheTracer) {
    Recorded recorded = random_requests(false);
    recorded.launches.resize(1);
    recorded.requests.resize(2);
    recorded.requests[0].instruction = 2;
    recorded.requests[0].warp = 1;
    recorded.requests[0].mask = 0xe;
    recorded.requests[1] = recorded.requests[0];
    recorded.requests[1].instruction = 4;
    recorded.requests[1].mask = 0x15;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
        recorded.requests[0].address[lane] = 0x1000 - 8 * lane;
        recorded.requests[1].address[lane] = 0x1000 + 8 * lane;
    }
    write(recorded.file(), false);
    const auto source = open_file(folder_ / "kernel-1.traceg");
    std::string text(source->size(), '\0');
    source->read(0, std::as_writable_bytes(std::span(text)));
    EXPECT_THAT(
        text,
        HasSubstr("-kernel name = first\n-kernel id = 1\n-grid dim = (3,2,2)\n-block dim = (20,2,1)\n"));
    EXPECT_THAT(text, HasSubstr(R"(
#BEGIN_TB

thread block = 0,0,0

warp = 0
insts = 0

warp = 1
insts = 2
0020 0000000e 1 R4 LDG.E.STRONG.GPU 1 R2 4 1 0xff8 -8 
0040 00000015 0 STG.E.STRONG.SYS.U16 2 R2 R4 2 2 0x1000 16 16 

#END_TB
)"));
}

TEST_F(TracegWriter, CountsWhatATraceDoesNotCarry) {
    Recorded recorded = random_requests(false);
    recorded.info.instructions[0].bytes_per_lane = 12;
    recorded.info.instructions[1] = instruction(Operation::atomic, Space::local, 4);
    recorded.requests.resize(3);
    for (std::uint32_t i = 0; i < 3; ++i)
        recorded.requests[i].instruction = i == 2 ? 1 : 0;
    const TracegLosses losses = write(recorded.file(), false);
    EXPECT_EQ(losses.widened_requests, 2U);
    EXPECT_EQ(losses.local_atomics, 1U);
}

TEST_F(TracegWriter, RefusesWhatATraceCannotHold) {
    Recorded recorded = random_requests(false);
    recorded.requests[0].address[0] = ~std::uint64_t{0};
    EXPECT_THAT(message(recorded),
                HasSubstr("launch 0: expected addresses below 2^63 for a trace, found 0xff"));
    recorded = random_requests(false);
    recorded.launches[0].block = {1025, 1, 1};
    EXPECT_THAT(message(recorded),
                HasSubstr("expected blocks of 1 to 1024 threads for a trace, found 1025 x 1 x 1"));
    recorded = random_requests(false);
    recorded.requests[0].warp = 24;
    EXPECT_THAT(message(recorded), HasSubstr("expected 12 blocks of 2 warps, found a request of warp 24"));
    recorded = random_requests(false);
    recorded.requests[0].warp = 1;
    recorded.requests[0].mask = 0x100;
    EXPECT_THAT(message(recorded),
                HasSubstr("expected blocks of 40 threads, found a request of warp 1 with lanes 00000100"));
}

} // namespace
} // namespace hitmap
