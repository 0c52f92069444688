#pragma once

#include "core/layout/derive/face_reads.h"
#include "core/layout/derive/stored_contents.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// Faces from stored indices, held against the vertices that lanes read with them.
struct ComparedFaces {
    std::vector<glm::uvec3> slots;    ///< (0, 0, 0) for padding
    std::vector<std::int32_t> source; ///< numbers of the slots that are not padding, -1 for padding
    std::vector<std::string> notes;   ///< what is missing, for the user
    std::string contradiction;        ///< what the layout or the contents contradict; empty: nothing
};

/// Decodes the faces of a buffer. The vertices that lanes read with a face are those of the face, whatever
/// its indices say. Faces that no lane has read get the vertices of their indices, but none
///
/// - if their base vertex is not known, or a vertex does not exist;
/// - if the indices of a tenth of the faces that were read are not those of their vertices: the buffer then
///   holds something else.
/// @param vertices  number of vertices
[[nodiscard]] ComparedFaces compared_faces(const std::vector<std::uint8_t>& bytes, const BufferLayout& buffer,
                                           std::uint64_t vertices, const FaceReads& reads);

} // namespace hitmap
