#pragma once

#include "app/cli/base/output_file.h"
#include "core/analysis/groups/worst_regions.h"
#include "core/profile/elements/element_range.h"
#include "core/trace/elements/element_source.h"

#include <vector>

namespace hitmap {

/// Writes the table of `export --regions`: the hundred worst regions of elements of each of these kinds, by
/// misses in L1 and by misses in L2, in the window; only misses of elements within the ranges, if there are
/// ranges of the kind.
/// @param scene   with a profile
/// @param offset  is added to places (mesh_offset())
/// Throws FileError (output), UsageError (no such quantity), Cancelled.
void write_region_csv(const SceneInTime& scene, const ElementSources& sources,
                      const std::vector<ElementKindId>& kinds, const std::vector<ElementRange>& ranges,
                      const glm::dvec3& offset, TextOutput& out, const JobContext& job);

} // namespace hitmap
