#pragma once

#include "core/jobs/progress.h"
#include "core/trace/hmt/chunks/chunk.h"
#include "core/trace/io/bytes.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace hitmap {
class ThreadPool;
}

/// The arrays of the scene in the file, each split into parts (docs/trace-format.md).
namespace hitmap::hmt {

/// In the order of the file, because each array may be predicted from those before it.
enum class SceneArray : std::uint8_t {
    face_source = 0,
    face_slots = 1,
    normal_slots = 2,
    vertices = 3,
    normals = 4,
    box_parent = 5,
    box_level = 6,
    box_source = 7,
    boxes = 8,
    instances = 9,
};
inline constexpr std::size_t scene_array_count = 10;
[[nodiscard]] std::string_view name_of(SceneArray array);

/// The head of a scene chunk: which items of which array it has, and in which encoding.
struct ScenePart {
    SceneArray array{};
    std::uint8_t encoding = 0; ///< 0: as in memory
    std::uint32_t count = 0;
    std::uint64_t first = 0; ///< index of the first item, in the encoding's order
    friend bool operator==(const ScenePart&, const ScenePart&) = default;
};
inline constexpr std::uint32_t max_part_items = 1U << 16;
void encode_scene_head(const ScenePart& part, ByteWriter& out);
[[nodiscard]] ScenePart decode_scene_head(ByteReader& in);

/// Makes the chunk of a part. Called by any thread of the pool.
using PackPart = std::function<PackedChunk(const ScenePart& part, std::span<const std::byte> body)>;
/// Calls `put` in the calling thread for the chunk of each part, in the order of the file. The encoding of an
/// array is chosen by trying all on its first part. The arrays are encoded on `pool` (null: one after the
/// other in the calling thread); then all chunks of the scene are in memory before the first is put. Rethrows
/// what `pack` throws.
void encode_scene(const RecordedScene& scene, ThreadPool* pool, const PackPart& pack,
                  const std::function<void(const PackedChunk&)>& put);

/// Reassembles a scene from its parts.
class SceneDecoder {
public:
    /// @param vertices  number of vertices in all parts; the caller has checked it against the size of the
    /// file
    SceneDecoder(RecordedScene& scene, std::uint64_t vertices);
    ~SceneDecoder();
    SceneDecoder(const SceneDecoder&) = delete;
    SceneDecoder& operator=(const SceneDecoder&) = delete;
    /// Throws FileError.
    void add(const ScenePart& part, ByteReader& in);

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

/// Reassembles the normals of a scene that was read without them. Only parts of its normals may be added.
class NormalsDecoder {
public:
    NormalsDecoder(const RecordedScene& scene, RecordedNormals& normals);
    ~NormalsDecoder();
    NormalsDecoder(const NormalsDecoder&) = delete;
    NormalsDecoder& operator=(const NormalsDecoder&) = delete;
    /// Throws FileError.
    void add(const ScenePart& part, ByteReader& in);

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

/// Checks the lengths of arrays and all indices, but for normals. Throws FileError at `place`.
void check_scene(const RecordedScene& scene, const SceneSummary& expected, const BytesPlace& place,
                 const JobContext& job = {});
/// Checks the same of the scene's normals.
void check_normals(const RecordedNormals& normals, const SceneSummary& expected, const BytesPlace& place,
                   const JobContext& job = {});

} // namespace hitmap::hmt
