#pragma once

#include "core/profile/models/finished_work.h"
#include "core/profile/query/time_window.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace hitmap {

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
