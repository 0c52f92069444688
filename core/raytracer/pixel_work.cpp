#include "core/raytracer/pixel_work.h"

#include "core/raytracer/options/pixel_order.h"
#include "core/simt/kernel.h"

namespace hitmap {

using namespace simt;

namespace {

void tag_rays(const Warp& warp, const GpuScene& gpu, const PixelWork& work) {
    warp.tag(warp.map(
        [&](std::uint32_t pixel, const RayNumber& number) {
            const RayKind kind = number.bounce == 0 ? RayKind::primary : gpu.rays.kind;
            return WorkTag{.item = pixel,
                           .sample = number.sample,
                           .kind = static_cast<std::uint8_t>(kind),
                           .bounce = static_cast<std::uint8_t>(number.bounce)};
        },
        work.pixel, work.number));
}

/// The colour of what the primary rays hit.
Code shade_hits(Warp& warp, const GpuScene& gpu, PixelWork& work) {
    const Global normal_faces(warp, gpu.normal_faces);
    const Global normals(warp, gpu.normals);
    work.colour =
        warp.map([&](std::uint32_t p) { return background(p / gpu.width, gpu.height); }, work.pixel);
    const Lanes<std::uint32_t> slot = warp.map(&Hit::slot, work.ray.hit);
    if (If hit{warp, slot != no_slot}) {
        const Lanes<glm::uvec3> face = co_await normal_faces.load(slot);
        const Lanes<glm::vec3> a = co_await normals.load(warp.map(&glm::uvec3::x, face));
        const Lanes<glm::vec3> b = co_await normals.load(warp.map(&glm::uvec3::y, face));
        const Lanes<glm::vec3> c = co_await normals.load(warp.map(&glm::uvec3::z, face));
        work.colour = warp.map(shade, work.ray.ray, work.ray.hit, a, b, c);
    }
}

/// Reads the triangles that were hit again, for secondary rays to leave them.
Code find_surfaces(Warp& warp, const GpuScene& gpu, PixelWork& work) {
    const Global faces(warp, gpu.faces);
    const Global vertices(warp, gpu.vertices);
    const Lanes<glm::uvec3> face = co_await faces.load(warp.map(&Hit::slot, work.ray.hit));
    const Lanes<glm::vec3> a = co_await vertices.load(warp.map(&glm::uvec3::x, face));
    const Lanes<glm::vec3> b = co_await vertices.load(warp.map(&glm::uvec3::y, face));
    const Lanes<glm::vec3> c = co_await vertices.load(warp.map(&glm::uvec3::z, face));
    work.surface = warp.map(surface_at, work.ray.ray, work.ray.hit, a, b, c);
}

void begin_secondary_rays(const Warp& warp, const GpuScene& gpu, PixelWork& work) {
    tag_rays(warp, gpu, work);
    work.ray.ray = warp.map(
        [&](std::uint32_t pixel, const RayNumber& number, const Surface& surface) {
            return secondary_ray(gpu.rays.kind, surface, {gpu.seed, pixel, number});
        },
        work.pixel, work.number, work.surface);
    work.ray.hit = Hit{.t = gpu.reach};
    work.ray.origin_slot = warp.map(&Surface::slot, work.surface);
    work.ray.begin(gpu);
    work.tracing = on_its_way(warp, work.ray);
}

/// Leaves in `number` the pixels' next rays; the lanes that have one.
Mask gather(const Warp& warp, const GpuScene& gpu, PixelWork& work) {
    const Lanes<Gathered> gathered = warp.map(
        [&](const RayNumber& number, const Hit& hit, const Surface& surface, float light) {
            return gather_light(gpu.rays, number, hit.slot != no_slot, surface, light);
        },
        work.number, work.ray.hit, work.surface, work.light);
    work.number = warp.map(&Gathered::next, gathered);
    work.light = warp.map(&Gathered::light, gathered);
    return warp.where(&Gathered::more, gathered);
}

} // namespace

Mask may_go_on(const GpuScene& gpu, Mask through, Mask active) {
    if (gpu.fetch == Fetch::lane) return through;
    return (active & ~through).none() ? through : Mask();
}

Code take_pixels(Warp& warp, const GpuScene& gpu, Var<std::uint32_t>& pixel) {
    const Global counters(warp, gpu.next_item);
    const auto queues = static_cast<std::uint32_t>(gpu.next_item.host.size());
    const std::uint32_t queue = queues == 1 ? 0 : warp.place().sm;
    const ItemRange items = items_of_queue(queue, queues, gpu.width * gpu.height);
    const Mask takers = warp.active();
    Var<std::uint32_t> first(warp);
    if (If leader{warp, takers.lowest()}) {
        first = co_await counters.atomic_add(queue, takers.count());
    }
    pixel = warp.map(
        [&](std::uint32_t item) {
            if (item >= items.count) return no_pixel;
            return pixel_of_item(gpu.schedule, items.first + item, gpu.width, gpu.height);
        },
        broadcast(first, takers.lowest()) + ranks_in(takers));
}

Lanes<std::uint32_t> pixels_of_threads(const Warp& warp, const GpuScene& gpu) {
    return warp.map(
        [&](std::uint32_t lane) {
            const std::uint32_t thread = warp.place().index * warp.lanes() + lane;
            if (thread >= gpu.width * gpu.height) return no_pixel;
            return pixel_of_item(gpu.schedule, thread, gpu.width, gpu.height);
        },
        lane_numbers());
}

void begin_primary_rays(const Warp& warp, const GpuScene& gpu, PixelWork& work) {
    work.number = RayNumber{};
    tag_rays(warp, gpu, work);
    work.ray.ray = warp.map(
        [&](std::uint32_t p) {
            return primary_ray(gpu.camera, p % gpu.width, p / gpu.width, gpu.width, gpu.height);
        },
        work.pixel);
    work.ray.hit = Hit{};
    work.ray.origin_slot = no_slot;
    work.ray.begin(gpu);
    work.has_pixel = Mask::all();
    work.tracing = on_its_way(warp, work.ray);
}

Code end_rays(Warp& warp, const GpuScene& gpu, PixelWork& work) {
    const Global framebuffer(warp, gpu.framebuffer);
    if (If primary{warp, warp.where([](const RayNumber& n) { return n.bounce == 0; }, work.number)})
        co_await shade_hits(warp, gpu, work);
    if (gpu.rays.kind != RayKind::primary) {
        const Mask leaves_surface = warp.where(
            [&](const RayNumber& n, const Hit& hit) { return leaves_what_it_hit(gpu.rays, n, hit); },
            work.number, work.ray.hit);
        if (If surface{warp, leaves_surface}) co_await find_surfaces(warp, gpu, work);
        Predicate more(warp, false);
        more = gather(warp, gpu, work);
        if (If next{warp, more}) begin_secondary_rays(warp, gpu, work);
        warp.return_(more);
        work.colour = warp.map(lit, work.colour, work.light);
    }
    co_await framebuffer.store(work.pixel, work.colour);
    work.has_pixel = Mask();
}

} // namespace hitmap
