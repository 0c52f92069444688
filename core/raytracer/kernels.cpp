#include "core/raytracer/kernels.h"

#include "core/raytracer/pixel_work.h"
#include "core/simt/kernel.h"

namespace hitmap {

using namespace simt;

Code while_while_turn(Warp& warp, const GpuScene& gpu, Traversal& lane) {
    for (Loop descent(warp); descent.while_(on_its_way(warp, lane) & ~in_leaf(lane));)
        co_await visit_node(warp, gpu, lane);
    if (If leaf{warp, in_leaf(lane)}) {
        for (Loop untested(warp); untested.while_(in_leaf(lane));)
            co_await test_triangle(warp, gpu, lane);
        co_await take_next_node(warp, gpu, lane);
    }
}

Code if_if_turn(Warp& warp, const GpuScene& gpu, Traversal& lane) {
    if (If at_node{warp, ~in_leaf(lane)}) co_await visit_node(warp, gpu, lane);
    if (If untested{warp, in_leaf(lane)}) {
        co_await test_triangle(warp, gpu, lane);
        if (If last{warp, ~in_leaf(lane)}) co_await take_next_node(warp, gpu, lane);
    }
}

Code persistent_threads(Warp& warp, const GpuScene& gpu, Turn turn) {
    PixelWork work(warp);
    for (Loop forever(warp); forever.while_(Mask::all());) {
        if (If fetch{warp, may_go_on(gpu, ~work.has_pixel, warp.active())}) {
            co_await take_pixels(warp, gpu, work.pixel);
            warp.return_(work.pixel == no_pixel);
            begin_primary_rays(warp, gpu, work);
        }
        if (If traverse{warp, work.tracing}) {
            co_await turn(warp, gpu, work.ray);
            work.tracing = on_its_way(warp, work.ray);
        }
        const Mask through = work.has_pixel & ~work.tracing;
        if (If done{warp, may_go_on(gpu, through, warp.active() & work.has_pixel)})
            co_await end_rays(warp, gpu, work);
    }
}

Code one_thread_a_pixel(Warp& warp, const GpuScene& gpu) {
    PixelWork work(warp);
    work.pixel = pixels_of_threads(warp, gpu);
    warp.return_(work.pixel == no_pixel);
    begin_primary_rays(warp, gpu, work);
    for (Loop rays(warp); rays.while_(work.has_pixel);) {
        for (Loop traversal(warp); traversal.while_(work.tracing);) {
            co_await while_while_turn(warp, gpu, work.ray);
            work.tracing = on_its_way(warp, work.ray);
        }
        co_await end_rays(warp, gpu, work);
    }
}

Code run_kernel(Kernel kernel, Warp& warp, const GpuScene& gpu) {
    switch (kernel) {
    case Kernel::while_while:
        return persistent_threads(warp, gpu, while_while_turn);
    case Kernel::if_if:
        return persistent_threads(warp, gpu, if_if_turn);
    case Kernel::pixel:
        break;
    }
    return one_thread_a_pixel(warp, gpu);
}

std::string_view function_name(Kernel kernel) {
    switch (kernel) {
    case Kernel::while_while:
        return "while_while";
    case Kernel::if_if:
        return "if_if";
    case Kernel::pixel:
        break;
    }
    return "one_thread_a_pixel";
}

} // namespace hitmap
