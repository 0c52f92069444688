#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace hitmap {

/// A number of threads that run tasks. The thread that waits for its tasks works on them too. A pool of
/// size n therefore keeps n cores busy with n - 1 threads of its own, a pool of size 1 runs everything in the
/// caller (sequentially, in order), and tasks may start and await tasks of the same pool without deadlock.
/// Idle threads poll for work for 100 us, yielding their core, before they sleep.
class ThreadPool {
public:
    /// @param size  number of cores to keep busy, caller included; 0: all cores of the machine
    /// Throws Error if the system does not start that number of threads. With size 0, none is started before
    /// there are tasks, and the pool makes do with fewer.
    /// @param first  is called by each of its threads before the first task, e.g. give_way(); may be null
    explicit ThreadPool(unsigned size = 0, void (*first)() = nullptr);
    /// Joins the threads. All TaskGroups of this pool must have been destroyed.
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    [[nodiscard]] unsigned size() const { return size_; }
    /// Returns how many threads were started.
    [[nodiscard]] unsigned started() const;

private:
    friend class TaskGroup;
    struct Task {
        std::function<void()> run;
        class TaskGroup* group;
    };
    [[nodiscard]] std::jthread start();
    void start_for_task() noexcept;
    void work(const std::stop_token& stop);
    bool run_one_of(const class TaskGroup* group);
    void execute(Task& task);

    const unsigned size_;
    void (*const first_)();
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<Task> tasks_;
    std::atomic<std::size_t> queued_{0}; // size of tasks_; changed under the mutex, read without it
    unsigned unstarted_; // threads that are started when there are tasks; guarded by the mutex
    std::vector<std::jthread> threads_;
};

/// Tasks that are awaited together.
class TaskGroup {
public:
    explicit TaskGroup(ThreadPool& pool) : pool_(pool) {}
    /// Waits for the tasks. Drops the exception of a task if wait() was not called.
    ~TaskGroup();
    TaskGroup(const TaskGroup&) = delete;
    TaskGroup& operator=(const TaskGroup&) = delete;

    void run(std::function<void()> task);
    /// Returns when all tasks have ended. Rethrows the first exception that one of them threw.
    void wait();

private:
    friend class ThreadPool;
    ThreadPool& pool_;
    std::atomic<std::size_t> pending_{0}; // changed under pool_.mutex_, read without it
    std::exception_ptr first_error_;      // guarded by pool_.mutex_
};

/// Calls body(begin, end) for disjoint ranges that cover 0..count, each at most `grain` long and starting at
/// a multiple of `grain`, so that the ranges do not depend on the number of threads. Each thread begins with
/// a run of adjacent ranges in rising order, the caller with the first run. A thread thus mostly gets the
/// same ranges as in an earlier call, while its core still caches their data; with more than two threads,
/// which of the other threads begins with which run is unspecified. Rethrows one of the exceptions; the other
/// ranges may or may not have run then.
void parallel_for(ThreadPool& pool, std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t begin, std::size_t end)>& body);

} // namespace hitmap
