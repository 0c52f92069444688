#version 460
// A ray tracer whose kernels do what those of `hitmap trace` do (core/raytracer): every pixel has the same sequence of
// loads and stores, and the same colour, bit for bit. `precise` makes every result that of separately rounded operations.
// KERNEL_WHILE_WHILE, KERNEL_IF_IF or KERNEL_ONE_THREAD_A_PIXEL chooses the kernel (Aila and Laine 2009).
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require

layout(local_size_x_id = 0) in;

#include "options.glsl"
#include "buffers.glsl"
#include "exact_sign.glsl"
#include "ray.glsl"
#include "shading.glsl"
#include "secondary_rays.glsl"
#include "traversal.glsl"
#include "node_visits.glsl"
#include "pixel_order.glsl"
#include "pixel_work.glsl"
#include "pixel_queue.glsl"

// Descends to a leaf, then tests its triangles.
void while_while_turn(inout Traversal lane) {
    while (on_its_way(lane) && !in_leaf(lane))
        visit_node(lane);
    if (in_leaf(lane)) {
        while (in_leaf(lane))
            test_triangle(lane);
        take_next_node(lane);
    }
}

// Visits at most one node, then tests at most one triangle.
void if_if_turn(inout Traversal lane) {
    if (!in_leaf(lane)) visit_node(lane);
    if (in_leaf(lane)) {
        test_triangle(lane);
        if (!in_leaf(lane)) take_next_node(lane);
    }
}

// Whether lanes that have finished their rays may continue without the others.
bool may_go_on(bool through) {
    return fetch_by_warp ? subgroupAll(through) : through;
}

// Persistent threads: every subgroup runs until the work counters have passed the last pixel.
void persistent_threads() {
    PixelWork work;
    work.has_pixel = false;
    work.tracing = false;
    uint taken = 0;
    while (true) {
        if (may_go_on(!work.has_pixel)) {
            if (taken == most_pixels) break;
            take_pixels(work);
            if (work.pixel == no_pixel) break;
            ++taken;
            begin_primary_rays(work);
        }
        if (work.tracing) {
#ifdef KERNEL_IF_IF
            if_if_turn(work.ray);
#else
            while_while_turn(work.ray);
#endif
            work.tracing = on_its_way(work.ray);
        }
        // Lanes without a pixel do not keep the others from going on.
        if (may_go_on(!work.tracing) && work.has_pixel) end_ray(work);
    }
}

// Thread i of the launch has the i-th pixel of the schedule's order. The loop is while-while.
void trace_pixel_of_thread() {
    const uint thread = gl_GlobalInvocationID.x;
    if (thread >= width * height) return;
    PixelWork work;
    work.pixel = pixel_of_item(thread);
    begin_primary_rays(work);
    while (work.has_pixel) {
        while (work.tracing) {
            while_while_turn(work.ray);
            work.tracing = on_its_way(work.ray);
        }
        end_ray(work);
    }
}

void main() {
#ifdef KERNEL_ONE_THREAD_A_PIXEL
    trace_pixel_of_thread();
#else
    persistent_threads();
#endif
}
