#include "core/base/error.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "tests/jobs/no_more_threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>
#include <vector>

namespace hitmap {
namespace {

class ThreadPoolOfSize : public testing::TestWithParam<unsigned> {};

TEST_P(ThreadPoolOfSize, CoversEveryIndexOnce) {
    ThreadPool pool(GetParam());
    std::vector<std::atomic<int>> visits(1000);
    parallel_for(pool, visits.size(), 7, [&](std::size_t begin, std::size_t end) {
        EXPECT_EQ(begin % 7, 0U);
        EXPECT_LE(end - begin, 7U);
        for (std::size_t i = begin; i < end; ++i)
            ++visits[i];
    });
    for (const auto& count : visits)
        EXPECT_EQ(count, 1);
}

TEST_P(ThreadPoolOfSize, TakesOverWhatASlowThreadLeaves) {
    ThreadPool pool(GetParam());
    constexpr int ranges = 64;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    std::atomic<int> done{0};
    const auto caller = std::this_thread::get_id();
    parallel_for(pool, ranges, 1, [&](std::size_t /*begin*/, std::size_t /*end*/) {
        if (pool.size() > 1 && std::this_thread::get_id() == caller)
            while (done < ranges - 1 && std::chrono::steady_clock::now() < deadline)
                std::this_thread::yield(); // other threads process the remaining work meanwhile
        ++done;
    });
    EXPECT_LT(std::chrono::steady_clock::now(), deadline);
    EXPECT_EQ(done, ranges);
}

TEST_P(ThreadPoolOfSize, RethrowsWhatARangeThrows) {
    ThreadPool pool(GetParam());
    for (const std::size_t thrower : {0U, 50U, 99U})
        EXPECT_THROW(parallel_for(pool, 100, 1,
                                  [&](std::size_t begin, std::size_t /*end*/) {
                                      if (begin == thrower) throw Error("lost");
                                  }),
                     Error);
}

TEST_P(ThreadPoolOfSize, TasksMayStartAndAwaitTasks) {
    ThreadPool pool(GetParam());
    std::atomic<int> leaves{0};
    const std::function<void(int)> split = [&](int depth) {
        if (depth == 0) {
            ++leaves;
            return;
        }
        TaskGroup group(pool);
        group.run([&] { split(depth - 1); });
        group.run([&] { split(depth - 1); });
        group.wait();
    };
    split(8);
    EXPECT_EQ(leaves, 256);
}

TEST_P(ThreadPoolOfSize, RethrowsTheFirstException) {
    ThreadPool pool(GetParam());
    TaskGroup group(pool);
    group.run([] { throw Error("lost"); });
    EXPECT_THROW(group.wait(), Error);
    group.run([] {});
    EXPECT_NO_THROW(group.wait());
}

INSTANTIATE_TEST_SUITE_P(Sizes, ThreadPoolOfSize, testing::Values(1U, 2U, 5U));

TEST(ThreadPool, SizeOneRunsInTheCallerInOrder) {
    ThreadPool pool(1);
    std::vector<int> order;
    TaskGroup group(pool);
    for (int i = 0; i < 5; ++i)
        group.run([&order, i] { order.push_back(i); });
    group.wait();
    EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(ThreadPool, OfAllCoresStartsThreadsWithTasks) {
    ThreadPool pool;
    EXPECT_EQ(pool.started(), 0U);
    parallel_for(pool, 1000, 1, [](std::size_t /*begin*/, std::size_t /*end*/) {});
    EXPECT_EQ(pool.started(), pool.size() - 1);
}

TEST(ThreadPool, OfAllCoresMakesDoWithoutThreads) {
    const NoMoreThreads none;
    ThreadPool pool;
    std::atomic<int> visits{0};
    for (int round = 0; round < 2; ++round)
        parallel_for(pool, 1000, 1, [&](std::size_t /*begin*/, std::size_t /*end*/) { ++visits; });
    EXPECT_EQ(visits, 2000);
    EXPECT_EQ(pool.started(), 0U);
}

TEST(ThreadPool, OfAGivenSizeSaysThatItHasFewer) {
    const NoMoreThreads none;
    EXPECT_THROW(ThreadPool pool(3), Error);
}

TEST(JobContext, ThrowsCancelledOnceAskedToStop) {
    std::stop_source source;
    const JobContext job{source.get_token(), nullptr};
    EXPECT_NO_THROW(job.check());
    source.request_stop();
    EXPECT_THROW(job.check(), Cancelled);
}

TEST(Progress, CountsWithinAStage) {
    Progress progress;
    progress.begin("first", 10, "items");
    progress.add(4);
    progress.begin("second", 5);
    progress.add(1);
    const auto snapshot = progress.snapshot();
    EXPECT_EQ(snapshot.stage, "second");
    EXPECT_EQ(snapshot.done, 1U);
    EXPECT_EQ(snapshot.total, 5U);
    EXPECT_EQ(snapshot.stage_number, 2U);
}

} // namespace
} // namespace hitmap
