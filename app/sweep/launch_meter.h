#pragma once

#include "core/trace/io/byte_stream.h"
#include "core/trace/stream/request_source.h"

#include <chrono>
#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>

namespace hitmap {

/// Counts the rays of a recording. Also measures when its first launch starts, and how many bytes of the file
/// have been written then.
class LaunchMeter final : public RecordingSink {
public:
    using Clock = std::chrono::steady_clock;

    /// Returns a sink that counts the bytes written to `sink`. The meter must outlive it.
    [[nodiscard]] std::unique_ptr<ByteSink> counted(std::unique_ptr<ByteSink> sink);

    void begin(const RecordingInfo&, const RecordedScene*) override {}
    void begin_launch(const Launch& launch) override;
    void add(const Request&) override {}
    void tag(const LaneTagRun&) override { ++rays_; } // each ray starts with a tag
    void finish() override {}

    [[nodiscard]] std::uint64_t rays() const { return rays_; }
    /// Time since the start of the first launch; 0 without a launch.
    [[nodiscard]] double launch_seconds() const;
    /// The same in processor time of all threads of the process.
    [[nodiscard]] double launch_processor_seconds() const;
    /// Bytes written since construction; final when the sink is committed.
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
    /// Bytes written after the start of the first launch.
    [[nodiscard]] std::uint64_t request_bytes() const { return bytes_ - bytes_before_; }

private:
    std::optional<Clock::time_point> launched_;
    std::clock_t launched_processor_ = 0;
    std::uint64_t rays_ = 0;
    std::uint64_t bytes_ = 0;
    std::uint64_t bytes_before_ = 0;
};

} // namespace hitmap
