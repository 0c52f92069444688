#include "widgets/session/selection/pinned_curve.h"

#include <algorithm>

namespace hitmap {

bool has_curve(const std::vector<PinnedCurve>& curves, const CurveSubject& subject) {
    return std::ranges::any_of(
        curves, [&](const PinnedCurve& curve) { return curve.subject == subject && !curve.metric; });
}

std::vector<PinnedCurve> with_curve(std::vector<PinnedCurve> curves, const CurveSubject& subject) {
    if (has_curve(curves, subject) || curves.size() >= most_pinned_curves) return curves;
    std::size_t look = 0;
    while (std::ranges::count(curves, look, &PinnedCurve::look) != 0)
        ++look;
    curves.push_back({subject, std::nullopt, look});
    return curves;
}

} // namespace hitmap
