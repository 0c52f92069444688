// The options of a launch. They are constants when the pipeline is made, so that branches on them cost nothing.

// Numbers of core/raytracer/options/trace_options.h.
const uint schedule_tiles = 2;
const uint schedule_morton = 3;
const uint rays_primary = 0;
const uint rays_shadow = 1;
const uint rays_ambient_occlusion = 2;
const uint rays_path = 3;

layout(constant_id = 1) const uint width = 1;
layout(constant_id = 2) const uint height = 1;
layout(constant_id = 3) const bool compact = true;      // the layout of the tree
layout(constant_id = 4) const bool has_nodes = true;
layout(constant_id = 5) const uint leaf_size = 1;       // slots
layout(constant_id = 6) const uint node_width = 2;      // most children of a node
layout(constant_id = 7) const uint stack_entries = 1;
layout(constant_id = 8) const bool planar = false;      // vertices and normals are structures of arrays
layout(constant_id = 9) const uint vertex_count = 0;
layout(constant_id = 10) const uint normal_count = 0;
layout(constant_id = 11) const uint schedule = 0;
layout(constant_id = 12) const uint queues = 1;
layout(constant_id = 13) const bool fetch_by_warp = false;
layout(constant_id = 14) const uint ray_kind = rays_primary;
layout(constant_id = 15) const uint ray_count = 1;

layout(constant_id = 17) const uint most_pixels = ~0u;    // that a persistent thread takes

layout(push_constant) uniform Launch {
    vec4 position; // of the camera; w: length of secondary rays
    vec4 forward;
    vec4 right;
    vec4 up;
    double scale;  // tangent of half the opening angle, divided by the height
    uint64_t seed;
} launch;
