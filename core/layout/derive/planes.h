#pragma once

#include "core/layout/derive/access_survey.h"
#include "core/layout/derive/buffer_extent.h"

#include <cstdint>
#include <set>
#include <vector>

namespace hitmap {

/// A structure of arrays: components of 4 bytes in planes of equal size.
struct Planes {
    std::set<std::uint32_t> buffers; ///< one that was listed, or one for each plane
    std::uint64_t first = 0;         ///< least address of a first component
    std::uint64_t distance = 0;      ///< bytes of a plane
    std::uint32_t count = 0;         ///< number of planes
};

/// Finds buffers that are structures of arrays: a lane reads component after component at one distance, which
/// is larger than the range of each component.
[[nodiscard]] std::vector<Planes> find_planes(const AccessSurvey& survey);

} // namespace hitmap
