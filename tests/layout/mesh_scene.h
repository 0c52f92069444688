#pragma once

#include "core/trace/hmt/file/hmt_reader.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap::test {

/// A mesh with vertex indices of its own.
struct SmallMesh {
    std::vector<glm::vec3> vertices;
    std::vector<glm::uvec3> faces;
};

/// Several meshes in one buffer of vertices and one of indices, as scenes of glTF are uploaded.
struct MeshScene {
    std::vector<glm::vec3> vertices;
    std::vector<glm::uvec3> indices; ///< as stored: of the vertices of the mesh
    std::vector<glm::uvec3> faces;   ///< of all vertices
    std::vector<std::uint32_t> first_faces;
    std::vector<std::uint32_t> base_vertices;
};
[[nodiscard]] MeshScene scene_of(const std::vector<SmallMesh>& meshes);

/// A strip of triangles over `vertices` vertices, from x = `left` on.
[[nodiscard]] SmallMesh strip(std::uint32_t vertices, float left);

/// How a shader reads a face.
struct FaceProgram {
    std::string loads = "i0 i1 i2 v0 v1 v2"; ///< indices and vertices of corners
    bool one_instruction = false;            ///< reads all indices, as a function that is not inlined does
    bool by_floats = false;                  ///< the coordinates of a vertex are read one by one
    bool has_table = true;                   ///< a record of the mesh is read before each face
    bool has_normals = false;                ///< a normal is read after each vertex
};

/// Where the buffers are: "meshes", "indices", "vertices", "normals" and "results".
struct SceneAddresses {
    std::uint64_t meshes = 0x10000;
    std::uint64_t indices = 0x20000;
    std::uint64_t vertices = 0x40000;
    std::uint64_t normals = 0x60000;
    std::uint64_t results = 0x80000;
};

/// A recording without roles, with stored contents: for each face a lane reads it and stores a result.
/// @param read  slots of faces, in order
[[nodiscard]] HmtFile scene_recording(const MeshScene& scene, const FaceProgram& program,
                                      const std::vector<std::uint32_t>& read,
                                      const SceneAddresses& addresses = {});
/// The same as the bytes of a file.
[[nodiscard]] std::vector<std::byte> scene_recording_bytes(const MeshScene& scene, const FaceProgram& program,
                                                           const std::vector<std::uint32_t>& read,
                                                           const SceneAddresses& addresses = {});

} // namespace hitmap::test
