#pragma once

#include "core/geometry/mesh/aabb.h"
#include "core/raytracer/replayed_ray.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <vector>

/// Acceleration structures as lavapipe builds them (Mesa 25.0, lvp_acceleration_structure.c), independently
/// of what decodes them.
namespace hitmap::test {

struct BuiltTriangle {
    TriangleCorners corners{};
    std::uint32_t primitive = 0;
    std::uint32_t geometry = 0;
    bool is_opaque = true;
};
struct BuiltBox {
    Aabb box;
    std::uint32_t primitive = 0;
    std::uint32_t geometry = 0;
};
struct BuiltInstance {
    std::uint64_t address = 0;
    Aabb bounds; ///< of the structure there
    Transform object_to_world{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    std::uint32_t number = 0;
    std::uint8_t mask = 0xff;
};

[[nodiscard]] std::vector<std::uint8_t> built_triangles(const std::vector<BuiltTriangle>& triangles);
[[nodiscard]] std::vector<std::uint8_t> built_boxes(const std::vector<BuiltBox>& boxes);
/// The transforms must be moves.
[[nodiscard]] std::vector<std::uint8_t> built_instances(const std::vector<BuiltInstance>& instances);
/// The box in the header of a structure.
[[nodiscard]] Aabb bounds_of(const std::vector<std::uint8_t>& structure);

} // namespace hitmap::test
