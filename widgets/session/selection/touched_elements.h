#pragma once

#include "core/jobs/progress.h"
#include "core/profile/query/profile.h"
#include "render/scene/highlights.h"
#include "render/view/view_state.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// Faces and boxes that lanes accessed in some frames while they worked on a pixel. Immutable.
struct TouchedElements {
    std::uint32_t pixel = 0;
    FrameRange frames;                   ///< frames of the accesses
    bool known = false;                  ///< false: the recording has no lane tags, and there are no elements
    std::vector<Highlight> elements;     ///< distinct elements, by rising (kind, element)
    std::vector<std::uint64_t> accesses; ///< [element_kinds()] accesses for the pixel in the frames
    std::vector<std::uint64_t> counts;   ///< [element_kinds()] number of distinct elements

    friend bool operator==(const TouchedElements&, const TouchedElements&) = default;
};

/// Throws Cancelled.
[[nodiscard]] std::shared_ptr<const TouchedElements> touched_elements(const Profile& profile,
                                                                      std::uint32_t pixel,
                                                                      const FrameRange& frames,
                                                                      const JobContext& job = {});

} // namespace hitmap
