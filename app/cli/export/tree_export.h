#pragma once

#include "app/cli/input/model_input.h"
#include "core/profile/models/cache_model.h"
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

} // namespace hitmap
