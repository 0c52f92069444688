// Which rays lanes trace for their pixels, and what they store. As core/raytracer/pixel_work.cpp.

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
