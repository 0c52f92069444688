#include "core/jobs/thread_pool.h"
#include "core/trace/hmt_reader.h"
#include "core/trace/hmt_writer.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

TEST(RoundTrip, RequestsComeBackInOrder) {
    RecordingInfo info;
    info.instructions.resize(2);
    ThreadPool pool(2);
    std::vector<std::byte> bytes;
    {
        const auto sink = write_hmt(create_memory(bytes), {.block_requests = 100}, &pool);
        sink->begin(info, nullptr);
        sink->begin_launch(Launch{});
        for (std::uint32_t i = 0; i < 1000; ++i) {
            Request request;
            request.warp = i % 7;
            request.instruction = i % 2;
            request.mask = i + 1;
            request.address.fill(i);
            sink->add(request);
        }
        sink->finish();
    }
    const HmtFile file(open_memory(bytes, "memory"));
    EXPECT_FALSE(file.incomplete());
    EXPECT_EQ(file.info().requests, 1000U);
    file.validate(pool);
    const auto source = request_source(file, pool);
    RequestBlock block;
    std::uint32_t i = 0;
    while (source->next(block, {})) {
        EXPECT_EQ(block.first_request.value, i);
        EXPECT_EQ(block.first_position.value, i);
        for (const auto& entry : block.entries) {
            EXPECT_EQ(entry.mask, i + 1);
            EXPECT_EQ(block.addresses_of(entry)[0], i);
            ++i;
        }
    }
    EXPECT_EQ(i, 1000U);
}

} // namespace
} // namespace hitmap
