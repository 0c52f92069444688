#include "core/raytracer/while_while.h"

#include "core/raytracer/pixel_work.h"
#include "core/simt/kernel.h"

namespace hitmap {

using namespace simt;

namespace {

/// One iteration of the outer while: down to a leaf, through its triangles, and on to the next node.
Code search_leaf(Warp& warp, const GpuScene& gpu, Traversal& lane) {
    for (Loop descent(warp); descent.while_(on_its_way(warp, lane) & ~in_leaf(lane));)
        co_await visit_node(warp, gpu, lane);
    if (If leaf{warp, in_leaf(lane)}) {
        for (Loop untested(warp); untested.while_(in_leaf(lane));)
            co_await test_triangle(warp, gpu, lane);
        co_await take_next_node(warp, gpu, lane);
    }
}

} // namespace

Code while_while(Warp& warp, const GpuScene& gpu) {
    const std::uint32_t pixels = gpu.width * gpu.height;
    Traversal lane(warp);
    Var<std::uint32_t> pixel(warp);
    Predicate idle(warp, true);
    for (Loop forever(warp); forever.while_(Mask::all());) {
        if (If fetch{warp, may_go_on(gpu, idle, warp.active())}) {
            co_await take_pixels(warp, gpu, pixel);
            warp.return_(pixel >= pixels);
            begin_primary_rays(warp, gpu, lane, pixel);
            idle = Mask();
        }
        if (If traverse{warp, ~idle}) {
            co_await search_leaf(warp, gpu, lane);
            idle = ~on_its_way(warp, lane);
        }
        if (If done{warp, may_go_on(gpu, idle, warp.active())}) co_await write_pixels(warp, gpu, lane, pixel);
    }
}

} // namespace hitmap
