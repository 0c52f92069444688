#pragma once

#include "app/cli/base/output_file.h"
#include "app/cli/options/model_options.h"
#include "core/profile/filter/restriction.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/query/time_window.h"
#include "core/trace/model/recording.h"

#include <string>

namespace hitmap {

/// Returns what a recording lacks of its tree and where that comes from, as the end of "expected ..., found":
/// "no boxes; ..."; empty if it has boxes with extents and parents.
/// @param scene  may be null
[[nodiscard]] std::string lacks_of_tree(const RecordingInfo& info, const RecordedScene* scene);

/// Throws FileError that says what is missing if the recording does not know the tree of its boxes;
/// Cancelled.
void require_tree(ModelInput& input, const JobContext& job);

/// Writes the table of `export --tree` for a window of time. Throws FileError that says what is missing if
/// the recording does not know the tree, and before it simulates; FileError (output), Cancelled.
void write_tree(const ModelConfig& config, const Restriction& only, TimeWindow window, ModelInput& input,
                TextOutput& text, const JobContext& job);

} // namespace hitmap
