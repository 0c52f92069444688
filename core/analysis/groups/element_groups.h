#pragma once

#include "core/jobs/progress.h"
#include "core/profile/query/profile.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The property by which elements are grouped, to find out why they hit or miss. The camera is the recorded
/// one.
enum class Property : std::uint8_t {
    face_slant,  ///< angle between the face and the picture's plane at its centre, in steps of 10 degrees
    face_size,   ///< area in the picture, in steps of a factor of 4
    face_facing, ///< front or back, by the order of the corners
    box_level,   ///< level in the tree
    box_slant,   ///< mean angle (as face_slant) of the triangles below it; boxes of 64 to 255 triangles
    pixel_work,  ///< element accesses of the pixel's rays over the whole recording, in steps of a factor of 2
};

struct PropertyInfo {
    Property property;
    std::string_view name; ///< "face-slant"
    ElementKindId kind;
    std::string_view explanation;
};
[[nodiscard]] std::span<const PropertyInfo> property_table();

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

/// All groups that have elements, in the order of the property. Empty if the recording does not have the
/// property (no levels, no lane tags). Throws Error (no camera), Cancelled.
[[nodiscard]] std::vector<ElementGroup> group_elements(const RecordedScene& scene, const Profile& profile,
                                                       TimeWindow window, Property property,
                                                       const JobContext& job = {});

} // namespace hitmap
