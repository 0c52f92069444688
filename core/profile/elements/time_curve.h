#pragma once

#include "core/jobs/progress.h"
#include "core/profile/elements/curve_subject.h"
#include "core/profile/query/profile.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// A curve that is asked for.
struct WantedCurve {
    CurveSubject subject;
    Metric metric;
};

/// Parses "face:12" or "face:12=l2-misses"; without a metric it is the L1 hit rate. Throws UsageError that
/// names `option`.
[[nodiscard]] WantedCurve parse_curve_request(std::string_view text, std::string_view option);

/// A point of a curve: one frame.
struct CurvePoint {
    /// The window that the sums are of. It contains the frame, and is larger where sums are known at some
    /// positions only: by allocation, line and instruction, and by SM.
    TimeWindow window;
    QuantitySums sums;              ///< of the subject in the window, with those of the metric's level
    double value = undefined_value; ///< undefined_value if the metric is undefined there
};

/// A metric of something in each of q frames.
struct TimeCurve {
    CurveSubject subject;
    Metric metric;
    /// Why no point is known, as a sentence without a full stop; empty if points are known.
    std::string refusal;
    std::vector<CurvePoint> points; ///< [q]; empty with a refusal
};

/// Computes curves over q frames. The sums of requests count everything, whatever the profile is restricted
/// to; those of elements count what the profile counts. Throws Cancelled.
[[nodiscard]] std::vector<TimeCurve> time_curves(const Profile& profile, const RecordingInfo& info,
                                                 std::span<const WantedCurve> requests, std::uint64_t q,
                                                 const JobContext& job = {});

} // namespace hitmap
