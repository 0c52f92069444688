#include "core/jobs/thread_pool.h"

#include "core/base/error.h"
#include "core/jobs/start_thread.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <utility>

namespace hitmap {

namespace {

/// How long a thread polls for work before it sleeps. Waking a sleeping thread takes about as long, and the
/// stages of a batch follow one another within less.
constexpr std::chrono::microseconds brief{100};

template <class Condition>
void await_briefly(const Condition& is_fulfilled) {
    const auto end = std::chrono::steady_clock::now() + brief;
    while (!is_fulfilled() && std::chrono::steady_clock::now() < end)
        std::this_thread::yield(); // lets another thread that needs the core run
}

/// The ranges that one thread begins with.
struct alignas(64) Share {
    std::atomic<std::size_t> next{0};
    std::size_t end = 0;
};

} // namespace

ThreadPool::ThreadPool(unsigned size, void (*first)())
    : size_(size != 0 ? size : std::max(1U, std::thread::hardware_concurrency())),
      first_(first),
      unstarted_(size != 0 ? 0 : size_ - 1) {
    threads_.reserve(size_ - 1);
    if (size == 0) return;
    try {
        for (unsigned i = 1; i < size; ++i)
            threads_.push_back(start());
    } catch (const Error&) {
        const std::size_t started = threads_.size();
        threads_.clear(); // before the members that the threads use are destroyed
        throw Error(fmt::format("--threads: cannot start {} threads, only {}: the limit of memory or of "
                                "processes is reached",
                                size, started + 1));
    }
}

ThreadPool::~ThreadPool() {
    for (auto& thread : threads_)
        thread.request_stop();
    changed_.notify_all();
}

unsigned ThreadPool::started() const {
    const std::lock_guard lock(mutex_);
    return static_cast<unsigned>(threads_.size());
}

std::jthread ThreadPool::start() {
    return start_thread("a core", [this](const std::stop_token& stop) {
        if (first_ != nullptr) first_();
        work(stop);
    });
}

/// Starts a further thread if one is still to be started. mutex_ is held.
void ThreadPool::start_for_task() noexcept {
    if (unstarted_ == 0) return;
    try {
        threads_.push_back(start()); // there is space for it already
        --unstarted_;
    } catch (const std::exception&) {
        // The pool makes do with the threads that it has: results do not depend on their number.
        unstarted_ = 0;
    }
}

void ThreadPool::work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (true) {
        lock.unlock();
        await_briefly([&] { return queued_ != 0 || stop.stop_requested(); });
        lock.lock();
        if (!changed_.wait(lock, stop, [this] { return !tasks_.empty(); })) return;
        Task task = std::move(tasks_.front());
        tasks_.pop_front();
        --queued_;
        lock.unlock();
        execute(task);
        lock.lock();
    }
}

bool ThreadPool::run_one_of(const TaskGroup* group) {
    Task task;
    {
        const std::lock_guard lock(mutex_);
        const auto found =
            std::find_if(tasks_.begin(), tasks_.end(), [&](const Task& t) { return t.group == group; });
        if (found == tasks_.end()) return false;
        task = std::move(*found);
        tasks_.erase(found);
        --queued_;
    }
    execute(task);
    return true;
}

void ThreadPool::execute(Task& task) {
    std::exception_ptr error;
    try {
        task.run();
    } catch (...) {
        error = std::current_exception();
    }
    task.run = nullptr; // destroys captured objects before the group is notified
    const std::lock_guard lock(mutex_);
    if (error && !task.group->first_error_) task.group->first_error_ = error;
    --task.group->pending_;
    changed_.notify_all();
}

TaskGroup::~TaskGroup() {
    try {
        wait();
    } catch (...) { // NOLINT(bugprone-empty-catch): as documented in the header
    }
}

void TaskGroup::run(std::function<void()> task) {
    {
        const std::lock_guard lock(pool_.mutex_);
        pool_.tasks_.push_back({std::move(task), this});
        ++pending_;
        ++pool_.queued_;
        pool_.start_for_task();
    }
    pool_.changed_.notify_all();
}

void TaskGroup::wait() {
    const auto has_task = [this] {
        return std::any_of(pool_.tasks_.begin(), pool_.tasks_.end(),
                           [this](const ThreadPool::Task& task) { return task.group == this; });
    };
    std::unique_lock lock(pool_.mutex_);
    while (pending_ != 0) {
        lock.unlock();
        await_briefly([&] { return pending_ == 0 || pool_.queued_ != 0; });
        lock.lock();
        pool_.changed_.wait(lock, [&] { return pending_ == 0 || has_task(); });
        lock.unlock();
        while (pool_.run_one_of(this)) {
        }
        lock.lock();
    }
    if (first_error_) std::rethrow_exception(std::exchange(first_error_, nullptr));
}

void parallel_for(ThreadPool& pool, std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t, std::size_t)>& body) {
    if (count == 0) return;
    const std::size_t ranges = (count + grain - 1) / grain;
    const std::size_t threads = std::min<std::size_t>(pool.size(), ranges);
    std::vector<Share> shares(threads);
    for (std::size_t i = 0; i < threads; ++i) {
        shares[i].next = ranges * i / threads;
        shares[i].end = ranges * (i + 1) / threads;
    }
    const auto work = [&](std::size_t first) {
        // A thread first works on its own share, then on what is left of the others' shares.
        for (std::size_t i = 0; i < threads; ++i) {
            Share& share = shares[(first + i) % threads];
            for (std::size_t range = share.next++; range < share.end; range = share.next++)
                body(range * grain, std::min(count, (range + 1) * grain));
        }
    };
    TaskGroup group(pool);
    for (std::size_t i = 1; i < threads; ++i)
        group.run([&work, i] { work(i); });
    work(0);
    group.wait();
}

} // namespace hitmap
