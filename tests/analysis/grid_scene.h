#pragma once

#include "core/trace/model/recording.h"

#include <cstddef>
#include <cstdint>

namespace hitmap::test {

/// A grid of cells of 1 x 1 in the plane z = 0 with two triangles each: slots 2 i and 2 i + 1 for cell i, row
/// by row.
inline RecordedScene grid_scene(std::size_t columns, std::size_t rows) {
    RecordedScene scene;
    scene.source_hash = 17; // so that orders of its faces can be matched
    for (std::size_t y = 0; y <= rows; ++y)
        for (std::size_t x = 0; x <= columns; ++x)
            scene.vertices.emplace_back(static_cast<float>(x), static_cast<float>(y), 0.0F);
    const auto at = [&](std::size_t x, std::size_t y) {
        return static_cast<std::uint32_t>(y * (columns + 1) + x);
    };
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < columns; ++x) {
            scene.face_slots.emplace_back(at(x, y), at(x + 1, y), at(x, y + 1));
            scene.face_slots.emplace_back(at(x + 1, y), at(x + 1, y + 1), at(x, y + 1));
        }
    return scene;
}

/// The same mesh with its faces in another order in memory: slot i has face i * step mod the number of faces,
/// which must have no common divisor with `step`.
inline RecordedScene in_other_order(const RecordedScene& scene, std::size_t step) {
    RecordedScene other = scene;
    for (std::size_t slot = 0; slot < scene.face_slots.size(); ++slot) {
        const std::size_t source = slot * step % scene.face_slots.size();
        other.face_slots[slot] = scene.face_slots[source];
        other.face_source.push_back(static_cast<std::int32_t>(source));
    }
    return other;
}

} // namespace hitmap::test
