#pragma once

#include "core/trace/io/byte_stream.h"
#include "core/trace/stream/request_source.h"

#include <chrono>
#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>

namespace hitmap {

/// Counts a recording's rays, and notes when its first launch begins and how much of its file is written
/// then.
class LaunchMeter final : public RecordingSink {
public:
    using Clock = std::chrono::steady_clock;

    /// `sink`, counting what is written to it; the meter outlives what is returned.
    [[nodiscard]] std::unique_ptr<ByteSink> counted(std::unique_ptr<ByteSink> sink);

    void begin(const RecordingInfo&, const RecordedScene*) override {}
    void begin_launch(const Launch& launch) override;
    void add(const Request&) override {}
    void tag(const LaneTagRun&) override { ++rays_; } // lanes are tagged when they begin a ray
    void finish() override {}

    [[nodiscard]] std::uint64_t rays() const { return rays_; }
    /// Since the first launch began; 0 without one.
    [[nodiscard]] double launch_seconds() const;
    /// Likewise, of all cores and the whole process.
    [[nodiscard]] double launch_processor_seconds() const;
    /// Written since construction; final when the sink is committed.
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
    /// Of these, behind the begin of the first launch.
    [[nodiscard]] std::uint64_t request_bytes() const { return bytes_ - bytes_before_; }

private:
    std::optional<Clock::time_point> launched_;
    std::clock_t launched_processor_ = 0;
    std::uint64_t rays_ = 0;
    std::uint64_t bytes_ = 0;
    std::uint64_t bytes_before_ = 0;
};

} // namespace hitmap
