#pragma once

#include "core/base/error.h"
#include "core/jobs/output_files.h"

#include <mutex>
#include <string>
#include <thread>

namespace hitmap {

/// As long as it exists, Ctrl-C (SIGINT), SIGTERM and the end of the terminal (SIGHUP) end the program
/// immediately, regardless of what its threads do. Incomplete output files are removed. The exit status is
/// 128 plus the number of the signal, as a shell reports it: 130 for Ctrl-C, 143 for SIGTERM. If `outputs`
/// are concluded, the work is done and the exit status is 0. Create it before any other thread: it blocks the
/// signals for all threads created later and waits for them in a thread of its own. Forked processes do not
/// inherit the blocked signals.
class Interrupt {
public:
    /// `outputs` must outlive it. The message begins with `program`. Throws Error if the system cannot start
    /// a thread.
    explicit Interrupt(OutputFiles& outputs, const std::string& program = "hitmap");
    /// The signals stay blocked; the program is about to end.
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

private:
    void await_signal();
    [[noreturn]] void end_program(int signal);

    OutputFiles& outputs_;
    std::string message_; ///< made before a signal comes
    std::mutex mutex_;    ///< never released after a signal ends the program
    bool is_over_ = false;
    std::jthread waiter_;
};

/// Ends a command that a signal has interrupted, and that has kept what it had until then: the exit status is
/// 128 plus the number of the signal.
struct Interrupted : Error {
    Interrupted(int by, const std::string& what) : Error(what), signal(by) {}
    int signal;
};

/// Ends a command that has run another program to its end, and that has kept what it got of it: the exit
/// status is that of the program. Messages were printed.
struct ProgramFailed : Error {
    explicit ProgramFailed(int with) : Error("the program failed"), status(with) {}
    int status; ///< as a shell reports it: 128 plus the number of a signal that ended it
};

/// As long as it exists, a signal of Interrupt that ends this program also prints these lines, each with a
/// line feed. One exists at a time.
class InterruptNote {
public:
    explicit InterruptNote(std::string lines);
    ~InterruptNote();
    InterruptNote(const InterruptNote&) = delete;
    InterruptNote& operator=(const InterruptNote&) = delete;
};

/// As long as it exists, the signals of Interrupt do not end this program, because it waits for another one
/// that they end: Ctrl-C reaches both. A signal that another process sent is passed on. There is one at a
/// time.
class SignalsToProgram {
public:
    SignalsToProgram();
    ~SignalsToProgram();
    SignalsToProgram(const SignalsToProgram&) = delete;
    SignalsToProgram& operator=(const SignalsToProgram&) = delete;

    void pass_to(int process) const;
    /// The last signal that reached this program while the latest object of this kind existed; 0: none.
    [[nodiscard]] static int received();
};

} // namespace hitmap
