#pragma once

#include "core/geometry/aabb.h"
#include "core/geometry/builtin/implicit_field.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <vector>

namespace hitmap {

/// The height of each surface texture on a part.
struct Roughness {
    double scales = 0.0;
    double rock = 0.0;
};

/// A solid blended from simple parts with textured surfaces. Lengths are in units of the figure, which is a
/// few units high.
class Sculpture final : public ImplicitField {
public:
    explicit Sculpture(std::uint64_t seed) : seed_(seed) {}

    /// Parts are blended over a width of `blend`, the widest first, parts of equal width in the order in
    /// which they were added.
    void add_round_cone(const glm::dvec3& a, double radius_a, const glm::dvec3& b, double radius_b,
                        double blend, const Roughness& roughness = {});
    /// A sheet of the given thickness along a triangle.
    void add_sheet(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, double thickness,
                   double blend, const Roughness& roughness = {});
    /// An upright cylinder with rounded edges.
    void add_disc(const glm::dvec3& bottom, double radius, double height, double rounding, double blend,
                  const Roughness& roughness = {});

    /// Bounding box of all parts.
    [[nodiscard]] Aabb bounds() const;

    [[nodiscard]] Parts all_parts() const override;
    int select(const Parts& parts, const glm::dvec3& center, double radius, Parts& selected) const override;
    [[nodiscard]] double value(const Parts& parts, const glm::dvec3& p) const override;

private:
    enum class Shape : std::uint8_t { round_cone, sheet, disc };
    struct Part {
        Shape shape;
        double blend;
        Roughness roughness;
        glm::dvec3 a, b, c, normal; // round_cone: ends a, b; sheet: corners; disc: centre a
        double r0, r1,
            r2; // round_cone: radii; sheet: half of the thickness; disc: radius, half height, rounding
    };
    /// A bounding ball of a part, which gives a cheap lower bound of the distance to the part.
    struct Ball {
        glm::dvec3 center;
        double radius;
    };
    struct Blended {
        double distance;
        Roughness roughness;
    };
    /// Distance to part i; any number >= limit if the distance is not below `limit`.
    [[nodiscard]] double distance(std::uint32_t i, const glm::dvec3& p, double limit) const;
    void add(const Part& part, const Ball& ball);
    [[nodiscard]] double nearest(const Parts& parts, const glm::dvec3& p) const;
    [[nodiscard]] Blended blend(const Parts& parts, const glm::dvec3& p) const;

    std::uint64_t seed_;
    std::vector<Part> parts_; // sorted by falling blend
    std::vector<Ball> balls_; // [parts_]
    double widest_blend_ = 0.0;
    double roughest_ = 0.0;
};

} // namespace hitmap
