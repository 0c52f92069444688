#pragma once

#include "core/cache/array/cache_geometry.h"

#include <string>

namespace hitmap {

/// Configuration of the stack distance cache model (von Buelow et al. 2022, sections 3.2 and 4.2).
/// Policy and index of the geometries must be "lru" and "linear", sector == line.
struct SdcmConfig {
    CacheGeometry l1{32U << 10, 128, 128, 64};
    CacheGeometry l2{6U << 20, 32, 32, 16};
    friend bool operator==(const SdcmConfig&, const SdcmConfig&) = default;
};

/// Throws UsageError naming the level where a geometry is impossible, or has what this model does not.
void check_sdcm(const SdcmConfig& config);
/// What to say of a geometry whose lines are not a whole number of sets, as "33KiB:128:64" has 4.125 of them:
/// the model takes it, since it needs only the ratio of lines and ways, but no cache is like that. Empty
/// where there is nothing to say.
[[nodiscard]] std::string broken_sets_note(const CacheGeometry& geometry);

} // namespace hitmap
