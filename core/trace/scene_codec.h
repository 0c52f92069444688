#pragma once

#include "core/jobs/progress.h"
#include "core/trace/bytes.h"
#include "core/trace/recording.h"

#include <cstdint>
#include <functional>

/// The scene's arrays in the file, each cut into parts (docs/trace-format.md).
namespace hitmap::hmt {

enum class SceneArray : std::uint8_t {
    vertices = 0,
    face_slots = 1,
    face_source = 2,
    normals = 3,
    normal_slots = 4,
    boxes = 5,
    box_parent = 6,
    box_level = 7,
    box_source = 8,
    instances = 9,
};

/// Which items of which array a scene chunk holds: its head.
struct ScenePart {
    SceneArray array{};
    std::uint8_t encoding = 0;
    std::uint64_t first = 0;
    std::uint32_t count = 0;
};
inline constexpr std::uint32_t max_part_items = 1U << 18;
void encode_scene_head(const ScenePart& part, ByteWriter& out);
[[nodiscard]] ScenePart decode_scene_head(ByteReader& in);

/// Calls `put` for each part, in the order in which they are read.
void encode_scene(const RecordedScene& scene,
                  const std::function<void(const ScenePart& part, Bytes body)>& put);

/// Appends a part to its array.
void decode_scene_part(const ScenePart& part, ByteReader& in, RecordedScene& scene);

/// Lengths and indices that must fit one another. Throws FileError at `place`.
void check_scene(const RecordedScene& scene, const SceneSummary& expected, const BytesPlace& place);

} // namespace hitmap::hmt
