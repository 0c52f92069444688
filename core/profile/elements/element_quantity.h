#pragma once

#include "core/jobs/progress.h"
#include "core/profile/elements/ray_mean.h"
#include "core/profile/query/profile.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/model/recording.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

class ElementRays;

/// A number of each element of a kind that is drawn, such as a face or a box: one that it has whatever was
/// accessed, by the recorded camera; a mean over the rays that accessed it in the whole recording; or a
/// metric of a window of time.
struct ElementQuantity {
    std::string name;      ///< "face-slant", "face-l1-hit-rate"
    std::string title;     ///< "Slant of faces", "L1 hit rate of faces"
    std::string_view unit; ///< "degrees"; empty: a number without a unit. Shares go from 0 to 1
    ElementKindId kind;
    std::string explanation;
    bool needs_camera;
    bool whole;       ///< values are whole numbers
    bool logarithmic; ///< values differ by orders of magnitude
    std::optional<RayMean> rays;
    std::optional<Metric> metric;
};

/// A scene, and what accessed its elements, in a window of time and at all.
struct SceneInTime {
    const RecordedScene& scene;
    const Profile* profile = nullptr; ///< null: metrics are not known
    TimeWindow window{};
    const ElementRays* rays = nullptr; ///< null: means over rays are not known
};

/// All in the order of lists for users: quantities of faces, of boxes, of other kinds, then metrics of faces,
/// of boxes, of others.
[[nodiscard]] std::span<const ElementQuantity> element_quantities();
/// Null if there is none of this name.
[[nodiscard]] const ElementQuantity* element_quantity_named(std::string_view name);
/// The names of all, separated by commas.
[[nodiscard]] std::string element_quantity_names();
/// Whether the scene has elements and what the quantity is made of: a camera, levels, rays, a profile that
/// knows the metric. Computes nothing.
[[nodiscard]] bool has_quantity(const SceneInTime& scene, const ElementQuantity& quantity);
/// [elements of the kind] NaN for padding and where it is undefined, such as the slant of a face without an
/// area, or a metric of an element that was not accessed. The scene must have the quantity, which is an entry
/// of element_quantities(). The first time, means over rays read the recording, and throw what that throws.
/// Throws Cancelled.
[[nodiscard]] std::vector<float> element_quantity_values(const SceneInTime& scene,
                                                         const ElementQuantity& quantity,
                                                         const JobContext& job = {});

} // namespace hitmap
