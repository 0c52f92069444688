// A traversal that is left to the driver, in the place of traversal.glsl of the compute example.

struct Traversal { Ray ray; Hit hit; uint origin_slot; };

layout(set = 0, binding = 9) uniform accelerationStructureEXT scene;

// The driver's hit with a ray of this length, or no_hit.
// any: only whether there is a hit matters
Hit traced(Ray ray, float length, bool any);

// There is nothing left to do: begin_traversal() does all.
bool on_its_way(Traversal lane) {
    return false;
}

void begin_traversal(inout Traversal lane) {
    const bool any = stops_at_any_hit() && lane.origin_slot != no_slot;
    const Hit driver = traced(lane.ray, lane.hit.t, any);
    if (driver.slot == no_slot) return;
    lane.hit = driver;
    if (any) return;
    // The numbers of the reference tracer, so that secondary rays and colours are the same. At an edge, the driver may hit
    // a triangle that the exact test gives to its neighbour: its own numbers stay then.
    const uvec3 face = load_face(driver.slot);
    const vec3 a = load_vertex(face.x);
    const vec3 b = load_vertex(face.y);
    const vec3 c = load_vertex(face.z);
    const Hit exact = intersect_triangle(lane.ray, a, b, c, driver.slot);
    if (exact.slot != no_slot) lane.hit = exact;
}
