#include "core/raytracer/pixel_work.h"

#include "core/simt/kernel.h"

namespace hitmap {

using namespace simt;

Mask may_go_on(const GpuScene& gpu, Mask idle, Mask active) {
    if (gpu.fetch == Fetch::lane) return idle;
    return (active & ~idle).none() ? idle : Mask();
}

Code take_pixels(Warp& warp, const GpuScene& gpu, Var<std::uint32_t>& pixel) {
    const Global counter(warp, gpu.next_pixel);
    const Mask takers = warp.active();
    Var<std::uint32_t> first(warp);
    if (If leader{warp, takers.lowest()}) {
        first = co_await counter.atomic_add(0U, takers.count());
    }
    pixel = broadcast(first, takers.lowest()) + ranks_in(takers);
}

void begin_primary_rays(const Warp& warp, const GpuScene& gpu, Traversal& lane,
                        const Var<std::uint32_t>& pixel) {
    warp.tag(warp.map([](std::uint32_t p) { return WorkTag{.item = p}; }, pixel));
    lane.ray = warp.map(
        [&](std::uint32_t p) {
            return primary_ray(gpu.camera, p % gpu.width, p / gpu.width, gpu.width, gpu.height);
        },
        pixel);
    lane.hit = Hit{};
    lane.begin(gpu);
}

Code write_pixels(Warp& warp, const GpuScene& gpu, const Traversal& lane, const Var<std::uint32_t>& pixel) {
    const Global normal_faces(warp, gpu.normal_faces);
    const Global normals(warp, gpu.normals);
    const Global framebuffer(warp, gpu.framebuffer);
    Var<Rgba> colour(warp);
    colour = warp.map([&](std::uint32_t p) { return background(p / gpu.width, gpu.height); }, pixel);
    const Lanes<std::uint32_t> slot = warp.map(&Hit::slot, lane.hit);
    if (If hit{warp, slot != no_slot}) {
        const Lanes<glm::uvec3> face = co_await normal_faces.load(slot);
        const Lanes<glm::vec3> a = co_await normals.load(warp.map(&glm::uvec3::x, face));
        const Lanes<glm::vec3> b = co_await normals.load(warp.map(&glm::uvec3::y, face));
        const Lanes<glm::vec3> c = co_await normals.load(warp.map(&glm::uvec3::z, face));
        colour = warp.map(shade, lane.ray, lane.hit, a, b, c);
    }
    co_await framebuffer.store(pixel, colour);
}

} // namespace hitmap
