#pragma once

#include "core/jobs/progress.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/model/recording.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// A number that each face or box of a scene has, whatever was accessed. The camera is the recorded one.
struct ElementQuantity {
    std::string_view name;  ///< "face-slant"
    std::string_view title; ///< "Slant of faces"
    std::string_view unit;  ///< "degrees"; empty: a number without a unit
    ElementKindId kind;
    std::string_view explanation;
    bool needs_camera;
    bool whole;       ///< values are whole numbers
    bool logarithmic; ///< values differ by orders of magnitude
};

/// All in the order of lists for users.
[[nodiscard]] std::span<const ElementQuantity> element_quantities();
/// Null if there is none of this name.
[[nodiscard]] const ElementQuantity* element_quantity_named(std::string_view name);
/// The names of all, separated by commas.
[[nodiscard]] std::string element_quantity_names();
/// Whether the scene has elements and what the quantity is made of: a camera, levels.
[[nodiscard]] bool has_quantity(const RecordedScene& scene, const ElementQuantity& quantity);
/// [elements of the kind] NaN for padding and where it is undefined, such as the slant of a face without an
/// area. The scene must have the quantity, which is an entry of element_quantities(). Throws Cancelled.
[[nodiscard]] std::vector<float> element_quantity_values(const RecordedScene& scene,
                                                         const ElementQuantity& quantity,
                                                         const JobContext& job = {});

} // namespace hitmap
