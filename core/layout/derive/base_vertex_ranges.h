#pragma once

#include "core/layout/derive/face_reads.h"
#include "core/layout/model/base_vertices.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// What has to be added to three indices to get three vertices, in whichever order; nothing if no number
/// does.
[[nodiscard]] std::optional<std::int64_t> base_vertex_of(const glm::uvec3& indices,
                                                         const glm::uvec3& vertices);

/// Derives the base vertices of a buffer of faces: what lanes read with a face is held against its indices.
/// A face that no lane has read
///
/// - has the base vertex of the faces before and behind it that were read, where these have the same;
/// - is not known between faces with different base vertices, since the border is somewhere between them;
/// - before the first or behind the last face that was read has the base vertex of that face. If this leaves
///   three vertices or more without a face, another mesh has them, and the face is not known.
///
/// Empty if the base vertex is 0 everywhere, if no face was read, or if the vertices of a tenth of these
/// contradict the indices, so that the buffer seems not to hold what lanes read.
/// @param indices    [slots] as stored; (0, 0, 0) is padding
/// @param positions  [vertices] as stored; vertices at the origin may be memory that is not used
[[nodiscard]] BaseVertices find_base_vertices(const std::vector<glm::uvec3>& indices,
                                              const std::vector<glm::vec3>& positions,
                                              const FaceReads& reads);

} // namespace hitmap
