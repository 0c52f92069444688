#pragma once

#include "core/cache/array/cache_geometry.h"

#include <string>

namespace hitmap {

/// Configuration of the stack distance cache model (von Buelow et al. 2022, sections 3.2 and 4.2). Geometries
/// must have the policy "lru" and the index "linear", and sectors as long as lines.
struct SdcmConfig {
    CacheGeometry l1{32U << 10, 128, 128, 64};
    CacheGeometry l2{6U << 20, 32, 32, 16};
    friend bool operator==(const SdcmConfig&, const SdcmConfig&) = default;
};

/// Throws UsageError that names the level if a geometry is impossible or has features that this model lacks.
void check_sdcm(const SdcmConfig& config);
/// Returns a note about a geometry that is not a whole number of sets: "33KiB:128:64" has 4.125. The model
/// accepts it, since it only needs the ratio of lines and ways, but no real cache is like that. Empty for
/// other geometries.
[[nodiscard]] std::string broken_sets_note(const CacheGeometry& geometry);

} // namespace hitmap
