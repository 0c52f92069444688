// What follows a primary ray, as core/raytracer/secondary_rays.cpp.

const vec3 to_sun = vec3(0.36, 0.80, 0.48);
const float in_shadow = 0.4; // the light of a point in shadow, relative to a lit one
const float albedo = 0.8;

// Identifies one of the rays of a pixel: the number of the ray, and the surfaces that were hit before.
struct RayNumber { uint sample_number; uint bounce; };

// Where secondary rays leave a triangle, on the side from which it was hit.
struct Surface { vec3 origin; vec3 normal; uint slot; };

// Distance from |x| to the next larger float.
double step_of(float x) {
    const uint bits = floatBitsToUint(abs(x));
    if (bits == 0) return 1.401298464324817e-45lf; // 2^-149, which a device may flush to 0 as a float
    precise double difference = double(uintBitsToFloat(bits + 1)) - double(uintBitsToFloat(bits));
    return difference;
}

// The finalizer of SplitMix64 (Steele et al. 2014).
uint64_t mix_bits(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ul;
    x = (x ^ x >> 27) * 0x94d049bb133111ebul;
    return x ^ x >> 31;
}

// Maps bits to one of 2^21 numbers in (-1, 1), symmetrical about 0.
double symmetrical(uint64_t bits) {
    precise double number = (double(uint(bits & 0x1ffffful)) + 0.5lf) * (1.0lf / 1048576.0lf) - 1.0lf;
    return number;
}

dvec3 point_on_sphere(uint pixel, RayNumber number) {
    const uint64_t golden = 0x9e3779b97f4a7c15ul;
    uint64_t state = mix_bits(launch.seed + golden);
    state = mix_bits(state + (uint64_t(pixel) << 32 | number.sample_number) + golden);
    state = mix_bits(state + number.bounce + golden);
    dvec3 point;
    double square;
    do { // rejection sampling: a point of the cube is in the ball about every second time
        state += golden;
        const uint64_t bits = mix_bits(state);
        point = dvec3(symmetrical(bits), symmetrical(bits >> 21), symmetrical(bits >> 42));
        square = dot3(point, point);
    } while (!(square <= 1.0lf));
    precise double root = sqrt(square);
    precise dvec3 unit = point / root;
    return unit;
}

// The hit is moved by a few steps of float numbers along the normal until it is on the correct side of the plane, which is
// decided exactly (similar to Waechter and Binder 2019).
Surface surface_at(Ray ray, Hit hit, vec3 a, vec3 b, vec3 c) {
    const dvec3 da = dvec3(a);
    precise dvec3 to_b = dvec3(b) - da;
    precise dvec3 to_c = dvec3(c) - da;
    precise dvec3 point = da + double(hit.b) * to_b + double(hit.c) * to_c;
    const dvec3 across = cross3(to_b, to_c);
    // The volume is positive if the origin is on the side that the cross product points away from.
    const int side = tetrahedron_sign(ray.origin, a, b, c);
    precise double factor = double(-side) / sqrt(dot3(across, across));
    precise dvec3 normal = across * factor;

    const vec3 rounded = vec3(point);
    const float largest = max(max(abs(rounded.x), abs(rounded.y)), abs(rounded.z));
    precise double distance_moved = 4.0lf * step_of(largest);
    vec3 origin;
    bool done = false;
    while (!done) {
        precise dvec3 moved = point + distance_moved * normal;
        origin = vec3(moved);
        done = tetrahedron_sign(origin, a, b, c) == side || !(distance_moved < 1e30lf);
        distance_moved *= 2.0lf;
    }
    return Surface(origin, vec3(normal), hit.slot);
}

// A random unit direction above the surface with density cosine / pi.
vec3 cosine_direction(vec3 normal, uint pixel, RayNumber number) {
    precise dvec3 direction = dvec3(normal) + point_on_sphere(pixel, number);
    const double square = dot3(direction, direction);
    precise double root = sqrt(square);
    precise dvec3 unit = direction / root;
    return square > 0.0lf ? vec3(unit) : normal;
}

Ray secondary_ray(Surface surface, uint pixel, RayNumber number) {
    const vec3 direction =
        ray_kind == rays_shadow ? to_sun : cosine_direction(surface.normal, pixel, number);
    precise vec3 inverse = 1.0 / direction;
    return Ray(surface.origin, direction, inverse);
}

// Whether only the existence of a hit matters.
bool stops_at_any_hit() {
    return ray_kind == rays_shadow || ray_kind == rays_ambient_occlusion;
}

bool leaves_what_it_hit(RayNumber number, Hit hit) {
    if (ray_kind == rays_primary || hit.slot == no_slot) return false;
    return number.bounce == 0 || (ray_kind == rays_path && number.bounce < ray_count);
}

bool faces_the_sun(vec3 normal) {
    precise float x = normal.x * to_sun.x;
    precise float y = normal.y * to_sun.y;
    precise float z = normal.z * to_sun.z;
    precise float cosine = x + y + z;
    return !(cosine <= 0.0);
}

// Called after ray `number`, with the light that the previous call returned. Returns whether there is a next ray, which
// `number` names then; otherwise `light` is the light of the pixel.
bool gather_light(inout RayNumber number, bool hit, Surface left, inout float light) {
    if (number.bounce == 0) {
        light = 1.0;
        if (!hit || ray_kind == rays_primary) return false;
        if (ray_kind == rays_shadow && !faces_the_sun(left.normal)) {
            light = in_shadow;
            return false;
        }
        number = RayNumber(0, 1);
        light = ray_kind == rays_path ? 1.0 : 0.0;
        return true;
    }
    if (ray_kind == rays_shadow) {
        light = hit ? in_shadow : 1.0;
        return false;
    }
    if (ray_kind == rays_ambient_occlusion) {
        precise float sum = light + 1.0;
        if (!hit) light = sum;
        if (number.sample_number + 1 < ray_count) {
            number = RayNumber(number.sample_number + 1, 1);
            return true;
        }
        precise float share = light / float(ray_count);
        light = share;
        return false;
    }
    if (!hit) return false;
    const bool more = number.bounce < ray_count;
    precise float kept = light * (more ? albedo : in_shadow);
    light = kept;
    if (more) number = RayNumber(0, number.bounce + 1);
    return more;
}
