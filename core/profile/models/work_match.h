#pragma once

#include "core/jobs/progress.h"
#include "core/profile/query/profile.h"
#include "core/profile/query/time_window.h"
#include "core/trace/model/recording.h"

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

/// The positions after which the pixels of a recording are not accessed again, in rising order, exact to
/// N / 2^24. Empty if the profile does not know the order of accesses, or counts no accesses of pixels.
/// Throws Cancelled.
[[nodiscard]] std::vector<std::uint64_t> finished_pixels(const Profile& profile, const JobContext& job = {});

/// Matches the time of two recordings of the same pixels by work: the position at which a share of the pixels
/// is finished in A belongs to the one at which the same share is finished in B. Between those, and before
/// the first pixel is finished, positions are matched proportionally. Trees, orders and kernels that need
/// more accesses for a pixel thus get more time for it.
class WorkMatch {
public:
    /// @param a, b                     from finished_pixels(), not empty
    /// @param positions_a, positions_b numbers of positions of the recordings
    WorkMatch(const std::vector<std::uint64_t>& a, std::uint64_t positions_a,
              const std::vector<std::uint64_t>& b, std::uint64_t positions_b);

    /// Rises with the position: 0 for 0, and the number of positions of B for that of A.
    [[nodiscard]] std::uint64_t position_in_b(std::uint64_t position_in_a) const;
    [[nodiscard]] TimeWindow window_in_b(const TimeWindow& in_a) const {
        return {position_in_b(in_a.first), position_in_b(in_a.last)};
    }
    /// The positions in B at which the q equal frames of A begin, and the number of positions of B: [q + 1].
    [[nodiscard]] std::vector<std::uint64_t> frame_bounds_in_b(std::uint64_t q) const;

private:
    std::vector<std::pair<std::uint64_t, std::uint64_t>>
        knots_; ///< positions that match; `first` rises strictly
};

} // namespace hitmap
