#pragma once

#include "core/geometry/builtin/masonry.h"
#include "core/geometry/builtin/reproducible.h"
#include "core/geometry/mesh/mesh.h"

namespace hitmap {

/// Fills the atrium with small and soft objects: cloth, plants, vessels, water and carved heads. Each object
/// is built around the origin of the builder's placement.
class Furnisher {
public:
    Furnisher(MeshBuilder& builder, double detail, std::uint64_t seed)
        : builder_(builder), mason_(builder, detail), detail_(detail), random_(seed) {}

    /// Cloth that hangs from a rod along x, `width` wide and `height` long, its top at y = 0. At 2/3 of its
    /// length it is gathered towards +x * `gather`. Strings of small beads hang from its hem.
    void drape(double width, double height, double gather);
    /// A vase with a leafy bush, about `height` high in total.
    void plant(double height);
    /// Leaves on a stem that hangs down from the origin by `length`.
    void vine(double length);
    /// A fountain of three bowls, about 2.6 m wide and 2.4 m high.
    void fountain();
    /// A lamp on a chain that hangs down from the origin by `length`.
    void lamp(double length);

private:
    void bead(const glm::dvec3& hem, double length);
    void leaf(const glm::dvec3& root, const glm::dvec3& along, const glm::dvec3& across, double size);
    glm::dvec3 direction(double rise_from, double rise_to);

    MeshBuilder& builder_;
    Mason mason_;
    double detail_;
    Random random_;
};

/// A lion's head for a wall: about 1 m wide, centred at the origin, looking towards +z from z = 0. The number
/// of triangles is roughly `triangles`.
[[nodiscard]] Mesh make_lion_head(double triangles, std::uint64_t seed, const JobContext& job);

} // namespace hitmap
