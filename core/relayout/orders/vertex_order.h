#pragma once

#include "core/jobs/progress.h"
#include "core/relayout/model/relayout_draft.h"
#include "core/relayout/model/relayout_options.h"

#include <cstdint>
#include <optional>

namespace hitmap {

/// The allocation of the scene's vertices. Throws Error.
[[nodiscard]] std::uint32_t recorded_vertices(const RelayoutDraft& draft);

/// The allocation of the scene's normals, if there is one.
[[nodiscard]] std::optional<std::uint32_t> recorded_normals(const RelayoutDraft& draft);

/// The mesh in the order of its file: the recorded one, or that of `mesh` if it was recorded in another
/// order. Throws Error if there is neither; Cancelled, and what `mesh` throws.
[[nodiscard]] Mesh mesh_of_file(const RelayoutDraft& draft, const SourceMesh& mesh, const JobContext& job);

/// Gives the vertices another order, and the normals the order that follows from it (normal_places()). The
/// faces name them by their new numbers. `use` has the vertices, if the order is by use. `mesh` is called
/// if the order is that of the file or computed from it, and the recording does not have it. Throws Error
/// if that mesh is not the one that was recorded; Cancelled, and what `mesh` throws.
void order_vertices(RelayoutDraft& draft, const VertexOrderChoice& order, std::uint64_t seed,
                    const SourceMesh& mesh, const RecordingUse& use, const JobContext& job);

/// Stores vertices and normals as an array of structures or as a structure of arrays.
void set_vertex_layout(RelayoutDraft& draft, VertexLayout layout);

} // namespace hitmap
