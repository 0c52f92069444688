#pragma once

#include "core/cache/pipeline/hierarchy.h"
#include "core/profile/query/time_window.h"

#include <array>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Hits and look-ups of L1 and L2.
using LevelPair = std::array<LevelSums, 2>;

/// What the levels said of requests by group (frame, SM, launch), made while the hierarchy model runs. A
/// request belongs to the frame of its position: the number of element accesses before it or, where a
/// recording has none, of requests; what follows the last position belongs to the last frame.
class LevelGroups final : public RequestLevelsSink {
public:
    /// 16 bytes a request are kept where the number of positions is not known beforehand.
    [[nodiscard]] static LevelGroups by_frame(const RecordingInfo& info, std::uint64_t q);
    [[nodiscard]] static LevelGroups by_sm(std::uint32_t sm_count);
    [[nodiscard]] static LevelGroups by_launch(std::uint32_t launch_count);

    void add(const RequestView& block, std::span<const RequestLevels> levels,
             std::span<const ElementAccess> accesses, std::uint64_t first_position) override;

    /// [groups], once all was added. `info`: with its final counts.
    [[nodiscard]] const std::vector<LevelPair>& groups(const RecordingInfo& info);

private:
    enum class By : std::uint8_t { frame, sm, launch };
    /// A request that may lie in any frame yet.
    struct Later {
        std::uint64_t position;
        RequestLevels levels;
    };
    LevelGroups(By by, std::uint64_t groups) : by_(by), groups_(groups) {}
    void add_to(std::uint64_t group, const RequestLevels& levels);
    [[nodiscard]] std::uint64_t frame_at(std::uint64_t position);

    By by_;
    std::vector<LevelPair> groups_;
    std::uint64_t positions_ = 0;  ///< N; 0: not known
    bool counts_requests_ = false; ///< positions are those of requests
    TimeWindow window_;            ///< of the last request's frame
    std::uint64_t frame_ = 0;      ///< of the last request
    std::vector<Later> later_;     ///< all requests, while N is not known
};

} // namespace hitmap
