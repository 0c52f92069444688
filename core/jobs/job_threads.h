#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

namespace hitmap {

/// How long a job may take, as far as that is known before it begins. Each has threads of its own, so that a
/// brief job never waits for lasting ones.
enum class JobLength : std::uint8_t {
    brief,   ///< a question to what is computed already, which the user waits for: values of a frame, a sort
    lasting, ///< reads a file, simulates, or draws many pictures: seconds to hours
};

/// Threads for the jobs of a program. One is started when a job has none to run on, up to a budget; further
/// jobs wait in line, first come, first served. A thread that had no job for a while ends. Nothing else
/// starts or keeps threads for jobs: without jobs there are none. Thread-safe.
class JobThreads {
public:
    struct Budget {
        unsigned brief = 12;   ///< brief jobs that run at the same time, at least 1
        unsigned lasting = 12; ///< lasting jobs that run at the same time, at least 1
        /// How long a thread without a job is kept.
        std::chrono::milliseconds keep{1000};
    };
    class Place;

    JobThreads() : JobThreads(Budget()) {}
    /// Starts no thread.
    /// @param first  is called by each thread before its first job, e.g. give_way(); may be null
    explicit JobThreads(const Budget& budget, void (*first)() = nullptr);
    /// Joins the threads. All places must have been destroyed.
    ~JobThreads();
    JobThreads(const JobThreads&) = delete;
    JobThreads& operator=(const JobThreads&) = delete;

    /// Returns how many threads there are now.
    [[nodiscard]] std::size_t size() const;

private:
    static constexpr std::size_t lengths = 2;
    using Line = std::list<Place*>;
    using Threads = std::list<std::jthread>;

    /// The functions below are called while mutex_ is held.
    [[nodiscard]] std::size_t startable() const;
    [[nodiscard]] Place* next();
    void start_missing();
    void wait_in_line(Place& place);
    void leave_line(Place& place);

    void work(Threads::iterator self);
    void end(Threads::iterator self, std::unique_lock<std::mutex> lock);

    const std::array<unsigned, lengths> most_; ///< by JobLength
    const std::chrono::milliseconds keep_;
    void (*const first_)();
    mutable std::mutex mutex_;       ///< guards all below, and the state of places
    std::condition_variable work_;   ///< there is something to do for a thread
    std::condition_variable rested_; ///< the work of a place has returned
    std::array<Line, lengths> lines_;
    std::array<unsigned, lengths> running_{};
    std::size_t idle_ = 0; ///< threads that run nothing, also those that have not begun yet
    bool ends_ = false;
    Threads threads_;
    Threads ended_; ///< have nothing left to do and are to be joined
};

/// The work of one owner in the line for threads. It runs at most once at a time, on any of the threads.
class JobThreads::Place {
public:
    /// Starts nothing.
    /// @param work  what a thread calls after each request(). It throws nothing, and must not wait for work
    ///              that may still be in line
    Place(std::shared_ptr<JobThreads> threads, JobLength length, std::function<void()> work);
    /// Leaves the line, and waits until the work has returned if it runs. Must not be called by the work.
    ~Place();
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    /// The work begins once more after this call. If it is in line already, that is once for both requests;
    /// if it runs, it begins again afterwards, behind the others that are in line. Where no further thread
    /// can be started, it waits for one of those that there are. Throws Error if there is none.
    void request();

private:
    friend class JobThreads;
    enum class State : std::uint8_t { resting, in_line, running, requested_again };

    const std::shared_ptr<JobThreads> threads_;
    const std::size_t line_; ///< of JobThreads::lines_
    const std::function<void()> work_;
    State state_ = State::resting;
    Line node_; ///< this place while it is not in line, so that waiting in line needs no memory
};

} // namespace hitmap
