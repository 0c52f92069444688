#include "app/cli/interrupt.h"

#include <csignal>
#include <cstdlib>
#include <ctime>

namespace hitmap {

namespace {

sigset_t stop_signals() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

} // namespace

Interrupt::Interrupt() {
    const sigset_t set = stop_signals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    waiter_ = std::jthread([this, set](const std::stop_token& ended) {
        constexpr timespec tick{0, 50'000'000}; // sigtimedwait cannot be woken by a stop token
        while (!ended.stop_requested()) {
            if (sigtimedwait(&set, nullptr, &tick) < 0) continue;
            if (stop_.stop_requested()) std::_Exit(130); // 128 + SIGINT, as a shell reports it
            stop_.request_stop();
        }
    });
}

Interrupt::~Interrupt() {
    waiter_.request_stop();
    waiter_.join();
    const sigset_t set = stop_signals();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

} // namespace hitmap
