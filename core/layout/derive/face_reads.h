#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/model/recording_layout.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <unordered_map>
#include <unordered_set>

namespace hitmap {

/// The vertices that lanes read with each face slot: the faces of the mesh as far as rays have tested them.
/// By slot; vertices are numbered as in the buffer of vertices.
using FaceLinks = std::unordered_map<std::uint32_t, glm::uvec3>;

/// What lanes read of faces and vertices.
///
/// A lane tests a face where it reads its three indices, one after another or together, and three vertices:
/// each vertex after its index, in whichever order and with whatever reads of other buffers between them. The
/// k-th vertex that is read belongs to the k-th index that is read.
struct FaceReads {
    FaceLinks faces;
    /// Slots that are read with different vertices at different times. They are not in `faces`.
    std::unordered_set<std::uint32_t> doubtful;
    std::uint64_t indices = 0;          ///< how often an index was read
    std::uint64_t indices_of_tests = 0; ///< those of them that belong to the test of a face
};

/// Reads the whole recording. Empty if the layout has no faces or no vertices. Throws FileError, Cancelled.
[[nodiscard]] FaceReads read_faces(const HmtFile& file, const RecordingLayout& layout, ThreadPool& pool,
                                   const JobContext& job);

} // namespace hitmap
