#pragma once

#include "core/profile/derived/scene_match.h"
#include "core/profile/query/metric.h"
#include "core/profile/query/profile.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace hitmap {

/// A cell of each column of the table A, B, B - A. Nothing where a value is undefined (a rate without
/// look-ups); then the difference is as well.
struct ComparedValue {
    std::optional<double> a;
    std::optional<double> b;
    std::optional<double> difference; ///< B - A

    /// The difference relative to A; nothing where A has none.
    [[nodiscard]] std::optional<double> change() const;
};

/// Totals of one kind, or of all together.
struct ComparedKind {
    std::optional<ElementKindId> kind; ///< nothing: all together
    KindSums a;
    KindSums b;
    bool same_counting =
        true; ///< whether look-ups of both sides can be compared; if not, they have no difference
    /// Of a metric of kinds. Sum first, divide last; without look-ups a share is undefined and a count 0.
    [[nodiscard]] ComparedValue value(Metric metric) const;
};

/// Whether the metric of kinds says something of this one: one that comes from look-ups does where the kind,
/// or one of the sides, has some (pixels have them under the hierarchy model alone).
[[nodiscard]] bool has_metric(const ComparedKind& kind, Metric metric);

/// All together first (elements_accessed: of all kinds), then each kind in the order of element_kinds(). Both
/// are [kinds], as Profile::totals returns them; the recordings need not be of the same mesh.
/// @param same_counting  whether both sides count the same look-ups, so that these can be compared
[[nodiscard]] std::vector<ComparedKind>
compare_totals(std::span<const KindSums> a, std::span<const KindSums> b, bool same_counting = true);

/// A metric's difference B - A on the elements of one side, as it is drawn.
struct DifferenceValues {
    /// [elements of the side] B - A where both accessed the element; +infinity where B alone did, -infinity
    /// where A alone did; NaN where neither did, where the metric is undefined for one of them (reuse
    /// distance of cold look-ups only).
    std::vector<float> values;
    std::uint64_t both = 0;   ///< elements accessed by both, difference defined or not
    std::uint64_t only_a = 0; ///< elements of the side that A alone accessed
    std::uint64_t only_b = 0;
    TimeWindow window_a; ///< those really served
    TimeWindow window_b;
    std::vector<float> other_values; ///< for metric_difference alone: memory for its next call
};

/// A profile and the window of it that is compared.
struct ComparedWindow {
    const Profile& profile;
    TimeWindow window;
};

/// B - A, on the elements of `shown_on`. `out` is overwritten, its memory used again. Throws Error with the
/// refusal where the kind does not match, Cancelled.
void metric_difference(const SceneMatch& match, const ComparedWindow& a, const ComparedWindow& b,
                       ElementKindId kind, Metric metric, Side shown_on, DifferenceValues& out,
                       const JobContext& job = {});

} // namespace hitmap
