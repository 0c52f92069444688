#pragma once

#include "core/geometry/mesh/mesh.h"
#include "core/layout/derive/face_reads.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// How the buffers of a recording hold the faces and vertices of a mesh file.
struct MeshMatch {
    std::vector<std::int32_t> face_source;    ///< [slots] face of the mesh; -1: padding, or not known
    std::vector<std::uint32_t> vertex_source; ///< [vertices] vertex of the mesh; empty: the same number
    /// How many vertices of the mesh are before the first byte of the buffer of vertices, whose beginning was
    /// only estimated.
    std::uint64_t vertex_shift = 0;
    std::string how; ///< how the faces were found, for the user
};

struct MeshMatchInput {
    std::uint64_t slots = 0;
    const FaceLinks& observed;
    /// How many vertices the buffer of vertices may begin too late, in steps of `shift_step`; 0: not at all.
    std::uint64_t most_shift = 0;
    std::uint64_t shift_step = 1;
};

/// The source face of each slot as a file says: one whole number on each line, -1 for padding. Throws
/// FileError.
[[nodiscard]] std::vector<std::int32_t> read_face_sources(const std::string& path, std::uint64_t slots,
                                                          std::uint64_t faces);

/// Finds the faces of the mesh in the slots.
///
/// - `sources`, if it is not empty, says it. The order of the vertices in memory then follows from the
/// observed
///   faces.
/// - Otherwise an observed face is the face of the mesh with the same three vertices. Several slots may refer
///   to one face. Slots that were never read, or whose vertices are those of no face, get no source.
/// - Without observed faces, and with as many slots as faces, slot i is face i.
///
/// Throws Error if none of it is possible; Cancelled.
[[nodiscard]] MeshMatch match_mesh(const Mesh& mesh, const MeshMatchInput& input,
                                   std::vector<std::int32_t> sources, const JobContext& job);

} // namespace hitmap
