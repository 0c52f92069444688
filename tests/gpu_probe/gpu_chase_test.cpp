#include "core/gpu_probe/gpu_chase.h"
#include "core/gpu_probe/gpu_sweep.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>

namespace hitmap {
namespace {

/// Lavapipe; an array of 1 MiB.
class GpuChaseTest : public testing::Test {
protected:
    GpuChaseTest() { setenv("VK_ICD_FILENAMES", HITMAP_LAVAPIPE, 1); }

    static constexpr std::uint64_t bytes = std::uint64_t{1} << 20;
};

TEST_F(GpuChaseTest, DescribesTheDevice) {
    const GpuChase chase("llvmpipe", bytes);
    EXPECT_TRUE(chase.device().is_cpu);
    EXPECT_NE(chase.device().name.find("llvmpipe"), std::string::npos);
    EXPECT_NE(chase.device().driver.find("Mesa"), std::string::npos);
    EXPECT_EQ(chase.device().vendor, "Mesa");
    EXPECT_GE(chase.device().warp_size, 1U);
    EXPECT_EQ(chase.array_bytes(), bytes);
}

TEST_F(GpuChaseTest, FollowsTheChainLoadByLoad) {
    GpuChase chase("", bytes);
    const Chain chain = sweep_chain(SweepOrder::random, 8192, 64);
    chase.write(chain);
    // 16 loads are not timed. A load returns the index of the next element.
    const auto samples = chase.each_latency(16, 300);
    ASSERT_EQ(samples.size(), 300U);
    for (std::size_t i = 0; i < samples.size(); ++i)
        ASSERT_EQ(samples[i].index, chain[(16 + i + 1) % chain.size()]) << i;
    EXPECT_EQ(chase.each_latency(0, 100000).size(), std::size_t{GpuChase::most_each});
}

TEST_F(GpuChaseTest, MeansGoOnWhereTheLastOnesEnded) {
    GpuChase chase("", bytes);
    const Chain chain = Chain::uniform(1000, 16);
    chase.write(chain);
    EXPECT_GT(chase.mean_latency(16, 160, {}), 0.0);
    EXPECT_GT(chase.mean_latency(0, 3 * GpuChase::most_loads / 2, {}), 0.0) << "takes several dispatches";
    EXPECT_GT(chase.mean_latency(GpuChase::most_loads, 16, {}), 0.0);
}

TEST_F(GpuChaseTest, RefusesWordsBeyondTheArray) {
    GpuChase chase("", bytes);
    EXPECT_THROW(chase.write(Chain::uniform(2, bytes / word_bytes)), std::out_of_range);
}

TEST_F(GpuChaseTest, StopsWhenAsked) {
    GpuChase chase("", bytes);
    chase.write(Chain::uniform(1000, 16));
    std::stop_source stop;
    stop.request_stop();
    JobContext job;
    job.stop = stop.get_token();
    EXPECT_ANY_THROW(static_cast<void>(chase.mean_latency(0, 1000, job)));
}

TEST_F(GpuChaseTest, SweepsHaveAPointForEachArray) {
    GpuChase chase("", bytes);
    GpuSweep sweep(chase);
    EXPECT_EQ(sweep.most_bytes(), bytes);
    const SweepPoint point = sweep.measure(SweepOrder::pairs, 16384, 64, {});
    EXPECT_EQ(point.order, SweepOrder::pairs);
    EXPECT_EQ(point.bytes, 16384U);
    EXPECT_EQ(point.stride, 64U);
    EXPECT_GE(point.loads, 32U);
    EXPECT_GT(point.latency, 0.0);
}

/// Every chase is complete and in order, also where it takes several dispatches.
TEST_F(GpuChaseTest, SingleLoadsAreThoseOfUniformChains) {
    GpuChase chase("", bytes);
    const std::vector<ChaseRun> runs = time_single_loads(chase, 64 * 1024, 64, {});
    ASSERT_GT(runs.size(), 10U);
    EXPECT_EQ(runs[0].lap(), std::uint64_t{GpuChase::most_each});
    EXPECT_EQ(runs[0].stride(), 1U);
    bool has_capacity = false;
    for (std::size_t i = 1; i < runs.size(); ++i) {
        EXPECT_EQ(runs[i].stride(), 16U);
        EXPECT_EQ(runs[i].laps(), 3U);
        has_capacity = has_capacity || runs[i].lap() == 1024;
    }
    EXPECT_TRUE(has_capacity);
}

} // namespace
} // namespace hitmap
