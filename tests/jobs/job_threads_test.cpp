#include "core/base/error.h"
#include "core/jobs/job_threads.h"
#include "core/jobs/start_thread.h"
#include "tests/jobs/no_more_threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

namespace hitmap {
namespace {

using Place = JobThreads::Place;
using std::chrono::milliseconds;

constexpr milliseconds for_ever{3600 * 1000};

std::shared_ptr<JobThreads> threads_of(unsigned brief, unsigned lasting, milliseconds keep = for_ever) {
    return std::make_shared<JobThreads>(JobThreads::Budget{brief, lasting, keep});
}

/// Counts what happened, and waits for it.
class Signal {
public:
    void give(int times = 1) {
        const std::scoped_lock lock(mutex_);
        count_ += times;
        changed_.notify_all();
    }
    void take() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return count_ != 0; });
        --count_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int count_ = 0;
};

/// Work that is in the middle until it is let go.
struct Gate {
    Signal begun;
    Signal go;
    std::function<void()> work() {
        return [this] {
            begun.give();
            go.take();
        };
    }
};

TEST(JobThreads, StartNoneBeforeThereIsWork) {
    const auto threads = threads_of(2, 2);
    const Place place(threads, JobLength::brief, [] {});
    EXPECT_EQ(threads->size(), 0U);
}

TEST(JobThreads, UseTheSameThreadAgain) {
    const auto threads = threads_of(8, 8);
    int runs = 0;
    for (int i = 0; i < 50; ++i) {
        Signal done;
        Place place(threads, i % 2 == 0 ? JobLength::brief : JobLength::lasting, [&] {
            ++runs;
            done.give();
        });
        place.request();
        done.take();
    } // the place waits until its work has returned
    EXPECT_EQ(runs, 50);
    EXPECT_EQ(threads->size(), 1U);
}

TEST(JobThreads, KeepToTheBudgetAndRunAll) {
    const auto threads = threads_of(3, 2);
    std::atomic<int> running{0};
    std::atomic<int> most{0};
    std::atomic<int> runs{0};
    std::vector<std::unique_ptr<Place>> places;
    for (int i = 0; i < 40; ++i)
        places.push_back(
            std::make_unique<Place>(threads, i % 2 == 0 ? JobLength::brief : JobLength::lasting, [&] {
                const int now = ++running;
                for (int before = most; before < now && !most.compare_exchange_weak(before, now);) {
                }
                std::this_thread::sleep_for(milliseconds(1));
                --running;
                ++runs;
            }));
    for (const auto& place : places)
        place->request();
    while (runs < 40)
        std::this_thread::yield();
    EXPECT_LE(most, 5);
    EXPECT_LE(threads->size(), 5U);
}

TEST(JobThreads, BriefJobsDoNotWaitForLastingOnes) {
    const auto threads = threads_of(1, 2);
    Gate gate;
    std::vector<std::unique_ptr<Place>> lasting;
    for (int i = 0; i < 4; ++i) {
        lasting.push_back(std::make_unique<Place>(threads, JobLength::lasting, gate.work()));
        lasting.back()->request();
    }
    gate.begun.take();
    gate.begun.take();
    Signal answered;
    Place brief(threads, JobLength::brief, [&] { answered.give(); });
    brief.request();
    answered.take();
    EXPECT_EQ(threads->size(), 3U);
    gate.go.give(4);
    gate.begun.take();
    gate.begun.take();
}

TEST(JobThreads, FirstComeFirstServed) {
    const auto threads = threads_of(1, 1);
    Gate gate;
    Place first(threads, JobLength::brief, gate.work());
    first.request();
    gate.begun.take();
    std::string order;
    Signal done;
    Place a(threads, JobLength::brief, [&] { order += 'a'; });
    Place b(threads, JobLength::brief, [&] { order += 'b'; });
    Place c(threads, JobLength::brief, [&] {
        order += 'c';
        done.give();
    });
    for (Place* place : {&a, &b, &c, &a})
        place->request();
    gate.go.give();
    done.take();
    EXPECT_EQ(order, "abc") << "two requests in line are one";
}

TEST(JobThreads, WorkThatIsRequestedWhileItRunsRunsAgain) {
    const auto threads = threads_of(4, 4);
    Gate gate;
    Place place(threads, JobLength::brief, gate.work());
    place.request();
    gate.begun.take();
    place.request();
    place.request();
    gate.go.give();
    gate.begun.take();
    EXPECT_EQ(threads->size(), 1U) << "it runs once at a time";
    gate.go.give();
}

TEST(JobThreads, APlaceThatIsDestroyedLeavesTheLine) {
    const auto threads = threads_of(1, 1);
    Gate gate;
    Place first(threads, JobLength::brief, gate.work());
    first.request();
    gate.begun.take();
    {
        Place place(threads, JobLength::brief, [] { FAIL() << "its owner has gone"; });
        place.request();
    }
    gate.go.give();
}

TEST(JobThreads, APlaceThatIsDestroyedWaitsForItsWork) {
    const auto threads = threads_of(1, 1);
    std::atomic<bool> ended{false};
    {
        Signal begun;
        Place place(threads, JobLength::lasting, [&] {
            begun.give();
            std::this_thread::sleep_for(milliseconds(5));
            ended = true;
        });
        place.request();
        begun.take();
        place.request(); // is forgotten
    }
    EXPECT_TRUE(ended);
}

TEST(JobThreads, EndWhenThereIsNothingToDo) {
    const auto threads = threads_of(4, 4, milliseconds(1));
    std::atomic<int> runs{0};
    std::vector<std::unique_ptr<Place>> places;
    for (int round = 1; round <= 3; ++round) {
        for (int i = 0; i < 4; ++i) {
            places.push_back(std::make_unique<Place>(threads, JobLength::brief, [&] { ++runs; }));
            places.back()->request();
        }
        while (threads->size() != 0)
            std::this_thread::yield();
        EXPECT_EQ(runs, 4 * round);
    }
}

TEST(JobThreads, SayThatThereIsNone) {
    const auto threads = threads_of(4, 4);
    Signal done;
    Place place(threads, JobLength::brief, [&] { done.give(); });
    {
        const NoMoreThreads none;
        try {
            place.request();
            FAIL() << "there is no thread";
        } catch (const Error& error) {
            EXPECT_STREQ(error.what(),
                         "cannot start a thread for a job: the limit of memory or of processes is reached");
        }
    }
    place.request();
    done.take();
}

TEST(JobThreads, MakeDoWithThoseThatThereAre) {
    const auto threads = threads_of(4, 4);
    Gate gate;
    Place lasting(threads, JobLength::lasting, gate.work());
    lasting.request();
    gate.begun.take();
    const NoMoreThreads none;
    Signal done;
    Place brief(threads, JobLength::brief, [&] { done.give(); });
    brief.request();
    gate.go.give();
    done.take();
    EXPECT_EQ(threads->size(), 1U);
}

TEST(SideBySide, RunsBothOnTwoThreadsOrOnOne) {
    for (const bool can_start : {true, false}) {
        const auto none = can_start ? nullptr : std::make_unique<NoMoreThreads>();
        const auto here = std::this_thread::get_id();
        std::thread::id first;
        std::thread::id second;
        side_by_side(
            "a test", [&] { first = std::this_thread::get_id(); },
            [&] { second = std::this_thread::get_id(); });
        EXPECT_EQ(first, here);
        EXPECT_NE(second, std::thread::id());
        EXPECT_EQ(second != here, can_start);
    }
}

TEST(SideBySide, RethrowsAndWaitsForTheOther) {
    const auto fail = [](const char* what) { return [what] { throw Error(what); }; };
    const auto message_of = [](const std::function<void()>& first, const std::function<void()>& second) {
        try {
            side_by_side("a test", first, second);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    bool ran = false;
    EXPECT_EQ(message_of(fail("first"), [&] { ran = true; }), "first");
    EXPECT_TRUE(ran);
    EXPECT_EQ(message_of([] {}, fail("second")), "second");
    EXPECT_EQ(message_of(fail("first"), fail("second")), "first");
}

int priority_of_this_thread() {
    return ::getpriority(PRIO_PROCESS, 0);
}

TEST(BehindAll, RunsWithTheLowestPriorityAndLeavesThatOfTheCaller) {
    const int before = priority_of_this_thread();
    int within = 0;
    run_behind_all("a test", [&] { within = priority_of_this_thread(); });
    EXPECT_EQ(within, 10);
    EXPECT_EQ(priority_of_this_thread(), before);
    EXPECT_THROW(run_behind_all("a test", [] { throw Error("failed"); }), Error);
    const NoMoreThreads none;
    bool ran = false;
    run_behind_all("a test", [&] { ran = true; });
    EXPECT_TRUE(ran) << "in this thread";
}

} // namespace
} // namespace hitmap
