#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/app/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "examples/vulkan_kernels/kernel_cases.h"

/// Records the kernels of the example vulkan_kernels with the Vulkan layer, and compares the recordings with
/// closed forms and with loops on the CPU.
namespace hitmap::test {
namespace {

constexpr std::uint32_t warp_lanes = 8; ///< of lavapipe with 256-bit vectors

/// The accesses of each thread of a launch in order, as texts such as "left[12]" for a load, "product[4]="
/// for a store and "bins[7]+" for an atomic; and the sums of the recording.
struct Recorded {
    std::uint64_t requests = 0;
    std::uint64_t lane_accesses = 0;
    std::uint64_t sectors = 0;                    ///< different sectors of each request, added up
    std::map<std::uint32_t, std::string> threads; ///< by number in the launch, work groups in linear order
};

std::string text_of_access(const RecordingInfo& info, const Instruction& instruction, std::uint64_t address) {
    for (const Allocation& allocation : info.allocations) {
        const std::uint64_t offset = address - allocation.address;
        if (offset >= allocation.bytes) continue;
        const char* kind = instruction.operation == Operation::load    ? ""
                           : instruction.operation == Operation::store ? "="
                                                                       : "+";
        return fmt::format("{}[{}]{} ", allocation.name, offset / 4, kind);
    }
    return fmt::format("{:#x} ", address);
}

std::uint64_t sectors_of(std::span<const std::uint64_t> addresses) {
    std::map<std::uint64_t, int> sectors;
    for (const std::uint64_t address : addresses)
        ++sectors[address / 32];
    return sectors.size();
}

/// The sums and the accesses of a recording. Threads of several launches are joined.
Recorded read(const std::filesystem::path& path) {
    ThreadPool pool(1);
    const HmtFile file(open_file(path));
    file.validate(pool);
    Recorded recorded;
    const auto source = request_source(file, pool);
    for (RequestBlock block; source->next(block, {});)
        for (const RequestBlock::Entry& entry : block.entries) {
            ++recorded.requests;
            const auto addresses = block.addresses_of(entry);
            recorded.lane_accesses += addresses.size();
            recorded.sectors += sectors_of(addresses);
            std::uint32_t rest = entry.mask;
            for (const std::uint64_t address : addresses) {
                const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
                rest &= rest - 1;
                recorded.threads[entry.warp * warp_lanes + lane] +=
                    text_of_access(file.info(), file.info().instructions[entry.instruction], address);
            }
        }
    return recorded;
}

Recorded record(const std::string& kernel, std::uint32_t size) {
    const TemporaryFolder folder;
    // The example loads Mesa's driver, as in tests/capture/no_leak_check.cpp.
    const Outcome outcome =
        folder.hitmap(fmt::format("record -o recorded.hmt -- {} {} --size {} --seed 3 --device llvmpipe",
                                  HITMAP_VULKAN_KERNELS, kernel, size),
                      "export ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return read(folder.path() / "recorded.hmt");
}

std::string sums_of(const Recorded& recorded) {
    return fmt::format("{} requests, {} lane accesses, {} sectors", recorded.requests, recorded.lane_accesses,
                       recorded.sectors);
}

std::string sums(std::uint64_t requests, std::uint64_t lane_accesses, std::uint64_t sectors) {
    return fmt::format("{} requests, {} lane accesses, {} sectors", requests, lane_accesses, sectors);
}

/// The number of a thread of a grid of square matrices, and its place.
struct Place {
    std::uint32_t x;
    std::uint32_t y;
};
Place place_of(std::uint32_t thread, std::uint32_t size, std::uint32_t width, std::uint32_t height) {
    const std::uint32_t block = thread / (width * height);
    const std::uint32_t in_block = thread % (width * height);
    const std::uint32_t blocks_in_row = size / width;
    return {block % blocks_in_row * width + in_block % width,
            block / blocks_in_row * height + in_block / width};
}

void expect_threads(const Recorded& recorded, std::uint32_t threads,
                    const std::function<std::string(std::uint32_t)>& expected) {
    for (std::uint32_t thread = 0; thread < threads; ++thread) {
        const auto found = recorded.threads.find(thread);
        ASSERT_EQ(found == recorded.threads.end() ? "" : found->second, expected(thread))
            << "thread " << thread;
    }
}

TEST(ComputeKernels, NaiveMatrixProductLoadsARowAndAColumn) {
    constexpr std::uint32_t n = 32;
    const Recorded recorded = record("matmul_naive", n);
    // For each k, a warp loads one element of the row and eight elements of one sector of the other matrix.
    constexpr std::uint64_t warps = n * n / warp_lanes;
    EXPECT_EQ(sums_of(recorded), sums(warps * (2 * n + 1), n * n * (2 * n + 1), warps * (2 * n + 1)));
    expect_threads(recorded, n * n, [&](std::uint32_t thread) {
        const auto [x, y] = place_of(thread, n, 32, 8);
        std::string text;
        for (std::uint32_t k = 0; k < n; ++k)
            text += fmt::format("left[{}] right[{}] ", y * n + k, k * n + x);
        return text + fmt::format("product[{}]= ", y * n + x);
    });
}

TEST(ComputeKernels, TiledMatrixProductLoadsEachTileOnce) {
    constexpr std::uint32_t n = 64;
    const Recorded recorded = record("matmul_tiled", n);
    constexpr std::uint64_t warps = n * n / warp_lanes;
    EXPECT_EQ(sums_of(recorded),
              sums(warps * (2 * n / 16 + 1), n * n * (2 * n / 16 + 1), warps * (2 * n / 16 + 1)));
    expect_threads(recorded, n * n, [&](std::uint32_t thread) {
        const auto [x, y] = place_of(thread, n, 16, 16);
        std::string text;
        for (std::uint32_t first = 0; first < n; first += 16)
            text += fmt::format("left[{}] right[{}] ", y * n + first + x % 16, (first + y % 16) * n + x);
        return text + fmt::format("product[{}]= ", y * n + x);
    });
}

TEST(ComputeKernels, TransposeStoresEachElementIntoASectorOfItsOwn) {
    constexpr std::uint32_t n = 64;
    const Recorded recorded = record("transpose", n);
    constexpr std::uint64_t warps = n * n / warp_lanes;
    EXPECT_EQ(sums_of(recorded), sums(warps * 2, n * n * 2, warps * (1 + warp_lanes)));
    expect_threads(recorded, n * n, [&](std::uint32_t thread) {
        const auto [x, y] = place_of(thread, n, 32, 8);
        return fmt::format("matrix[{}] transposed[{}]= ", y * n + x, x * n + y);
    });
}

TEST(ComputeKernels, ReductionLoadsEachNumberOnceAndAddsOnceInAWorkGroup) {
    constexpr std::uint32_t n = 64 * 256 * 3;
    const Recorded recorded = record("reduction", n);
    EXPECT_EQ(sums_of(recorded), sums(n / warp_lanes + 64, n + 64, n / warp_lanes + 64));
    expect_threads(recorded, 64 * 256, [&](std::uint32_t thread) {
        constexpr std::uint32_t all = 64 * 256;
        return fmt::format("numbers[{}] numbers[{}] numbers[{}] {}", thread, thread + all, thread + 2 * all,
                           thread % 256 == 0 ? "total[0]+ " : "");
    });
}

TEST(ComputeKernels, HistogramAddsOnceForEachNumber) {
    constexpr std::uint32_t n = 2048;
    const auto work = kernels::make_kernel_case("histogram", n, 3);
    const Recorded recorded = record("histogram", n);
    EXPECT_EQ(recorded.requests, 2 * n / warp_lanes);
    EXPECT_EQ(recorded.lane_accesses, 2 * n);
    expect_threads(recorded, n, [&](std::uint32_t thread) {
        return fmt::format("numbers[{}] bins[{}]+ ", thread, work.buffers[0].words[thread]);
    });
}

TEST(ComputeKernels, StencilLoadsFiveElementsOfEachInnerPlace) {
    constexpr std::uint32_t n = 64;
    const Recorded recorded = record("stencil", n);
    // All warps of inner rows have an inner place. Of the three loads in a row, those to the left and to the
    // right reach into a second sector, but for the warp at the border on that side.
    constexpr std::uint64_t rows = n - 2;
    constexpr std::uint64_t warps = rows * n / warp_lanes;
    EXPECT_EQ(sums_of(recorded), sums(warps * 6, rows * rows * 6, warps * 8 - 2 * rows));
    expect_threads(recorded, n * n, [&](std::uint32_t thread) -> std::string {
        const auto [x, y] = place_of(thread, n, 32, 8);
        if (x == 0 || y == 0 || x == n - 1 || y == n - 1) return "";
        const std::uint32_t here = y * n + x;
        return fmt::format("grid[{}] grid[{}] grid[{}] grid[{}] grid[{}] next grid[{}]= ", here, here - 1,
                           here + 1, here - n, here + n, here);
    });
}

TEST(ComputeKernels, GatherLoadsThePlacesAndWhatIsThere) {
    constexpr std::uint32_t n = 2048;
    const auto work = kernels::make_kernel_case("gather", n, 3);
    const Recorded recorded = record("gather", n);
    EXPECT_EQ(recorded.requests, 3 * n / warp_lanes);
    EXPECT_EQ(recorded.lane_accesses, 3 * n);
    expect_threads(recorded, n, [&](std::uint32_t thread) {
        return fmt::format("places[{}] table[{}] result[{}]= ", thread, work.buffers[0].words[thread],
                           thread);
    });
}

/// What a vertex does in all levels, given the levels that the search finds.
std::string search_of_vertex(const kernels::KernelCase& work, std::uint32_t vertex) {
    const auto& rows = work.buffers[0].words;
    const auto& targets = work.buffers[1].words;
    const auto& levels = work.buffers[2].expected;
    std::string text;
    for (std::uint32_t level = 0; level < work.launches; ++level) {
        text += fmt::format("levels[{}] ", vertex);
        if (levels[vertex] <= level) continue;
        text += fmt::format("rows[{}] rows[{}] ", vertex, vertex + 1);
        for (std::uint32_t i = rows[vertex]; i < rows[vertex + 1]; ++i) {
            text += fmt::format("targets[{}] levels[{}] ", i, targets[i]);
            if (levels[targets[i]] != level) continue;
            text += fmt::format("levels[{}]= ", vertex);
            break;
        }
    }
    return text;
}

TEST(ComputeKernels, BreadthFirstSearchLooksForANeighbourOfTheLastLevel) {
    constexpr std::uint32_t n = 1024;
    const auto work = kernels::make_kernel_case("breadth_first_search", n, 3);
    ASSERT_GT(work.launches, 3U);
    const Recorded recorded = record("breadth_first_search", n);
    std::uint64_t accesses = 0;
    std::map<std::uint32_t, std::string> by_vertex;
    for (std::uint32_t vertex = 0; vertex < n; ++vertex) {
        by_vertex[vertex] = search_of_vertex(work, vertex);
        accesses += static_cast<std::uint64_t>(std::ranges::count(by_vertex[vertex], ' '));
    }
    EXPECT_EQ(recorded.lane_accesses, accesses);
    expect_threads(recorded, n, [&](std::uint32_t vertex) { return by_vertex[vertex]; });
}

TEST(ComputeKernels, WrongResultIsFound) {
    const auto work = kernels::make_kernel_case("transpose", 32, 3);
    auto found = work.buffers[1].expected;
    EXPECT_EQ(kernels::difference(work.buffers[1], found), "");
    found[40] = 0x40000000; // 2
    const std::string expected = std::to_string(work.buffers[1].expected[40]);
    EXPECT_EQ(kernels::difference(work.buffers[1], found),
              "transposed, word 40: expected " + expected + ", found 1073741824");
}

/// Of a program that is run by `hitmap record`, which passes its messages on.
std::string messages_of(const std::string& arguments, const std::string& before) {
    return TemporaryFolder()
        .hitmap(fmt::format("record -- {} {}", HITMAP_VULKAN_KERNELS, arguments), before)
        .err;
}

TEST(ComputeKernels, MessagesBeginWithTheProgramAndSayWhatIsMissing) {
    using testing::StartsWith;
    EXPECT_THAT(messages_of("gather", "export VK_ICD_FILENAMES=/dev/null"),
                StartsWith("vulkan_kernels: expected a Vulkan device, found none; in Debian, the package "
                           "mesa-vulkan-drivers has drivers"));
    EXPECT_THAT(
        messages_of("gather --device GeForce", "true"),
        StartsWith("vulkan_kernels: expected a Vulkan device with 'GeForce' in its name, found llvmpipe"));
    EXPECT_THAT(messages_of("gather --size 100", "true"),
                StartsWith("vulkan_kernels: gather: expected a size"));
    EXPECT_THAT(messages_of("", "true"), StartsWith("vulkan_kernels: KERNEL is required\nRun with --help"));
}

TEST(ComputeKernels, SizesAreChecked) {
    EXPECT_THROW((void)kernels::make_kernel_case("matmul", 32, 1), std::invalid_argument);
    EXPECT_THROW((void)kernels::make_kernel_case("matmul_naive", 33, 1), std::invalid_argument);
    try {
        (void)kernels::make_kernel_case("gather", 100, 1);
        FAIL();
    } catch (const std::invalid_argument& error) {
        EXPECT_STREQ(
            error.what(),
            "gather: expected a size (loads) that is a multiple of 256 and at most 4194304, found 100");
    }
}

} // namespace
} // namespace hitmap::test
