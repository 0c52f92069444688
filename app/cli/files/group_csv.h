#pragma once

#include "app/cli/base/output_file.h"
#include "core/profile/query/profile.h"

namespace hitmap {

/// Writes the table of `export --groups` for the whole recording: one row for each group of each property, in
/// the order of property_table(). Empty cells are undefined values.
void write_group_csv(const Profile& profile, const RecordedScene& scene, TextOutput& out,
                     const JobContext& job);

} // namespace hitmap
