#pragma once

#include "core/jobs/progress.h"
#include "core/trace/io/bytes.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <functional>
#include <memory>

/// The scene's arrays in the file, each cut into parts (docs/trace-format.md).
namespace hitmap::hmt {

/// In file order: an array is predicted from those before it.
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

/// Which items of which array a scene chunk holds, and how: its head.
struct ScenePart {
    SceneArray array{};
    std::uint8_t encoding = 0; ///< 0: as in memory
    std::uint32_t count = 0;
    std::uint64_t first = 0; ///< in the encoding's order
    friend bool operator==(const ScenePart&, const ScenePart&) = default;
};
inline constexpr std::uint32_t max_part_items = 1U << 16;
void encode_scene_head(const ScenePart& part, ByteWriter& out);
[[nodiscard]] ScenePart decode_scene_head(ByteReader& in);

/// Calls `put` for each part, in file order. Encodings are chosen by trying them on an array's first part.
void encode_scene(const RecordedScene& scene,
                  const std::function<void(const ScenePart& part, Bytes body)>& put);

/// Puts a scene together from its parts.
class SceneDecoder {
public:
    /// @param vertices  number of vertices in all parts together, each backed by bytes of the file
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

/// Lengths and indices that must fit one another. Throws FileError at `place`.
void check_scene(const RecordedScene& scene, const SceneSummary& expected, const BytesPlace& place,
                 const JobContext& job = {});

} // namespace hitmap::hmt
