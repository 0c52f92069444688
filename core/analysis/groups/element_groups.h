#pragma once

#include "core/jobs/progress.h"
#include "core/profile/query/profile.h"
#include "core/trace/model/element_kind.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// What elements are grouped by, to find out why they hit or miss. The camera is the recorded one.
enum class Property : std::uint8_t {
    slant,       ///< of triangles: angle to the picture's plane at their centre, in steps of 10 degrees
    size,        ///< of triangles: area in the picture, in steps of a factor of 4
    facing,      ///< of triangles: front or back, by the order of the corners
    extent,      ///< of bodies: area of their bounds in the picture, in steps of a factor of 4
    instance,    ///< of faces: the instance that they belong to
    level,       ///< of elements of a tree: level in the tree
    slant_below, ///< of boxes: mean angle (as slant) of the triangles below them; boxes of 64 to 255
                 ///< triangles
    work, ///< of pixels: element accesses of their rays over the whole recording, in steps of a factor of 2
};

/// A property of the elements of one kind.
struct PropertyInfo {
    Property property;
    ElementKindId kind;
    std::string name; ///< "face-slant"
    std::string explanation;
};
/// The properties that each kind has, by its row in the table of kinds: those of faces, of boxes, of others.
[[nodiscard]] std::span<const PropertyInfo> property_table();
/// Null if there is none of this name.
[[nodiscard]] const PropertyInfo* property_named(std::string_view name);

/// Elements with similar values of the property.
struct ElementGroup {
    std::string name;           ///< "10-20 degrees"
    std::uint64_t elements = 0; ///< without padding
    KindSums sums;
    /// Pixels only: the mean, over the pixels that were written, of their access order minus the mean access
    /// order of up to 33 pixels around them in their row, in units of the window. Above 0: written later than
    /// their neighbours.
    std::optional<double> lateness;
};

/// All groups that have elements, in the order of the property, which is an entry of property_table(). Empty
/// if the recording does not have the property (no levels, no lane tags). Throws Error (no camera),
/// Cancelled.
[[nodiscard]] std::vector<ElementGroup> group_elements(const RecordedScene& scene, const Profile& profile,
                                                       TimeWindow window, const PropertyInfo& property,
                                                       const JobContext& job = {});

} // namespace hitmap
