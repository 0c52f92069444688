#pragma once

#include "core/jobs/output_files.h"

#include <mutex>
#include <thread>

namespace hitmap {

/// While it lives, Ctrl-C (SIGINT), SIGTERM and the end of the terminal (SIGHUP) end the program at any
/// moment and at once, whatever its threads are doing: files that it has not completed are removed, and the
/// exit status is 128 and the number of the signal, as a shell reports it: 130 for Ctrl-C, 143 for SIGTERM.
/// Where `outputs` are concluded, the work is done, and the exit status is 0. Create it before any other
/// thread, since the signals are blocked in every thread that is created later and awaited in one of its own;
/// processes that are forked do not inherit that.
class Interrupt {
public:
    /// `outputs` outlive it. Throws Error where the system starts no thread.
    explicit Interrupt(OutputFiles& outputs);
    /// The signals stay blocked, for a program that is about to end by itself.
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

private:
    void await_signal();
    [[noreturn]] void end_program(int signal);

    OutputFiles& outputs_;
    std::mutex mutex_; ///< held for ever once a signal ends the program
    bool is_over_ = false;
    std::jthread waiter_;
};

} // namespace hitmap
