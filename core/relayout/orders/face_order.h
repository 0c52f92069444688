#pragma once

#include "core/jobs/progress.h"
#include "core/relayout/model/relayout_draft.h"
#include "core/relayout/model/relayout_options.h"

#include <cstdint>

namespace hitmap {

/// Gives the faces of each leaf another order and, if nodes are linked, the leaves (lay_out()). `mesh` is
/// called if the recording has its vertices in another order than the file. The draft must have the vertices
/// as they were recorded. An estimate if faces change their order within their leaf, because kernels test
/// them in that order. Throws Error if the recording does not say which slots are a leaf; Cancelled, and what
/// `mesh` throws.
void order_faces(RelayoutDraft& draft, MemoryOrder order, std::uint64_t seed, const SourceMesh& mesh,
                 const JobContext& job);

} // namespace hitmap
