#pragma once

#include "core/geometry/builtin/mesh_builder.h"

#include <glm/vec2.hpp>

#include <span>
#include <vector>

namespace hitmap {

/// Points of an outline that is smooth from end to end. A profile is a sequence of outlines with sharp edges
/// between them.
using Outline = std::vector<glm::dvec2>;
using Profile = std::vector<Outline>;

/// Builds the stone parts of the atrium, in metres, y up. Each part is built around the origin of the
/// builder's placement.
class Mason {
public:
    /// @param detail  factor on the number of subdivisions; 1 for the default scene
    Mason(MeshBuilder& builder, double detail) : builder_(builder), detail_(detail) {}

    /// Returns base * detail, rounded, but at least `least`.
    [[nodiscard]] unsigned steps(double base, unsigned least) const;

    /// A solid of revolution around the y axis. Points of the profile are (radius, height) and go upwards on
    /// the outside.
    void lathe(const Profile& profile, unsigned around);
    /// A moulding along x from x0 to x1. Points of the profile are (z, y) and go upwards on the side of +z.
    void moulding(const Profile& profile, double x0, double x1);

    /// A column of the ground floor: plinth, Attic base, fluted shaft with entasis, capital with two rows of
    /// leaves and four volutes. `height` is that of the whole column, `radius` that of the foot of the shaft.
    void column(double height, double radius);
    /// A plain column of the upper floor.
    void slender_column(double height, double radius);
    void baluster(double height);

    struct Arch {
        double width;     ///< width of the piece of wall
        double radius;    ///< radius of the opening, less than half of the width
        double springing; ///< height at which the arch and the wall begin
        double top;       ///< height of the wall
        double depth;     ///< thickness of the wall
    };
    /// A piece of wall above a round arch along x, centred at x = 0, z = 0, with voussoirs and a moulded
    /// archivolt on both faces.
    void arch(const Arch& arch);
    /// The groin vault over one bay: two crossing barrel vaults with ribs along the groins, centred at the
    /// origin, springing at y = 0.
    void groin_vault(double width_x, double width_z, double rise);

private:
    void fluted_shaft(double from, double to, double radius);
    void capital(double from, double to, double radius);
    void leaf(double from, double height, double radius, double turn, double width, double fineness);
    void volute(double height, double radius, double turn);
    void spandrel(const Arch& arch, double side);
    void voussoirs(const Arch& arch, double side);
    void archivolt(const Arch& arch, double side);

    MeshBuilder& builder_;
    double detail_;
};

/// `count` + 1 points on an arc around `center` from one angle to another, in turns.
[[nodiscard]] Outline arc(const glm::dvec2& center, double radius, double from, double to, unsigned count);

} // namespace hitmap
