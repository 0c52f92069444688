#pragma once

#include "core/cache/pipeline/hierarchy.h"
#include "core/profile/query/time_window.h"

#include <array>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Hits and look-ups in L1 and L2.
using LevelPair = std::array<LevelSums, 2>;

/// The hits and look-ups of requests by group (frame, SM or launch), computed while the hierarchy model runs.
/// A request belongs to the frame of its position: the number of element accesses before it or, if the
/// recording has none, of requests. Requests after the last position belong to the last frame.
class LevelGroups final : public RequestLevelsSink {
public:
    /// If the number of positions is not known in advance, 16 bytes per request are stored.
    [[nodiscard]] static LevelGroups by_frame(const RecordingInfo& info, std::uint64_t q);
    [[nodiscard]] static LevelGroups by_sm(std::uint32_t sm_count);
    [[nodiscard]] static LevelGroups by_launch(std::uint32_t launch_count);

    void add(const RequestView& block, std::span<const RequestLevels> levels,
             std::span<const ElementAccess> accesses, std::uint64_t first_position) override;

    /// Returns [groups]. Call it after everything was added. `info`: with its final counts.
    [[nodiscard]] const std::vector<LevelPair>& groups(const RecordingInfo& info);

private:
    enum class By : std::uint8_t { frame, sm, launch };
    /// A request whose frame is not known yet.
    struct Later {
        std::uint64_t position;
        RequestLevels levels;
    };
    LevelGroups(By by, std::uint64_t groups) : by_(by), groups_(groups) {}
    void add_to(std::uint64_t group, const RequestLevels& levels);
    [[nodiscard]] std::uint64_t frame_at(std::uint64_t position);

    By by_;
    std::vector<LevelPair> groups_;
    std::uint64_t positions_ = 0;  ///< N; 0: not known yet
    bool counts_requests_ = false; ///< whether positions count requests
    TimeWindow window_;            ///< window of the last request's frame
    std::uint64_t frame_ = 0;      ///< frame of the last request
    std::vector<Later> later_;     ///< all requests, if N is not known
};

} // namespace hitmap
