#include "core/base/error.h"
#include "core/jobs/made_once.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

namespace hitmap {
namespace {

TEST(MadeOnce, AllThreadsGetOneValueThatIsMadeOnce) {
    MadeOnce<int> once;
    std::atomic<int> made = 0;
    std::vector<std::shared_ptr<const int>> values(4);
    {
        std::vector<std::jthread> threads;
        for (auto& value : values)
            threads.emplace_back(
                [&] { value = once.get([&] { return std::make_shared<const int>(++made); }, {}); });
    }
    EXPECT_EQ(made, 1);
    for (const auto& value : values)
        EXPECT_EQ(value, once.known());
}

TEST(MadeOnce, IsMadeAgainAfterAFailure) {
    MadeOnce<int> once;
    const auto fail = []() -> std::shared_ptr<const int> { throw std::runtime_error("no"); };
    EXPECT_THROW((void)once.get(fail, {}), std::runtime_error);
    EXPECT_EQ(once.known(), nullptr);
    EXPECT_EQ(*once.get([] { return std::make_shared<const int>(7); }, {}), 7);
}

TEST(MadeOnce, AJobThatWaitsCanBeStopped) {
    MadeOnce<int> once;
    std::stop_source stop;
    std::atomic<bool> begun = false;
    std::atomic<bool> may_end = false;
    std::jthread maker([&] {
        (void)once.get(
            [&] {
                begun = true;
                begun.notify_all();
                may_end.wait(false);
                return std::make_shared<const int>(1);
            },
            {});
    });
    begun.wait(false);
    stop.request_stop();
    JobContext job;
    job.stop = stop.get_token();
    EXPECT_THROW((void)once.get([] { return std::make_shared<const int>(2); }, job), Cancelled);
    may_end = true;
    may_end.notify_all();
    maker.join();
    EXPECT_EQ(*once.known(), 1);
}

} // namespace
} // namespace hitmap
