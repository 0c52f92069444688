#include "app/cli/base/interrupt.h"

#include "core/jobs/start_thread.h"

#include <csignal>
#include <cstdlib>
#include <poll.h>
#include <pthread.h>
#include <string_view>
#include <unistd.h>

namespace hitmap {

namespace {

sigset_t stop_signals() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    struct sigaction hang_up {};
    sigaction(SIGHUP, nullptr, &hang_up);
    // Nohup has set it to be ignored, so that work continues.
    if (hang_up.sa_handler != SIG_IGN) sigaddset(&set, SIGHUP);
    return set;
}

void unblock_in_child() {
    const sigset_t set = stop_signals();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

/// It does not use stderr, which a thread may have locked, and it does not block.
void say_interrupted() {
    pollfd error{STDERR_FILENO, POLLOUT, 0};
    if (poll(&error, 1, 0) != 1 || (error.revents & POLLOUT) == 0) return;
    const std::string_view text =
        isatty(STDERR_FILENO) != 0 ? "\r\033[Khitmap: interrupted\n" : "hitmap: interrupted\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

} // namespace

Interrupt::Interrupt(OutputFiles& outputs) : outputs_(outputs) {
    const sigset_t set = stop_signals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    pthread_atfork(nullptr, nullptr, unblock_in_child);
    waiter_ = start_thread("Ctrl-C", [this] { await_signal(); });
}

Interrupt::~Interrupt() {
    {
        const std::lock_guard lock(mutex_); // not available if a signal is ending the program
        is_over_ = true;
    }
    pthread_kill(waiter_.native_handle(), SIGTERM); // wakes the waiting thread
}

void Interrupt::await_signal() {
    const sigset_t set = stop_signals();
    int signal = 0;
    while (sigwait(&set, &signal) != 0) {
    }
    mutex_.lock();
    if (!is_over_) end_program(signal);
    mutex_.unlock();
}

void Interrupt::end_program(int signal) {
    // Neither destructors nor exit handlers run, since other threads are still working.
    if (!outputs_.abandon()) std::_Exit(EXIT_SUCCESS);
    say_interrupted();
    std::_Exit(128 + signal);
}

} // namespace hitmap
