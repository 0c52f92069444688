#include "app/cli/base/interrupt.h"

#include "core/jobs/start_thread.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <poll.h>
#include <pthread.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace hitmap {

namespace {

/// The process that signals are for: 0: this one; -1: another one that does not run yet. Signals belong to
/// the whole process, and so does this.
std::atomic<int>& signalled_process() {
    static std::atomic<int> process{0};
    return process;
}

/// The last signal that did not end this process because it was for another one.
std::atomic<int>& received_signal() {
    static std::atomic<int> signal{0};
    return signal;
}

/// A signal for another process that came before that process was known; 0: none.
std::atomic<int>& early_signal() {
    static std::atomic<int> signal{0};
    return signal;
}
/// Held while a signal is passed on, and while it becomes known which process gets it.
std::mutex& passing_mutex() {
    static std::mutex mutex;
    return mutex;
}

/// What a signal that ends this process says besides.
struct Note {
    std::mutex mutex;
    std::string lines;
};
Note& note() {
    static Note the_note;
    return the_note;
}

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
void say(std::string_view message) {
    pollfd error{STDERR_FILENO, POLLOUT, 0};
    if (poll(&error, 1, 0) != 1 || (error.revents & POLLOUT) == 0) return;
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message.data(), message.size());
}

} // namespace

Interrupt::Interrupt(OutputFiles& outputs, const std::string& program)
    : outputs_(outputs),
      message_((isatty(STDERR_FILENO) != 0 ? "\r\033[K" : "") + program + ": interrupted\n") {
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
    for (;;) {
        siginfo_t info{};
        const int signal = sigwaitinfo(&set, &info);
        if (signal < 0) continue;
        const std::lock_guard lock(mutex_);
        if (is_over_) return;
        const std::lock_guard passing(passing_mutex());
        const int other = signalled_process();
        if (other == 0) end_program(signal);
        received_signal() = signal;
        if (info.si_code == SI_KERNEL) continue; // the terminal sends its signals to both processes
        if (other > 0)
            kill(other, signal);
        else
            early_signal() = signal;
    }
}

InterruptNote::InterruptNote(std::string lines) {
    const std::lock_guard lock(note().mutex);
    note().lines = std::move(lines);
}

InterruptNote::~InterruptNote() {
    const std::lock_guard lock(note().mutex);
    note().lines.clear();
}

SignalsToProgram::SignalsToProgram() {
    received_signal() = 0;
    early_signal() = 0;
    signalled_process() = -1;
}

SignalsToProgram::~SignalsToProgram() {
    signalled_process() = 0;
}

void SignalsToProgram::pass_to(int process) const {
    const std::lock_guard passing(passing_mutex());
    signalled_process() = process;
    if (const int signal = early_signal().exchange(0); signal != 0) kill(process, signal);
}

int SignalsToProgram::received() {
    return received_signal();
}

void Interrupt::end_program(int signal) {
    // Neither destructors nor exit handlers run, since other threads are still working.
    if (!outputs_.abandon()) std::_Exit(EXIT_SUCCESS);
    say(message_);
    {
        const std::lock_guard lock(note().mutex);
        say(note().lines);
    }
    std::_Exit(128 + signal);
}

} // namespace hitmap
