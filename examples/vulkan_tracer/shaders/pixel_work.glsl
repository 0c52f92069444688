// How lanes get their pixels, which rays they trace for them, and what they store. As core/raytracer/pixel_work.cpp.

struct PixelWork {
    bool has_pixel;
    bool tracing; // the current ray is not finished
    uint pixel;
    Traversal ray;
    RayNumber number; // of the current ray
    // For pixels with secondary rays:
    uint colour;      // found by the primary ray
    float light;      // gathered so far
    Surface surface;  // where secondary rays begin
};

// Each active lane gets the next pixel of its queue, or no_pixel. The subgroup increments the queue's counter once for all
// its lanes. The SM is not known, so the work groups share the queues in turn.
void take_pixels(inout PixelWork work) {
    const uint queue = queues == 1 ? 0 : gl_WorkGroupID.x % queues;
    uint pixels = width * height;
    uint queue_count = queues;
    const uint first_item = uint(uint64_t(pixels) * uint64_t(queue) / uint64_t(queue_count));
    const uint item_count = uint(uint64_t(pixels) * uint64_t(queue + 1) / uint64_t(queue_count)) - first_item;
    const uvec4 takers = subgroupBallot(true);
    uint first = 0;
    if (subgroupElect()) first = atomicAdd(next_item[queue], subgroupBallotBitCount(takers));
    const uint item = subgroupBroadcastFirst(first) + subgroupBallotExclusiveBitCount(takers);
    work.pixel = item >= item_count ? no_pixel : pixel_of_item(first_item + item);
}

void begin_primary_rays(inout PixelWork work) {
    NOTE_PIXEL(work.pixel);
    work.number = RayNumber(0, 0);
    work.ray.ray = primary_ray(work.pixel % width, work.pixel / width);
    work.ray.hit = no_hit;
    work.ray.origin_slot = no_slot;
    begin_traversal(work.ray);
    work.has_pixel = true;
    work.tracing = on_its_way(work.ray);
}

// The colour of what the primary ray hits.
void shade_hit(inout PixelWork work) {
    work.colour = background(work.pixel / width);
    if (work.ray.hit.slot != no_slot) {
        const uvec3 face = load_normal_face(work.ray.hit.slot);
        const vec3 a = load_normal(face.x);
        const vec3 b = load_normal(face.y);
        const vec3 c = load_normal(face.z);
        work.colour = shade(work.ray.ray, work.ray.hit, a, b, c);
    }
}

// Reads the triangle that was hit again, for secondary rays to leave it.
void find_surface(inout PixelWork work) {
    const uvec3 face = load_face(work.ray.hit.slot);
    const vec3 a = load_vertex(face.x);
    const vec3 b = load_vertex(face.y);
    const vec3 c = load_vertex(face.z);
    work.surface = surface_at(work.ray.ray, work.ray.hit, a, b, c);
}

void begin_secondary_ray(inout PixelWork work) {
    work.ray.ray = secondary_ray(work.surface, work.pixel, work.number);
    work.ray.hit = Hit(launch.position.w, no_slot, 0.0, 0.0);
    work.ray.origin_slot = work.surface.slot;
    begin_traversal(work.ray);
    work.tracing = on_its_way(work.ray);
}

// Called when the ray is finished. The lane starts the next ray of its pixel or, after the last one, stores the colour of
// the pixel and gives the pixel up.
void end_ray(inout PixelWork work) {
    if (work.number.bounce == 0) shade_hit(work);
    if (ray_kind != rays_primary) {
        if (leaves_what_it_hit(work.number, work.ray.hit)) find_surface(work);
        if (gather_light(work.number, work.ray.hit.slot != no_slot, work.surface, work.light)) {
            begin_secondary_ray(work);
            return;
        }
        work.colour = lit(work.colour, work.light);
    }
    store_pixel(work.pixel, work.colour);
    work.has_pixel = false;
}
