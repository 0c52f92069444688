#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <thread>

namespace hitmap::capture {

struct DeviceObject;

/// A thread that empties the log whenever a part of a dispatch waits for that, or takes records from a log
/// that is a ring, for as long as a submission runs: its shaders may wait for room.
class LogServer {
public:
    explicit LogServer(DeviceObject& device);
    ~LogServer();
    LogServer(const LogServer&) = delete;
    LogServer& operator=(const LogServer&) = delete;

    /// From here on, a submission may wait.
    void begin_submission();
    /// The submission has ended, or was not made.
    void end_submission();

private:
    void serve(const std::stop_token& stop);
    /// @return whether there was something to do
    bool make_room();

    DeviceObject& device_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::uint32_t submissions_ = 0;
    std::jthread thread_; ///< last: it uses the others
};

} // namespace hitmap::capture
