#pragma once

#include "core/geometry/import_report.h"
#include "core/geometry/mesh.h"
#include "core/jobs/progress.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// What a mesh file holds, before gaps in its normals are filled.
struct ReadMesh {
    Mesh mesh; ///< a corner without a normal has no_normal in normal_faces; both empty if no corner has one
    ImportReport report;
};
inline constexpr std::uint32_t no_normal = ~std::uint32_t{0};

/// The stream by which the process that reads mesh files answers: records of a kind, a size in bytes and a
/// payload, as they lie in memory, since both ends run on one computer and come from one build. Any number of
/// progress and input records, then either an error or the mesh.
class MeshStreamWriter {
public:
    /// Called with consecutive pieces of the stream; one record is never cut by another.
    using Write = std::function<void(const void* data, std::size_t size)>;
    explicit MeshStreamWriter(Write write);

    /// Thread-safe, as input() is.
    void progress(const Progress::Snapshot& snapshot);
    /// Bytes of all files opened so far: the limits follow from them.
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

/// What the reading end needs to know of the process.
struct MeshStreamInput {
    /// Fills all of it, or throws.
    std::function<void(void* to, std::size_t size)> read;
    std::function<void(std::uint64_t bytes)> on_input;
    /// No array is longer: what the process may take of memory.
    std::function<std::uint64_t()> most_bytes;
};

/// Reads the whole answer, trusting none of it: sizes before memory is taken, every index, every coordinate.
/// Throws FileError naming `file` (the error that the process tells, or an answer that makes no sense),
/// Cancelled, and what `read` throws.
[[nodiscard]] ReadMesh read_mesh_stream(const MeshStreamInput& input, const std::string& file,
                                        const JobContext& job);

} // namespace hitmap
