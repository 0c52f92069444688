#pragma once

#include "core/geometry/import_report.h"
#include "core/geometry/mesh/mesh.h"
#include "core/jobs/progress.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The content of a mesh file, before missing normals are filled in.
struct ReadMesh {
    Mesh mesh; ///< corners without a normal have no_normal in normal_faces; normals and normal_faces are
               ///< empty if no corner has one
    /// Was taken off the coordinates of the file; 0 for most meshes (CoordinateRange).
    glm::dvec3 offset{0.0};
    ImportReport report;
};
inline constexpr std::uint32_t no_normal = ~std::uint32_t{0};

/// Writes the stream by which the mesh-reading process answers. It consists of records: a kind, a size in
/// bytes and a payload in memory representation, since both ends run on one computer and come from one build.
/// Any number of progress and input records is followed by either an error or the mesh.
class MeshStreamWriter {
public:
    /// Called with consecutive pieces of the stream. The pieces of two records are never interleaved.
    using Write = std::function<void(const void* data, std::size_t size)>;
    explicit MeshStreamWriter(Write write);

    /// Thread-safe, like input().
    void progress(const Progress::Snapshot& snapshot);
    /// Reports the total size in bytes of all files opened so far: the limits of the process depend on it.
    void input(std::uint64_t bytes);
    void error(std::string_view place, std::string_view message);
    void mesh(const ReadMesh& read);

private:
    template <class T>
    void array(std::uint32_t kind, const std::vector<T>& values);
    void record(std::uint32_t kind, const void* data, std::size_t size);

    std::mutex mutex_;
    Write write_;
};

/// What the receiving process provides to read the stream.
struct MeshStreamInput {
    /// Fills the whole buffer, or throws.
    std::function<void(void* to, std::size_t size)> read;
    std::function<void(std::uint64_t bytes)> on_input;
    /// The most bytes that an array may have: the memory limit of the process.
    std::function<std::uint64_t()> most_bytes;
};

/// Reads the whole answer as untrusted data: sizes are checked before memory is allocated, and every index
/// and every coordinate is checked. Throws FileError that names `file` (the error that the process reports,
/// or an invalid answer), Cancelled, and what `read` throws.
[[nodiscard]] ReadMesh read_mesh_stream(const MeshStreamInput& input, const std::string& file,
                                        const JobContext& job);

} // namespace hitmap
