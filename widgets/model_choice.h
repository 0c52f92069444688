#pragma once

#include "core/cache/sdcm.h"
#include "core/profile/ray_filter.h"

#include <optional>

namespace hitmap {

/// What a person chose about the simulation: the caches, and the rays whose accesses count. A plain value.
struct ModelChoice : SdcmConfig {
    std::optional<RaySelection> rays; ///< nothing: all
    friend bool operator==(const ModelChoice&, const ModelChoice&) = default;
};

} // namespace hitmap
