#pragma once

#include <stop_token>
#include <thread>

namespace hitmap {

/// Turns Ctrl-C (SIGINT) and SIGTERM into a stop request. Create it before any other thread exists, since the
/// signals are blocked in every thread that is created later and awaited in one of its own.
/// A second Ctrl-C ends the program at once.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

private:
    std::stop_source stop_;
    std::jthread waiter_;
};

} // namespace hitmap
