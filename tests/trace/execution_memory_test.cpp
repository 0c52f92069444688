// Hostile execution events and ray events must not take more memory than the size of their file times a
// constant. This program counts every allocation.

#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <malloc.h>
#include <new>
#include <vector>

namespace {

std::atomic<std::size_t> live_bytes{0};
std::atomic<std::size_t> peak_bytes{0};

void count_allocation(void* memory) {
    const std::size_t live = live_bytes += malloc_usable_size(memory);
    std::size_t peak = peak_bytes;
    while (live > peak && !peak_bytes.compare_exchange_weak(peak, live)) {
    }
}

} // namespace

void* operator new(std::size_t bytes) {
    void* const memory = std::malloc(std::max<std::size_t>(bytes, 1));
    if (memory == nullptr) throw std::bad_alloc();
    count_allocation(memory);
    return memory;
}
void operator delete(void* memory) noexcept {
    if (memory != nullptr) live_bytes -= malloc_usable_size(memory);
    std::free(memory);
}
void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
    operator delete(memory);
}

namespace hitmap {
namespace {

/// docs/trace-format.md names it, too.
constexpr std::size_t bytes_per_file_byte = 16 * 1024;

/// A recording of `count` events, which `event_at` makes.
std::vector<std::byte> recording_of(std::uint32_t blocks, std::uint32_t count,
                                    const std::function<BlockExecution(std::uint32_t)>& event_at) {
    std::vector<std::byte> bytes;
    RecordingInfo info;
    info.basic_blocks.resize(blocks);
    const auto sink = write_hmt(create_memory(bytes), {.level = 9});
    sink->begin(info, nullptr);
    sink->begin_launch({});
    for (std::uint32_t i = 0; i < count; ++i)
        sink->execute(event_at(i));
    sink->finish();
    return bytes;
}

/// The memory for opening a recording and reading all its events.
std::size_t memory_for(const std::vector<std::byte>& bytes) {
    auto source = open_memory(bytes, "a.hmt");
    const std::size_t before = live_bytes;
    peak_bytes = before;
    const HmtFile file(std::move(source));
    std::vector<BlockExecution> events;
    for (std::size_t i = 0; i < file.execution_chunks(); ++i)
        file.read_executions(i, events);
    RayEvents rays;
    for (std::size_t i = 0; i < file.ray_chunks(); ++i)
        file.read_rays(i, rays);
    ThreadPool pool(1);
    file.validate(pool);
    return peak_bytes - before;
}

TEST(ExecutionMemory, IsBoundedByTheSizeOfTheFile) {
    struct Row {
        std::uint32_t blocks;
        std::uint32_t events;
        std::function<BlockExecution(std::uint32_t)> event_at;
    };
    const Row rows[] = {
        // Every event is alike, and deflates best.
        {1, 300'000, [](std::uint32_t) { return BlockExecution{{}, 0, 0, 0, 0, 0, ~0U}; }},
        // Every event has a warp of its own.
        {1, 300'000, [](std::uint32_t i) { return BlockExecution{{}, 0, 0, i, 0, 0, ~0U}; }},
        {1, 300'000, [](std::uint32_t i) { return BlockExecution{{}, 0, i % 65536, i, i / 5, 0, ~0U}; }},
        // Many basic blocks and few events.
        {65536, 1, [](std::uint32_t i) { return BlockExecution{{}, 0, 0, i, 0, 65535, 1}; }},
        {2, 1, [](std::uint32_t i) { return BlockExecution{{}, 0, 0, i, 0, 1, 1}; }}};
    for (const Row& row : rows) {
        const std::vector<std::byte> bytes = recording_of(row.blocks, row.events, row.event_at);
        const std::size_t memory = memory_for(bytes);
        EXPECT_LE(memory, bytes_per_file_byte * bytes.size()) << bytes.size() << " bytes in the file";
        EXPECT_LE(memory, std::size_t{64} << 20) << bytes.size() << " bytes in the file";
    }
}

/// A recording of `count` ray events of a kind, each with all of a number of lanes and a warp that `warp_of`
/// makes.
std::vector<std::byte> recording_of_rays(RayEventKind kind, std::size_t places, std::uint32_t count,
                                         unsigned lanes,
                                         const std::function<std::uint32_t(std::uint32_t)>& warp_of) {
    std::vector<std::byte> bytes;
    RecordingInfo info;
    info.ray_places.resize(places, {kind, {}, {}});
    const std::vector<Ray> rays(has_rays(kind) ? lanes : 0);
    const std::vector<RayHit> hits(has_hits(kind) ? lanes : 0);
    const auto sink = write_hmt(create_memory(bytes), {.level = 9});
    sink->begin(info, nullptr);
    sink->begin_launch({});
    for (std::uint32_t i = 0; i < count; ++i)
        sink->trace_rays(
            {{}, 0, 0, warp_of(i), 0, static_cast<std::uint32_t>(places - 1), all_lanes(lanes), kind},
            {rays, hits});
    sink->finish();
    return bytes;
}

TEST(RayMemory, IsBoundedByTheSizeOfTheFile) {
    const auto same = [](std::uint32_t) { return 0U; };
    const auto others = [](std::uint32_t i) { return i; };
    for (const RayEventKind kind : {RayEventKind::traced, RayEventKind::committed, RayEventKind::missed})
        for (const std::vector<std::byte>& bytes :
             {recording_of_rays(kind, 1, 30'000, 32, same), recording_of_rays(kind, 1, 30'000, 32, others),
              recording_of_rays(kind, 1, 100'000, 1, same), recording_of_rays(kind, 1, 100'000, 1, others),
              recording_of_rays(kind, 65536, 1, 1, same), recording_of_rays(kind, 1, 1, 1, same)}) {
            const std::size_t memory = memory_for(bytes);
            EXPECT_LE(memory, bytes_per_file_byte * bytes.size()) << bytes.size() << " bytes in the file";
            EXPECT_LE(memory, std::size_t{64} << 20) << bytes.size() << " bytes in the file";
        }
}

} // namespace
} // namespace hitmap
