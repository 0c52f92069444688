#pragma once

#include "core/profile/elements/curve_subject.h"
#include "core/profile/query/metric.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace hitmap {

/// A curve that the user has pinned in the Time panel.
struct PinnedCurve {
    CurveSubject subject;
    std::optional<Metric> metric{}; ///< no value: the metric of the pane
    std::size_t look = 0;           ///< which colour and dashes it has, below most_pinned_curves
    friend bool operator==(const PinnedCurve&, const PinnedCurve&) = default;
};

/// The number of colours and dashes that can be told apart.
inline constexpr std::size_t most_pinned_curves = 8;

/// What the Time panel of a pane remembers.
struct PinnedCurves {
    std::vector<PinnedCurve> list{}; ///< at most most_pinned_curves
    void take_recording_part(const PinnedCurves& from) { list = from.list; }
    friend bool operator==(const PinnedCurves&, const PinnedCurves&) = default;
};

template <class Archive>
void fields(Archive& a, PinnedCurves& v) {
    a("curves", v.list);
}

/// Returns the curves with one more, which has the first look that none of them has. Returns them unchanged
/// if the subject has a curve with the metric of the pane, or if there are most_pinned_curves.
[[nodiscard]] std::vector<PinnedCurve> with_curve(std::vector<PinnedCurve> curves,
                                                  const CurveSubject& subject);

/// Returns whether a curve of the subject follows the metric of the pane.
[[nodiscard]] bool has_curve(const std::vector<PinnedCurve>& curves, const CurveSubject& subject);

} // namespace hitmap
