#include "core/geometry/builtin/furnishing.h"
#include "core/geometry/builtin/sculpture.h"
#include "core/geometry/mesh/field_mesher.h"

#include <cmath>

namespace hitmap {

namespace {

void sculpt_mane(Sculpture& stone, Random& random) {
    for (int ring = 0; ring < 3; ++ring)
        for (int i = 0; i < 22; ++i) {
            const double turn = (i + 0.5 * ring + random.uniform(-0.15, 0.15)) / 22.0;
            const glm::dvec3 out(cos_turns(turn), sin_turns(turn), 0.0);
            const double from = 0.26 + 0.06 * ring;
            const double length = random.uniform(0.15, 0.21);
            const glm::dvec3 root = out * from + glm::dvec3(0.0, 0.02, 0.2 - 0.07 * ring);
            const double up = out.x * random.uniform(-0.05, 0.05);
            const glm::dvec3 bend(-out.y * random.uniform(-0.05, 0.05), up, 0.0);
            const glm::dvec3 middle = root + out * (0.55 * length) + bend + glm::dvec3(0.0, 0.0, 0.035);
            const glm::dvec3 tip = root + out * length + 2.0 * bend - glm::dvec3(0.0, 0.0, 0.08);
            stone.add_round_cone(root, 0.048, middle, 0.036, 0.008);
            stone.add_round_cone(middle, 0.036, tip, 0.01, 0.008);
        }
}

void sculpt_face(Sculpture& stone) {
    const Roughness skin{0.0, 0.004};
    stone.add_disc({0.0, 0.0, 0.0}, 0.03, 0.02, 0.005, 0.01); // fixes the head to the wall
    stone.add_round_cone({0.0, 0.03, 0.06}, 0.3, {0.0, 0.06, 0.18}, 0.24, 0.03, skin);
    stone.add_round_cone({0.0, 0.12, 0.36}, 0.075, {0.0, -0.05, 0.5}, 0.07, 0.025, skin); // nose
    stone.add_round_cone({0.0, -0.05, 0.53}, 0.05, {0.0, -0.08, 0.54}, 0.03, 0.01);
    stone.add_round_cone({0.0, -0.27, 0.33}, 0.09, {0.0, -0.24, 0.4}, 0.06, 0.03, skin); // chin
    for (const double s : {-1.0, 1.0}) {
        stone.add_round_cone({0.09 * s, -0.12, 0.42}, 0.09, {0.11 * s, -0.15, 0.36}, 0.1, 0.02,
                             skin);                                                                  // muzzle
        stone.add_round_cone({0.2 * s, -0.06, 0.22}, 0.11, {0.16 * s, -0.16, 0.2}, 0.1, 0.04, skin); // cheek
        stone.add_round_cone({0.06 * s, 0.17, 0.39}, 0.04, {0.19 * s, 0.2, 0.31}, 0.045, 0.012, skin); // brow
        stone.add_round_cone({0.12 * s, 0.1, 0.375}, 0.035, {0.13 * s, 0.1, 0.37}, 0.035, 0.003);      // eye
        stone.add_round_cone({0.24 * s, 0.27, 0.2}, 0.075, {0.27 * s, 0.31, 0.17}, 0.06, 0.02, skin);  // ear
        stone.add_round_cone({0.05 * s, -0.19, 0.43}, 0.018, {0.05 * s, -0.26, 0.43}, 0.006, 0.003); // tooth
    }
}

} // namespace

Mesh make_lion_head(double triangles, std::uint64_t seed, const JobContext& job) {
    Random random(seed);
    Sculpture stone(seed);
    sculpt_face(stone);
    sculpt_mane(stone, random);
    const double spacing = std::sqrt(2.9 / triangles) * 1.2;
    const Aabb box = stone.bounds();
    const SampleGrid grid{glm::dvec3(box.lower) - spacing, spacing,
                          static_cast<std::uint32_t>(1.4 / spacing) + 3};
    ThreadPool alone(1);
    Mesh mesh = mesh_field(stone, grid, alone, {job.stop, nullptr});
    add_vertex_normals(mesh, job);
    return mesh;
}

} // namespace hitmap
