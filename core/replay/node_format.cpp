#include "core/replay/node_format.h"

namespace hitmap {

namespace {

constexpr NodeFormat formats[] = {
    // Mesa 25.0, src/amd/vulkan/bvh/bvh.h: radv_bvh_box32_node, radv_bvh_triangle_node.
    {"rdna2", "AMD RDNA 2 and 3, as RADV builds them: nodes of 128 bytes with 4 boxes, triangles of 64", 4, 1,
     128, 64, 64, 0},
    // Mesa 25.1, src/amd/vulkan/bvh/bvh.h: radv_gfx12_box_node; encode.h: radv_encode_triangle_gfx12(), one
    // triangle in each node of primitives.
    {"rdna4", "AMD RDNA 4, as RADV builds them: nodes of 128 bytes with 8 boxes of 12 bits, triangles of 128",
     8, 1, 128, 128, 128, 4096},
    // Mesa 25.0, src/intel/vulkan/bvh/anv_bvh.h: anv_internal_node, anv_quad_leaf_node; encode.comp uses the
    // first triangle of each quad.
    {"xe", "Intel Xe, as ANV builds them: nodes of 64 bytes with 6 boxes of 8 bits, triangles of 64", 6, 1,
     64, 64, 64, 255},
    // Ylitie et al. 2017, sections 3.1 and 3.2; triangles as three vectors of four floats.
    {"cwbvh", "compressed wide nodes (Ylitie et al. 2017): 80 bytes with 8 boxes of 8 bits, triangles of 48",
     8, 3, 80, 48, 48, 255},
    // Mesa 25.0, src/gallium/frontends/lavapipe/lvp_acceleration_structure.h: the numbers behind the corners
    // of a triangle are read after a hit only.
    {"lavapipe", "Mesa's lavapipe: nodes of 56 bytes with 2 boxes, triangles of 48", 2, 1, 56, 48, 36, 0},
};

} // namespace

std::span<const NodeFormat> node_formats() {
    return formats;
}

} // namespace hitmap
