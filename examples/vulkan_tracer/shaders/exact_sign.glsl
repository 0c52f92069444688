// Determinants of float coordinates: their value in double precision, and their exact sign. As core/raytracer/exact_sign.cpp.

struct Determinant { double value; int sign; };

// The products and sums below are rounded at most eight times, each time by 2^-53 relative to the sum of magnitudes.
const double error_bound = 16.0lf / 9007199254740992.0lf;

int sign_of(double x) {
    return int(x > 0.0lf) - int(x < 0.0lf);
}

double dot3(dvec3 a, dvec3 b) {
    precise double x = a.x * b.x;
    precise double y = a.y * b.y;
    precise double z = a.z * b.z;
    precise double sum = x + y + z;
    return sum;
}

dvec3 cross3(dvec3 a, dvec3 b) {
    precise double x = a.y * b.z - b.y * a.z;
    precise double y = a.z * b.x - b.z * a.x;
    precise double z = a.x * b.y - b.x * a.y;
    return dvec3(x, y, z);
}

// A sum without any rounding error, as a list of doubles that do not overlap (Shewchuk 1997, section 2): two for each of
// at most 24 products.
double parts[48];
uint part_count;

// Shewchuk's GROW-EXPANSION, leaving out zeros.
void add_exactly(double x) {
    uint kept = 0;
    for (uint i = 0; i < part_count; ++i) {
        precise double sum = x + parts[i];
        precise double virtual_part = sum - x;
        precise double rest = (x - (sum - virtual_part)) + (parts[i] - virtual_part);
        if (rest != 0.0lf) parts[kept++] = rest;
        x = sum;
    }
    if (x != 0.0lf) parts[kept++] = x;
    part_count = kept;
}

// The product of three floats has 72 bits: one double holds 53 of them, another the rest. The first product is exact,
// with 48 bits, which are split into two halves. The products of these with z are exact, and so is what rounding takes
// from their sum (Dekker 1971). This does not depend on whether the device has a fused multiply-add.
void add_product(double x, double y, double z) {
    precise double xy = x * y;
    precise double scaled = 134217729.0lf * xy; // 2^27 + 1
    precise double upper_half = scaled - (scaled - xy);
    precise double lower_half = xy - upper_half;
    precise double larger = upper_half * z;
    precise double smaller = lower_half * z;
    precise double high = larger + smaller;
    precise double low = smaller - (high - larger);
    if (low != 0.0lf) add_exactly(low);
    if (high != 0.0lf) add_exactly(high);
}

// The sign of det(x, y, z) - det(x, o, z) - det(x, y, o) (with three terms) - det(o, y, z) (with four). Loops instead of
// a list of calls keep the code small, since a driver copies every function to each of its calls.
int exact_sign(dvec3 x, dvec3 y, dvec3 z, dvec3 o, int terms) {
    part_count = 0;
    for (int term = 0; term < terms; ++term) {
        const dvec3 a = term == 3 ? o : x;
        const dvec3 b = term == 1 ? o : y;
        const dvec3 c = term == 2 ? o : z;
        for (int product = 0; product < 6; ++product) {
            const int i = product % 3;
            const bool swapped = product >= 3;
            const int j = (i + (swapped ? 2 : 1)) % 3;
            const int k = (i + (swapped ? 1 : 2)) % 3;
            const bool negative = swapped != (term != 0);
            add_product(negative ? -a[i] : a[i], b[j], c[k]);
        }
    }
    // The largest part has the sign of the sum.
    return part_count == 0 ? 0 : sign_of(parts[part_count - 1]);
}

// x . (y x z), and whether its sign is certain: its magnitude exceeds the error that the magnitudes of its six products
// allow.
double triple_product(dvec3 x, dvec3 y, dvec3 z, out bool certain) {
    precise double value = dot3(x, cross3(y, z));
    precise double magnitude = 0.0lf;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        const int k = (i + 2) % 3;
        magnitude += abs(x[i]) * (abs(y[j] * z[k]) + abs(y[k] * z[j]));
    }
    precise double bound = error_bound * magnitude;
    certain = abs(value) > bound;
    return value;
}

// direction . ((p - origin) x (q - origin)): the side of the edge pq on which the line passes.
Determinant edge_side(vec3 origin, vec3 direction, vec3 p, vec3 q) {
    bool certain;
    precise dvec3 to_p = dvec3(p) - dvec3(origin);
    precise dvec3 along = dvec3(q) - dvec3(p);
    const double value = triple_product(dvec3(direction), to_p, along, certain);
    if (certain) return Determinant(value, sign_of(value));
    return Determinant(value, exact_sign(dvec3(direction), dvec3(p), dvec3(q), dvec3(origin), 3));
}

// The sign of (a - origin) . ((b - origin) x (c - origin)).
int tetrahedron_sign(vec3 origin, vec3 a, vec3 b, vec3 c) {
    bool certain;
    precise dvec3 to_a = dvec3(a) - dvec3(origin);
    precise dvec3 to_b = dvec3(b) - dvec3(a);
    precise dvec3 to_c = dvec3(c) - dvec3(a);
    const double value = triple_product(to_a, to_b, to_c, certain);
    if (certain) return sign_of(value);
    return exact_sign(dvec3(a), dvec3(b), dvec3(c), dvec3(origin), 4);
}
