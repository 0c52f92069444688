#pragma once

#include "core/geometry/mesh/aabb.h"
#include "core/geometry/mesh/implicit_field.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <variant>
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
    int narrow(const Parts& parts, const glm::dvec3& center, double radius, Parts& needed) const override;
    [[nodiscard]] double value(const Parts& parts, const glm::dvec3& p) const override;
    [[nodiscard]] double value_or_sign(const Parts& parts, const glm::dvec3& p) const override;

private:
    /// Two balls and the cone that is tangent to both. What does not depend on the point is computed once.
    struct RoundCone {
        RoundCone(const glm::dvec3& from, double radius_a, const glm::dvec3& to, double radius_b);
        [[nodiscard]] double distance(const glm::dvec3& p) const;
        glm::dvec3 a, b, axis;
        double ra, rb, length2, slope, slope2, a2;
    };
    /// What is within half of the thickness of a triangle.
    struct Sheet {
        Sheet(const std::array<glm::dvec3, 3>& triangle, const glm::dvec3& across, double thickness);
        [[nodiscard]] double distance(const glm::dvec3& p, double limit) const;
        std::array<glm::dvec3, 3> corners, edges;
        std::array<double, 3> lengths2; // of the edges
        glm::dvec3 normal;
        double half_thickness;
    };
    struct Disc {
        [[nodiscard]] double distance(const glm::dvec3& p) const;
        glm::dvec3 center;
        double radius, half_height, rounding;
    };
    struct Part {
        double blend;
        Roughness roughness;
        std::variant<RoundCone, Sheet, Disc> shape;
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
    /// Blends one more part into the sum; d is its distance, or any number >= sum.distance + part.blend.
    static void blend_in(Blended& sum, const Part& part, double d);
    [[nodiscard]] Blended blend(const Parts& parts, const glm::dvec3& p) const;
    /// The value at p of the surface with its textures.
    [[nodiscard]] double textured(const Blended& blended, const glm::dvec3& p) const;

    std::uint64_t seed_;
    std::vector<Part> parts_; // sorted by falling blend
    std::vector<Ball> balls_; // [parts_]
    double widest_blend_ = 0.0;
    double roughest_ = 0.0;
};

} // namespace hitmap
