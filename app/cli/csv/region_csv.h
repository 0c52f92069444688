#pragma once

#include "app/cli/base/output_file.h"
#include "core/profile/query/profile.h"
#include "core/trace/model/element_source.h"

namespace hitmap {

/// Writes the table of `export --regions`: the hundred worst patches of faces and the hundred worst subtrees
/// of boxes, by misses in L1 and by misses in L2, in the window. Throws FileError (output), Cancelled.
void write_region_csv(const Profile& profile, const RecordedScene& scene, const ElementSources& sources,
                      TimeWindow window, TextOutput& out, const JobContext& job);

} // namespace hitmap
