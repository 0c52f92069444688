#pragma once

#include "core/geometry/builtin/reproducible.h"
#include "core/geometry/mesh/implicit_field.h"

#include <glm/geometric.hpp>

#include <cmath>

namespace hitmap::test {

/// A ball around the origin, slightly larger than radius 1 so that it passes through no sample.
class Ball : public ImplicitField {
public:
    [[nodiscard]] Parts all_parts() const override { return {0}; }
    int select(const Parts& parts, const glm::dvec3& center, double radius, Parts& selected) const override {
        selected = parts;
        const double d = glm::length(center) - 1.00001;
        return d > radius ? 1 : d < -radius ? -1 : 0;
    }
    [[nodiscard]] double value(const Parts&, const glm::dvec3& p) const override {
        return glm::length(p) - 1.00001;
    }
};

/// A random sign for every sample: this produces all configurations of a surface in a cell, especially
/// ambiguous ones.
class Chaos final : public ImplicitField {
public:
    Chaos(std::uint64_t seed, int cells) : seed_(seed), cells_(cells) {}
    [[nodiscard]] Parts all_parts() const override { return {}; }
    int select(const Parts&, const glm::dvec3&, double, Parts&) const override { return 0; }
    [[nodiscard]] double value(const Parts&, const glm::dvec3& p) const override {
        const glm::ivec3 i(static_cast<int>(std::lround(p.x)), static_cast<int>(std::lround(p.y)),
                           static_cast<int>(std::lround(p.z)));
        for (int axis = 0; axis < 3; ++axis)
            if (i[axis] < 1 || i[axis] >= cells_) return 1.0;
        Random random(seed_ + static_cast<std::uint64_t>((i.z * 4096 + i.y) * 4096 + i.x));
        return random.uniform(0.1, 1.0) * (random.bits() % 2 == 0 ? 1.0 : -1.0);
    }

private:
    std::uint64_t seed_;
    int cells_;
};

} // namespace hitmap::test
