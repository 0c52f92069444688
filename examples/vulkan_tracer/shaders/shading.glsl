// Colours, as core/raytracer/shading.cpp. They are 0xAABBGGRR.

uint pack_colour(uint red, uint green, uint blue) {
    return red | green << 8 | blue << 16 | 0xff000000u;
}

// Rounds half away from zero.
uint to_byte(double x) {
    precise double scaled = (x < 0.0lf ? 0.0lf : 1.0lf < x ? 1.0lf : x) * 255.0lf;
    const uint whole = uint(scaled);
    precise double rest = scaled - double(whole);
    return rest >= 0.5lf ? whole + 1 : whole;
}

uint between(uint top, uint bottom, uint row) {
    uint last = max(height, 2u) - 1;
    return uint((uint64_t(top) * uint64_t(last - row) + uint64_t(bottom) * uint64_t(row)) / uint64_t(last));
}

// A soft vertical gradient, the same in every column.
uint background(uint row) {
    return pack_colour(between(236, 202, row), between(241, 208, row), between(247, 216, row));
}

double length3(dvec3 v) {
    precise double square = dot3(v, v);
    precise double root = sqrt(square);
    return root;
}

// Head light with the interpolated normal, the same on both sides; slightly cooler if the surface faces upwards.
uint shade(Ray ray, Hit hit, vec3 normal_a, vec3 normal_b, vec3 normal_c) {
    const double b = double(hit.b);
    const double c = double(hit.c);
    precise dvec3 normal = (1.0lf - b - c) * dvec3(normal_a) + b * dvec3(normal_b) + c * dvec3(normal_c);
    const dvec3 direction = dvec3(ray.direction);
    const double size = length3(normal);
    precise double facing = 0.0lf;
    precise double upwards = 0.0lf;
    if (size > 0.0lf) {
        facing = dot3(normal, direction) / (size * length3(direction));
        upwards = (facing > 0.0lf ? -normal.y : normal.y) / size;
    }
    precise double light = 0.27lf + 0.63lf * abs(facing) + 0.07lf * upwards;
    precise double sky = 0.06lf * upwards;
    precise double red = light * (0.93lf - sky);
    precise double green = light * 0.89lf;
    precise double blue = light * (0.83lf + sky);
    return pack_colour(to_byte(red), to_byte(green), to_byte(blue));
}

// The colour under a light of 0..1.
uint lit(uint colour, float light) {
    uint result = colour & 0xff000000u;
    for (uint shift = 0; shift < 24; shift += 8) {
        const float channel = float(colour >> shift & 0xffu);
        precise float shaded = channel * light + 0.5;
        result |= uint(shaded) << shift;
    }
    return result;
}
