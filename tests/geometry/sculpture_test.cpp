#include "core/geometry/builtin/dragon.h"
#include "core/geometry/builtin/reproducible.h"
#include "core/geometry/builtin/sculpture.h"
#include "core/geometry/mesh/field_mesher.h"
#include "core/geometry/mesh/surface_relaxation.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

namespace hitmap {
namespace {

constexpr std::uint64_t dragon_seed = 1;

/// The same field without the shortcuts: every sample is evaluated with all selected parts.
class WithoutShortcuts final : public ImplicitField {
public:
    explicit WithoutShortcuts(const ImplicitField& field) : field_(field) {}
    [[nodiscard]] Parts all_parts() const override { return field_.all_parts(); }
    int select(const Parts& parts, const glm::dvec3& center, double radius, Parts& selected) const override {
        return field_.select(parts, center, radius, selected);
    }
    [[nodiscard]] double value(const Parts& parts, const glm::dvec3& p) const override {
        return field_.value(parts, p);
    }

private:
    const ImplicitField& field_;
};

TEST(Sculpture, TheMeshIsTheSameWithoutShortcuts) {
    ThreadPool pool(2);
    Sculpture dragon(dragon_seed);
    sculpt_dragon(dragon, dragon_seed);
    constexpr double spacing = 0.05;
    const SampleGrid grid{glm::dvec3(dragon.bounds().lower) - 2.0 * spacing, spacing, 90};
    Mesh mesh = mesh_field(dragon, grid, pool, {});
    Mesh expected = mesh_field(WithoutShortcuts(dragon), grid, pool, {});
    ASSERT_GT(mesh.faces.size(), 10'000U);
    ASSERT_EQ(mesh.positions, expected.positions);
    ASSERT_EQ(mesh.faces, expected.faces);
    relax_surface(mesh, dragon, spacing, pool, {});
    relax_surface(expected, WithoutShortcuts(dragon), spacing, pool, {});
    EXPECT_EQ(mesh.positions, expected.positions);
    EXPECT_EQ(mesh.faces, expected.faces);
}

/// A point of the box, or of the cube around `center`.
glm::dvec3 random_point(Random& random, const glm::dvec3& center, const glm::dvec3& half) {
    glm::dvec3 p;
    for (int axis = 0; axis < 3; ++axis)
        p[axis] = random.uniform(center[axis] - half[axis], center[axis] + half[axis]);
    return p;
}

TEST(Sculpture, NarrowedPartsGiveTheSameBitsInTheBall) {
    Sculpture dragon(dragon_seed);
    sculpt_dragon(dragon, dragon_seed);
    const Aabb box = dragon.bounds();
    const glm::dvec3 middle = 0.5 * (glm::dvec3(box.lower) + glm::dvec3(box.upper));
    const ImplicitField::Parts all = dragon.all_parts();
    ImplicitField::Parts selected;
    ImplicitField::Parts needed;
    Random random(7);
    std::size_t dropped = 0;
    int certain = 0;
    for (int i = 0; i < 1000; ++i) {
        const glm::dvec3 center = random_point(random, middle, 0.5 * glm::dvec3(box.extent()));
        const double radius = random.uniform(0.001, 0.05);
        if (dragon.select(all, center, radius, selected) != 0) continue;
        const int sign = dragon.narrow(selected, center, radius, needed);
        dropped += selected.size() - needed.size();
        certain += sign != 0 ? 1 : 0;
        for (int k = 0; k < 10; ++k) {
            const glm::dvec3 p = random_point(random, center, glm::dvec3(radius / std::sqrt(3.0)));
            const double value = dragon.value(selected, p);
            EXPECT_EQ(std::bit_cast<std::uint64_t>(dragon.value(needed, p)),
                      std::bit_cast<std::uint64_t>(value));
            if (sign != 0) {
                EXPECT_EQ(value < 0.0, sign < 0);
            }
            const double shortened = dragon.value_or_sign(needed, p);
            if (std::isinf(shortened)) {
                EXPECT_EQ(shortened < 0.0, value < 0.0);
            } else {
                EXPECT_EQ(shortened, value);
            }
        }
    }
    EXPECT_GT(dropped, 100U);
    EXPECT_GT(certain, 10);
}

} // namespace
} // namespace hitmap
