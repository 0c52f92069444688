#pragma once

#include "core/profile/models/scene_match.h"
#include "core/profile/query/metric.h"
#include "core/profile/query/profile.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace hitmap {

/// The values of a row in the columns A, B and B - A. An undefined value, such as a rate without look-ups, is
/// missing, and the difference is missing as well.
struct ComparedValue {
    std::optional<double> a;
    std::optional<double> b;
    std::optional<double> difference; ///< B - A

    /// Returns the difference relative to A. No value if the difference is missing or A is 0.
    [[nodiscard]] std::optional<double> change() const;
};

/// The totals of one kind or of all kinds together.
struct ComparedKind {
    std::optional<ElementKindId> kind; ///< no value: all kinds together
    KindSums a;
    KindSums b;
    /// Whether look-ups of both sides can be compared. If not, their difference is missing.
    bool same_counting = true;
    /// Returns the values of a metric of kinds, computed from sums. Without look-ups, a rate is undefined and
    /// a count is 0.
    [[nodiscard]] ComparedValue value(Metric metric) const;
};

/// Returns whether the metric applies to the kind. A metric of look-ups applies only if elements of the kind
/// have look-ups on at least one side. Pixels have look-ups with the hierarchy model only.
[[nodiscard]] bool has_metric(const ComparedKind& kind, Metric metric);

/// Returns the totals of all kinds together, then those of each kind in the order of element_kinds(). `a` and
/// `b` are [kinds], as returned by Profile::totals; the recordings may be of different meshes.
/// @param same_counting  whether both sides count look-ups in the same way, so that they can be compared
[[nodiscard]] std::vector<ComparedKind>
compare_totals(std::span<const KindSums> a, std::span<const KindSums> b, bool same_counting = true);

/// The difference B - A of a metric on the elements of one side, as it is drawn.
struct DifferenceValues {
    /// [elements of the side] B - A if both sides accessed the element; +infinity if only B did, -infinity if
    /// only A did. NaN if neither did, or if the metric is undefined on one side (for example, the reuse
    /// distance if all look-ups are cold).
    std::vector<float> values;
    std::uint64_t both = 0;   ///< elements that both accessed, even if the difference is undefined
    std::uint64_t only_a = 0; ///< elements of the side that only A accessed
    std::uint64_t only_b = 0;
    TimeWindow window_a; ///< the actual windows of the values
    TimeWindow window_b;
    std::vector<float> other_values; ///< buffer that metric_difference reuses
};

/// A profile and its compared window.
struct ComparedWindow {
    const Profile& profile;
    TimeWindow window;
};

/// Computes B - A on the elements of the side `shown_on`. Overwrites `out` and reuses its memory. Throws
/// Error with the reason if elements of the kind cannot be matched, and Cancelled.
void metric_difference(const SceneMatch& match, const ComparedWindow& a, const ComparedWindow& b,
                       ElementKindId kind, Metric metric, Side shown_on, DifferenceValues& out,
                       const JobContext& job = {});

} // namespace hitmap
