#pragma once

#include <glm/vec3.hpp>

#include <cstdint>
#include <vector>

namespace hitmap {

/// Distance from the centre of a cube with edges of length 1 to its corners: sqrt(3) / 2.
inline constexpr double cell_half_diagonal = 0.8660254037844387;

/// A solid given by the sign of a function, which is negative inside. It is made of parts, of which only a
/// few matter at any one point: the selection for a large box is refined for the smaller boxes in it.
class ImplicitField {
public:
    using Parts = std::vector<std::uint32_t>;

    ImplicitField() = default;
    ImplicitField(const ImplicitField&) = delete;
    ImplicitField& operator=(const ImplicitField&) = delete;
    virtual ~ImplicitField() = default;

    [[nodiscard]] virtual Parts all_parts() const = 0;
    /// Selects from `parts`, which suffice for a larger ball, those that matter inside the ball of `radius`
    /// around `center`. The result must not depend on which larger ball `parts` was selected for.
    /// @return 1 or -1 if the field certainly has that sign in the whole ball, 0 if it may change
    virtual int select(const Parts& parts, const glm::dvec3& center, double radius,
                       Parts& selected) const = 0;
    /// Narrows `parts`, which were selected for a ball that contains this one, to those that value() needs:
    /// it returns the same bits with `needed` everywhere in the ball. Not for select().
    /// @return as select(), with a sharper bound
    virtual int narrow(const Parts& parts, const glm::dvec3& /*center*/, double /*radius*/,
                       Parts& needed) const {
        needed = parts;
        return 0;
    }
    /// The value of the field at p, never 0. `parts` must have been selected for a ball that contains p.
    [[nodiscard]] virtual double value(const Parts& parts, const glm::dvec3& p) const = 0;
    /// Either value(), or infinity with the sign of value() where the sign takes less time than the value.
    [[nodiscard]] virtual double value_or_sign(const Parts& parts, const glm::dvec3& p) const {
        return value(parts, p);
    }
};

} // namespace hitmap
