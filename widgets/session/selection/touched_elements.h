#pragma once

#include "core/jobs/progress.h"
#include "core/profile/query/profile.h"
#include "render/elements/highlights.h"
#include "render/view/view_state.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// Elements of the scene that lanes accessed in some frames while they worked on a pixel. Immutable.
struct TouchedElements {
    std::uint32_t pixel = 0;
    FrameRange frames;               ///< frames of the accesses
    bool known = false;              ///< false: the recording has no lane tags, and there are no elements
    std::vector<Highlight> elements; ///< distinct elements, by rising (kind, element)
    PerKind<std::uint64_t> accesses; ///< accesses for the pixel in the frames
    PerKind<std::uint64_t> counts;   ///< number of distinct elements

    friend bool operator==(const TouchedElements&, const TouchedElements&) = default;
};

/// Throws Cancelled.
[[nodiscard]] std::shared_ptr<const TouchedElements> touched_elements(const Profile& profile,
                                                                      std::uint32_t pixel,
                                                                      const FrameRange& frames,
                                                                      const JobContext& job = {});

} // namespace hitmap
