#pragma once

#include "core/profile/models/finished_work.h"
#include "core/profile/query/time_window.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {

/// How much a recording holds, by its numbers, and whether it is in the order in which it was recorded.
struct WorkCounts {
    std::string part{}; ///< part_text() of the recording
    std::uint64_t launches = 0;
    std::uint64_t requests = 0;
    std::uint64_t lane_accesses = 0;
    PerKind<std::uint64_t> element_accesses{};
    std::string dealing{}; ///< dealing_text() of the recording, whose order is another
    friend bool operator==(const WorkCounts&, const WorkCounts&) = default;
};
[[nodiscard]] WorkCounts work_counts(const RecordingInfo& info);

/// A window of a recording, for is_same_work().
struct WindowOfWork {
    const RecordingInfo& info;
    TimeWindow window;

    [[nodiscard]] bool is_whole() const { return window == TimeWindow{0, info.positions()}; }
};
/// Whether two windows hold the same work, as far as is known: both are whole recordings, or the same window
/// of recordings with the same numbers, such as one recording in two memory layouts.
[[nodiscard]] bool is_same_work(const WindowOfWork& a, const WindowOfWork& b);

/// Whether two recordings are of one mesh: the same source, or, where that is not known, as many faces and
/// vertices.
[[nodiscard]] bool are_of_one_mesh(const RecordingInfo& a, const RecordingInfo& b);

/// Matches the time of two recordings by work: a position of A belongs to the position of B at which the same
/// work is finished.
/// - launch: launches end together; within each, the same share of its pixels is finished or, if those are
/// not known of both, of its warps
/// - pixels: the same share of the pixels is finished
/// - warps: the same share of the warps of all launches is finished
/// Between those positions, and before the first of them, positions are matched proportionally. Trees, orders
/// and kernels that need more accesses for a pixel thus get more time for it.
class WorkMatch {
public:
    /// @param by  a way for which both have what is needed, such as best_match(); not FrameMatch::position
    WorkMatch(const FinishedWork& a, const FinishedWork& b, FrameMatch by);

    [[nodiscard]] FrameMatch by() const { return by_; }
    /// Rises with the position: 0 for 0, and the number of positions of B for that of A.
    [[nodiscard]] std::uint64_t position_in_b(std::uint64_t position_in_a) const;
    [[nodiscard]] TimeWindow window_in_b(const TimeWindow& in_a) const {
        return {position_in_b(in_a.first), position_in_b(in_a.last)};
    }
    /// The positions in B at which the q equal frames of A begin, and the number of positions of B: [q + 1].
    [[nodiscard]] std::vector<std::uint64_t> frame_bounds_in_b(std::uint64_t q) const;

private:
    void add(std::uint64_t in_a, std::uint64_t in_b);
    /// Adds where the same shares are finished, at most `most` positions.
    void add_shares(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b,
                    std::size_t most);

    FrameMatch by_;
    std::uint64_t positions_b_;
    /// Positions that match; `first` rises strictly.
    std::vector<std::pair<std::uint64_t, std::uint64_t>> knots_{{0, 0}};
};

} // namespace hitmap
