// Rays, boxes and triangles, as core/raytracer/ray.h and ray.cpp.

struct Ray { vec3 origin; vec3 direction; vec3 inverse_direction; };

// The nearest triangle so far. b and c are the barycentric coordinates of the second and third vertex.
struct Hit { float t; uint slot; float b; float c; };

const Hit no_hit = Hit(never, no_slot, 0.0, 0.0);

// After Ize 2013: twice three roundings and two more, 8 * 2^-24.
const float slab_padding = 1.0 + 8.0 / 16777216.0;

Ray primary_ray(uint x, uint y) {
    precise double right_number = (2.0lf * double(x) + 1.0lf - double(width)) * launch.scale;
    precise double up_number = (double(height) - 2.0lf * double(y) - 1.0lf) * launch.scale;
    const float right_share = float(right_number);
    const float up_share = float(up_number);
    precise vec3 direction = launch.forward.xyz + right_share * launch.right.xyz + up_share * launch.up.xyz;
    precise vec3 inverse = 1.0 / direction;
    return Ray(launch.position.xyz, direction, inverse);
}

// Where the ray enters the box: 0 if it starts inside, infinity if it misses the box or enters it behind the hit.
float enter_box(Ray ray, vec3 lower, vec3 upper, Hit hit) {
    float near = 0.0;
    float far = hit.t;
    for (int axis = 0; axis < 3; ++axis) {
        const bool forwards = ray.inverse_direction[axis] >= 0.0;
        const float first = forwards ? lower[axis] : upper[axis];
        const float last = forwards ? upper[axis] : lower[axis];
        precise float into = (first - ray.origin[axis]) * ray.inverse_direction[axis];
        precise float out_of = (last - ray.origin[axis]) * ray.inverse_direction[axis];
        // NaN (the ray lies in the plane of a slab) compares false and leaves the interval unchanged.
        if (into > near) near = into;
        if (out_of < far) far = out_of;
    }
    precise float padded = far * slab_padding;
    return near <= padded ? near : never;
}

bool may_be_nearer(float entry, Hit hit) {
    precise float padded = hit.t * slab_padding;
    return entry <= padded;
}

// Intersection with the closed triangle a, b, c from either side; t = infinity for a miss. Whether the ray hits is decided
// exactly for the given numbers.
Hit intersect_triangle(Ray ray, vec3 a, vec3 b, vec3 c, uint slot) {
    double areas[3]; // twice those opposite c, a and b
    int lowest = 1;
    int highest = -1;
    for (int edge = 0; edge < 3; ++edge) {
        const vec3 p = edge == 0 ? a : edge == 1 ? b : c;
        const vec3 q = edge == 0 ? b : edge == 1 ? c : a;
        const Determinant side = edge_side(ray.origin, ray.direction, p, q);
        areas[edge] = abs(side.value);
        lowest = min(lowest, side.sign);
        highest = max(highest, side.sign);
    }
    if (lowest == -highest) return no_hit;
    const int facing = lowest + highest > 0 ? 1 : -1;
    if (tetrahedron_sign(ray.origin, a, b, c) != facing) return no_hit; // the hit is behind or at the origin

    const double wa = areas[1];
    const double wb = areas[2];
    const double wc = areas[0];
    precise double sum = wa + wb + wc;
    if (!(sum > 0.0lf)) return no_hit;
    const dvec3 origin = dvec3(ray.origin);
    const dvec3 direction = dvec3(ray.direction);
    precise dvec3 to_hit = (wa * (dvec3(a) - origin) + wb * (dvec3(b) - origin) + wc * (dvec3(c) - origin)) / sum;
    precise double t = dot3(to_hit, direction) / dot3(direction, direction);
    precise double share_b = wb / sum;
    precise double share_c = wc / sum;
    const float least = 1.17549435e-38; // 2^-126, the smallest normal number
    return Hit(max(float(t), least), slot, float(share_b), float(share_c));
}
