#include "core/geometry/builtin/noise.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

std::uint64_t hash_of(const glm::ivec3& cell, std::uint64_t seed) {
    std::uint64_t h = seed + 0x9e3779b97f4a7c15ULL * static_cast<std::uint32_t>(cell.x) +
                      0xc2b2ae3d27d4eb4fULL * static_cast<std::uint32_t>(cell.y) +
                      0x165667b19e3779f9ULL * static_cast<std::uint32_t>(cell.z);
    h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93ULL;
    h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93ULL;
    return h ^ (h >> 32);
}

/// Maps 21 bits of a hash to 0..1.
double share(std::uint64_t bits) {
    return static_cast<double>(bits & 0x1fffffU) * 0x1p-21;
}

/// Distances to the nearest and second nearest feature point, with one random point per unit cell (Worley
/// 1996). Only the eight cells around the nearest corner of the grid are searched: a nearer point elsewhere
/// is missed only if both distances are large.
struct Nearest {
    double first, second;
};
Nearest nearest_points(const glm::dvec3& p, std::uint64_t seed) {
    const glm::ivec3 base(glm::floor(p - 0.5));
    double first = 9.0;
    double second = 9.0;
    for (int i = 0; i < 8; ++i) {
        const glm::ivec3 cell = base + glm::ivec3(i & 1, i >> 1 & 1, i >> 2);
        const std::uint64_t h = hash_of(cell, seed);
        const glm::dvec3 jitter(share(h), share(h >> 21), share(h >> 42));
        const glm::dvec3 d = glm::dvec3(cell) + 0.2 + 0.6 * jitter - p;
        const double distance2 = glm::dot(d, d);
        second = std::min(second, std::max(first, distance2));
        first = std::min(first, distance2);
    }
    return {std::sqrt(first), std::sqrt(second)};
}

/// The height of a scale, from 0 on its border to 1.
double dome(const Nearest& n) {
    return std::min(1.0, 2.5 * (n.second - n.first));
}

} // namespace

double value_noise(const glm::dvec3& p, std::uint64_t seed) {
    const glm::dvec3 floor = glm::floor(p);
    const glm::ivec3 cell(floor);
    const glm::dvec3 t = p - floor;
    const glm::dvec3 s = t * t * (3.0 - 2.0 * t);
    double corners[8];
    for (int i = 0; i < 8; ++i)
        corners[i] = share(hash_of(cell + glm::ivec3(i & 1, i >> 1 & 1, i >> 2), seed));
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < 4 >> axis; ++i)
            corners[i] = corners[2 * i] + s[axis] * (corners[2 * i + 1] - corners[2 * i]);
    return 2.0 * corners[0] - 1.0;
}

double large_scales(const glm::dvec3& p, std::uint64_t seed) {
    const double large = dome(nearest_points(p * 17.0, seed));
    return 0.65 * large * (2.0 - large);
}

double scale_pattern(const glm::dvec3& p, std::uint64_t seed) {
    const double small = dome(nearest_points(p * 43.0, seed + 1));
    return large_scales(p, seed) + most_small_scales * small;
}

double rock_pattern(const glm::dvec3& p, std::uint64_t seed) {
    double sum = 0.0;
    double amplitude = 0.5;
    double frequency = 3.0;
    for (unsigned octave = 0; octave < 5; ++octave) {
        sum += amplitude * value_noise(p * frequency, seed + 2 + octave);
        amplitude *= 0.5;
        frequency *= 2.1;
    }
    const Nearest block = nearest_points(p * 5.0 + 0.3 * sum, seed + 9);
    const double crack = std::min(1.0, 4.0 * (block.second - block.first));
    return std::clamp(0.9 * sum + 0.35 * (crack - 1.0), -1.0, 1.0);
}

} // namespace hitmap
