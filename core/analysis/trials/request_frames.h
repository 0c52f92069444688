#pragma once

#include "core/cache/pipeline/hierarchy.h"
#include "core/cache/results/traffic_sums.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Sums what loads and atomics wait for in frames with equally many requests each, but for the last one, and
/// counts lanes. The number of requests need not be known before: frames are joined in pairs whenever there
/// would be too many. Recordings with the same requests have the same frames.
class RequestFrames final : public RequestTrafficSink {
public:
    static constexpr std::size_t most_frames = 32;

    /// @param checks_accesses  whether the model finds element accesses, though they are not needed here, so
    ///                         that it notices if there are more or fewer than the file states
    RequestFrames(const RecordingInfo& info, bool checks_accesses);
    [[nodiscard]] bool reads_accesses() const override { return checks_accesses_; }
    void add(const RequestView& block, std::span<const RequestTraffic> traffic,
             std::span<const ElementAccess> accesses, std::uint64_t first_position) override;

    /// Returns at most most_frames, and at least half as many if there are as many requests. Of the sums,
    /// only those that waiting_of() reads are set; atomics count as `bypassing`.
    [[nodiscard]] const std::vector<TrafficSums>& frames() const { return frames_; }
    /// Active lanes of all requests, added up.
    [[nodiscard]] std::uint64_t lane_accesses() const { return lane_accesses_; }

private:
    /// [info.instructions] A copy, since a source that is made meanwhile replaces its tables at its end.
    std::vector<Operation> operations_;
    bool checks_accesses_;
    std::vector<TrafficSums> frames_;
    std::uint64_t requests_ = 0;
    std::uint64_t lane_accesses_ = 0;
    std::uint64_t width_ = 1; ///< requests of a frame
};

} // namespace hitmap
