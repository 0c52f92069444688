#pragma once

#include "core/jobs/progress.h"
#include "core/relayout/model/relayout_options.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <string>
#include <vector>

namespace hitmap {

/// Layouts that a recording cannot have.
struct RefusedLayouts {
    std::string what;   ///< "node-order", "order of 'stack'"
    std::string reason; ///< a part of a sentence
};

struct PossibleLayouts {
    std::vector<RelayoutOptions> layouts; ///< each changes one thing, and the recording has another value
    std::vector<RefusedLayouts> refused;
};

/// The layouts to try for a recording: the orders of nodes, vertices and faces, and the layouts of vertices,
/// for a recording of `hitmap trace`; for other recordings the orders of the elements of each allocation by
/// their use; for each allocation whose elements have a stride of less than 128 bytes that is no power of
/// two, the next power of two; and for each whose elements have padding, the stride without it. Reads no
/// requests. Throws FileError, Cancelled.
/// @param has_mesh  whether there is a mesh in the order of its file (SourceMesh)
[[nodiscard]] PossibleLayouts possible_layouts(const HmtFile& file, bool has_mesh,
                                               const JobContext& job = {});

/// Why the elements of an allocation cannot be moved, as a part of a sentence; empty if they can.
[[nodiscard]] std::string why_not_movable(const Allocation& allocation);

} // namespace hitmap
