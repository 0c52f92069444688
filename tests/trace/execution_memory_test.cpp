// Hostile execution events must not take more memory than the size of their file times a constant. This
// program counts every allocation.

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

} // namespace
} // namespace hitmap
