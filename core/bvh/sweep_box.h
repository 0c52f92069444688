#pragma once

#include "core/bvh/triangle_ref.h"
#include "core/geometry/mesh/aabb.h"

#include <algorithm>

namespace hitmap {

/// A box for the innermost loop of the full sweep. It is scaled to the unit cube, so that no area overflows
/// in float, and has four lanes (the last one unused), so that including a box takes two instructions. It
/// serves to compare costs only: the boxes of the tree are computed from the unscaled triangles.
class SweepBox {
public:
    /// Maps a box into the unit cube, with the same scale along all axes.
    class Frame {
    public:
        explicit Frame(const Aabb& whole) : origin_(whole.lower) {
            const double longest = std::max({double{whole.upper.x} - double{whole.lower.x},
                                             double{whole.upper.y} - double{whole.lower.y},
                                             double{whole.upper.z} - double{whole.lower.z}});
            scale_ = longest > 0.0 ? 1.0 / longest : 0.0;
        }
        [[nodiscard]] float operator()(float coordinate, int axis) const {
            return static_cast<float>((double{coordinate} - origin_[axis]) * scale_);
        }

    private:
        glm::dvec3 origin_;
        double scale_ = 0.0;
    };

    SweepBox() : lower_{2, 2, 2, 2}, upper_{-2, -2, -2, -2} {}
    SweepBox(const Aabb& b, const Frame& to)
        : lower_{to(b.lower.x, 0), to(b.lower.y, 1), to(b.lower.z, 2), 0},
          upper_{to(b.upper.x, 0), to(b.upper.y, 1), to(b.upper.z, 2), 0} {}

    void include(const SweepBox& b) {
        lower_ = b.lower_ < lower_ ? b.lower_ : lower_;
        upper_ = b.upper_ > upper_ ? b.upper_ : upper_;
    }
    [[nodiscard]] float half_area() const {
        const Lanes e = upper_ - lower_;
        const Lanes products = e * __builtin_shufflevector(e, e, 1, 2, 0, 3);
        return products[0] + products[1] + products[2];
    }

private:
    // A vector type, because the compiler would split a plain array into scalars.
    using Lanes [[gnu::vector_size(16)]] = float;

    Lanes lower_;
    Lanes upper_;
};

} // namespace hitmap
