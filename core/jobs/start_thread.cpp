#include "core/jobs/start_thread.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <exception>
#include <sys/resource.h>
#include <system_error>
#include <utility>

namespace hitmap {

namespace {

/// @param priority  as in setpriority()
void lower_priority(int priority) {
    // On Linux, the number 0 means the calling thread, not its process. If it fails, it does no harm.
    (void)::setpriority(PRIO_PROCESS, 0, priority);
}

template <class Work>
std::jthread started(std::string_view purpose, Work work) {
    try {
        return std::jthread(std::move(work));
    } catch (const std::system_error&) {
        throw Error(fmt::format(
            "cannot start a thread for {}: the limit of memory or of processes is reached", purpose));
    }
}

/// Work that keeps what it throws, for the thread that waits for it.
std::function<void()> keeping(std::exception_ptr& error, std::function<void()> work) {
    return [&error, work = std::move(work)] {
        try {
            work();
        } catch (...) {
            error = std::current_exception();
        }
    };
}

} // namespace

std::jthread start_thread(std::string_view purpose, std::function<void()> work) {
    return started(purpose, std::move(work));
}

std::jthread start_thread(std::string_view purpose, std::function<void(const std::stop_token&)> work) {
    return started(purpose, std::move(work));
}

void side_by_side(std::string_view purpose, const std::function<void()>& first,
                  const std::function<void()>& second) {
    std::exception_ptr error;
    std::jthread beside;
    try {
        beside = start_thread(purpose, keeping(error, second));
    } catch (const Error&) {
        first();
        second();
        return;
    }
    first(); // if it throws, the other thread is joined all the same
    beside.join();
    if (error) std::rethrow_exception(error);
}

void give_way() {
    lower_priority(5); // a third of the time that a thread of usual priority gets on the same core
}

void give_way_to_all() {
    lower_priority(10); // a third of the time of a thread that gives way: it ends on a busy machine, too
}

void run_behind_all(std::string_view purpose, const std::function<void()>& work) {
    std::exception_ptr error;
    std::jthread behind;
    try {
        behind = start_thread(purpose, keeping(error, [&] {
                                  give_way_to_all();
                                  work();
                              }));
    } catch (const Error&) {
        work();
        return;
    }
    behind.join();
    if (error) std::rethrow_exception(error);
}

} // namespace hitmap
