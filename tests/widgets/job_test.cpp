#include "core/base/error.h"
#include "tests/jobs/no_more_threads.h"
#include "tests/widgets/common.h"
#include "widgets/base/application_threads.h"
#include "widgets/base/job.h"

#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <new>
#include <vector>

namespace hitmap {
namespace {

/// Works until a stop is requested.
int never_ending(const JobContext& job) {
    job.begin("waiting", 100, "ticks");
    for (;;) {
        job.check();
        job.add(1);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

TEST(JobRunner, DeliversTheResultToItsOwnThread) {
    JobRunner runner(Supersede::stop);
    const QSignalSpy finished(&runner, &JobRunner::finished);
    std::unique_ptr<int> result;
    const auto here = std::this_thread::get_id();
    std::thread::id worker;
    std::thread::id delivered;
    runner.start(
        [&worker](const JobContext&) {
            worker = std::this_thread::get_id();
            return std::make_unique<int>(42);
        },
        [&](std::unique_ptr<int> value) {
            delivered = std::this_thread::get_id();
            result = std::move(value);
        });
    EXPECT_TRUE(runner.running());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !runner.running(); }, patience_ms));
    ASSERT_TRUE(result);
    EXPECT_EQ(*result, 42);
    EXPECT_EQ(delivered, here);
    EXPECT_NE(worker, here);
    EXPECT_EQ(finished.count(), 1);
}

TEST(JobRunner, TellsInOrderBeforeTheResult) {
    JobRunner runner(Supersede::stop);
    std::vector<int> told;
    const auto keep = [&told](int value) { told.push_back(value); };
    runner.start_telling(
        [keep](const JobContext&, const JobRunner::Tell& tell) {
            tell([keep] { keep(1); });
            tell([keep] { keep(2); });
            return 3;
        },
        keep);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !runner.running(); }, patience_ms));
    EXPECT_EQ(told, (std::vector{1, 2, 3}));
}

TEST(JobRunner, TellsNothingAfterItWasStopped) {
    JobRunner runner(Supersede::stop);
    const QSignalSpy stopped(&runner, &JobRunner::stopped);
    std::vector<int> told;
    runner.start_telling(
        [&](const JobContext&, const JobRunner::Tell& tell) {
            tell([&] {
                told.push_back(1);
                EXPECT_TRUE(runner.running());
                runner.stop();
            });
            tell([&] { told.push_back(2); });
            return 3;
        },
        [&](int value) { told.push_back(value); });
    ASSERT_TRUE(QTest::qWaitFor([&] { return !runner.running(); }, patience_ms));
    runner.start([](const JobContext&) { return 4; }, [&](int value) { told.push_back(value); });
    ASSERT_TRUE(QTest::qWaitFor([&] { return !runner.running(); }, patience_ms));
    EXPECT_EQ(told, (std::vector{1, 4}));
    EXPECT_EQ(stopped.count(), 1);
}

TEST(JobRunner, TheNewestWinsAndStopsTheOlder) {
    JobRunner runner(Supersede::stop);
    std::vector<int> results;
    const auto keep = [&results](int value) { results.push_back(value); };
    runner.start(never_ending, keep);
    runner.start(never_ending, keep);
    runner.start([](const JobContext&) { return 3; }, keep);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !runner.running(); }, patience_ms));
    EXPECT_EQ(results, std::vector{3});
}

TEST(JobRunner, FinishingRunnersDropOnlyWhatHasNotBegun) {
    JobRunner runner(Supersede::finish);
    std::vector<int> results;
    const auto keep = [&results](int value) { results.push_back(value); };
    auto begun = std::make_shared<std::atomic<bool>>(false);
    auto go_on = std::make_shared<std::atomic<bool>>(false);
    runner.start(
        [begun, go_on](const JobContext& job) {
            *begun = true;
            while (!*go_on)
                job.check();
            return 1;
        },
        keep);
    ASSERT_TRUE(QTest::qWaitFor([&] { return begun->load(); }, patience_ms));
    runner.start([](const JobContext&) { return 2; }, keep);
    runner.start([](const JobContext&) { return 3; }, keep);
    *go_on = true;
    ASSERT_TRUE(QTest::qWaitFor([&] { return !runner.running(); }, patience_ms));
    EXPECT_EQ(results, (std::vector{1, 3}));
}

TEST(JobRunner, StopDropsTheResultAtOnce) {
    JobRunner runner(Supersede::stop);
    const QSignalSpy stopped(&runner, &JobRunner::stopped);
    int deliveries = 0;
    runner.start(never_ending, [&deliveries](int) { ++deliveries; });
    QTest::qWait(20);
    runner.stop();
    EXPECT_FALSE(runner.running());
    EXPECT_EQ(stopped.count(), 1);
    QTest::qWait(50);
    EXPECT_EQ(deliveries, 0);
    EXPECT_EQ(stopped.count(), 1);
}

TEST(JobRunner, ErrorsArriveAsSentences) {
    JobRunner runner(Supersede::stop);
    const QSignalSpy failed(&runner, &JobRunner::failed);
    runner.start([](const JobContext&) -> int { throw FileError("a.hmt", "byte 4", "expected 1, found 2"); },
                 [](int) { FAIL() << "there is no result"; });
    ASSERT_TRUE(QTest::qWaitFor([&] { return !runner.running(); }, patience_ms));
    ASSERT_EQ(failed.count(), 1);
    EXPECT_EQ(failed.at(0).at(0).toString(), QStringLiteral("a.hmt: byte 4: expected 1, found 2"));
}

TEST(JobRunner, OutOfMemorySaysWhatItWasFor) {
    JobRunner runner(Supersede::stop);
    const QSignalSpy failed(&runner, &JobRunner::failed);
    runner.start(
        [](const JobContext& job) -> int {
            job.begin("building the BVH");
            throw std::bad_alloc();
        },
        [](int) { FAIL() << "there is no result"; });
    ASSERT_TRUE(QTest::qWaitFor([&] { return !runner.running(); }, patience_ms));
    ASSERT_EQ(failed.count(), 1);
    EXPECT_EQ(failed.at(0).at(0).toString(),
              QStringLiteral("There is not enough memory for this: building the BVH."));
}

TEST(JobRunner, ReportsProgress) {
    JobRunner runner(Supersede::stop);
    std::optional<double> fraction;
    QObject::connect(&runner, &JobRunner::progressed, &runner,
                     [&fraction](const Progress::Snapshot& progress) { fraction = fraction_of(progress); });
    runner.start(never_ending, [](int) {});
    ASSERT_TRUE(QTest::qWaitFor([&] { return fraction.value_or(0.0) > 0.0; }, patience_ms));
    EXPECT_LE(*fraction, 1.0);
}

TEST(JobRunner, DestroyingJoinsTheRunningJob) {
    auto alive = std::make_shared<std::atomic<int>>(0);
    {
        JobRunner runner(Supersede::stop);
        runner.start(
            [alive](const JobContext& job) {
                ++*alive;
                try {
                    return never_ending(job);
                } catch (const Cancelled&) {
                    --*alive;
                    throw;
                }
            },
            [](int) { FAIL() << "nobody waits for it"; });
        ASSERT_TRUE(QTest::qWaitFor([&] { return alive->load() == 1; }, patience_ms));
    }
    EXPECT_EQ(alive->load(), 0);
    QCoreApplication::processEvents();
}

TEST(JobRunner, DestroyingDropsAFinishedResult) {
    auto done = std::make_shared<std::atomic<bool>>(false);
    {
        JobRunner runner(Supersede::stop);
        runner.start(
            [done](const JobContext&) {
                *done = true;
                return 1;
            },
            [](int) { FAIL() << "nobody waits for it"; });
        while (!*done)
            std::this_thread::yield();
    }
    QCoreApplication::processEvents();
}

TEST(JobRunner, NeedsNoThreadUntilThereIsWork) {
    const NoMoreThreads none;
    std::vector<std::unique_ptr<JobRunner>> runners;
    for (int i = 0; i < 200; ++i)
        runners.push_back(std::make_unique<JobRunner>(Supersede::stop));
}

TEST(JobRunner, ManyShareFewThreads) {
    const JobThreads::Budget budget;
    std::vector<std::unique_ptr<JobRunner>> runners;
    int results = 0;
    for (int i = 0; i < 200; ++i) {
        runners.push_back(
            std::make_unique<JobRunner>(Supersede::stop, i % 2 == 0 ? JobLength::brief : JobLength::lasting));
        runners.back()->start([i](const JobContext&) { return i; }, [&results](int) { ++results; });
        EXPECT_LE(application_threads()->size(), budget.brief + budget.lasting);
    }
    EXPECT_TRUE(QTest::qWaitFor([&] { return results == 200; }, patience_ms));
}

TEST(JobRunner, ABriefJobDoesNotWaitForLastingOnes) {
    std::vector<std::unique_ptr<JobRunner>> lasting;
    for (unsigned i = 0; i <= JobThreads::Budget().lasting; ++i) {
        lasting.push_back(std::make_unique<JobRunner>(Supersede::stop, JobLength::lasting));
        lasting.back()->start(never_ending, [](int) {});
    }
    JobRunner brief(Supersede::stop);
    int result = 0;
    brief.start([](const JobContext&) { return 3; }, [&result](int value) { result = value; });
    EXPECT_TRUE(QTest::qWaitFor([&] { return result == 3; }, patience_ms));
    for (const auto& runner : lasting)
        EXPECT_TRUE(runner->running()) << "the one in line, too";
}

TEST(JobRunner, SaysThatThereIsNoThread) {
    ASSERT_TRUE(QTest::qWaitFor([] { return application_threads()->size() == 0; }, patience_ms));
    JobRunner runner(Supersede::stop);
    const QSignalSpy failed(&runner, &JobRunner::failed);
    int results = 0;
    const auto start = [&] {
        runner.start([](const JobContext&) { return 1; }, [&results](int value) { results += value; });
        ASSERT_TRUE(QTest::qWaitFor([&] { return !runner.running(); }, patience_ms));
    };
    {
        const NoMoreThreads none;
        start();
    }
    ASSERT_EQ(failed.count(), 1);
    EXPECT_EQ(
        failed.at(0).at(0).toString(),
        QStringLiteral("cannot start a thread for a job: the limit of memory or of processes is reached"));
    EXPECT_EQ(results, 0);
    start();
    EXPECT_EQ(results, 1) << "it works again when there are threads";
}

TEST(FractionOf, UnknownTotalsHaveNone) {
    EXPECT_FALSE(fraction_of({}));
    EXPECT_EQ(fraction_of({"reading", "bytes", 25, 100, 1}), 0.25);
    EXPECT_EQ(fraction_of({"reading", "bytes", 250, 100, 1}), 1.0);
}

TEST(FractionOf, IsThatOfTheWholeWhereItIsKnown) {
    EXPECT_EQ(fraction_of({"tracing", "pixels", 25, 100, 3, 0.5}), 0.5);
    EXPECT_EQ(fraction_of({"reading", "", 0, 0, 4, 0.75}), 0.75) << "also if its stage counts nothing";
    EXPECT_EQ(fraction_of({"loading", "triangles", 0, 100, 1, 0.0}), 0.0);
    EXPECT_FALSE(fraction_of({"loading", "", 0, 0, 1, 0.0})) << "nothing is done, nothing is counted";
}

} // namespace
} // namespace hitmap
