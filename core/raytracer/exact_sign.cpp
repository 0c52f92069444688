#include "core/raytracer/exact_sign.h"

#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <cstddef>

namespace hitmap {

namespace {

// The products and sums below are rounded at most eight times, each time by 2^-53 relative to the sum of
// magnitudes.
constexpr double error_bound = 16.0 * 0x1p-53;

int sign_of(double x) {
    return static_cast<int>(x > 0.0) - static_cast<int>(x < 0.0);
}

/// A sum without any rounding error, as a list of doubles that do not overlap (Shewchuk 1997, section 2).
class ExactSum {
public:
    /// Adds sign * det(x, y, z) of float coordinates.
    void add_determinant(double sign, const glm::vec3& x, const glm::vec3& y, const glm::vec3& z) {
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3;
            const int k = (i + 2) % 3;
            add_product(sign * x[i], y[j], z[k]);
            add_product(-sign * x[i], y[k], z[j]);
        }
    }
    /// The largest part has the sign of the sum.
    [[nodiscard]] int sign() const { return size_ == 0 ? 0 : sign_of(parts_[size_ - 1]); }

private:
    // The product of three floats has 72 bits: one double holds 53 of them, another the rest.
    void add_product(double x, double y, double z) {
        const double xy = x * y; // exact: 48 bits
        const double high = xy * z;
        add(std::fma(xy, z, -high));
        add(high);
    }
    // Shewchuk's GROW-EXPANSION, leaving out zeros.
    void add(double x) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < size_; ++i) {
            const double sum = x + parts_[i];
            const double virtual_part = sum - x;
            const double rest = (x - (sum - virtual_part)) + (parts_[i] - virtual_part);
            if (rest != 0.0) parts_[kept++] = rest;
            x = sum;
        }
        if (x != 0.0) parts_[kept++] = x;
        size_ = kept;
    }

    std::array<double, 48> parts_{}; // two for each of at most 24 products
    std::size_t size_ = 0;
};

/// x . (y x z), and the sum of the magnitudes of its six products.
struct TripleProduct {
    double value;
    double magnitude;
    TripleProduct(const glm::dvec3& x, const glm::dvec3& y, const glm::dvec3& z)
        : value(glm::dot(x, glm::cross(y, z))), magnitude(0.0) {
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3;
            const int k = (i + 2) % 3;
            magnitude += std::abs(x[i]) * (std::abs(y[j] * z[k]) + std::abs(y[k] * z[j]));
        }
    }
    [[nodiscard]] bool certain() const { return std::abs(value) > error_bound * magnitude; }
};

} // namespace

Determinant edge_side(const glm::vec3& origin, const glm::vec3& direction, const glm::vec3& p,
                      const glm::vec3& q) {
    // (q - p) instead of (q - origin) gives the same determinant with a smaller error.
    const glm::dvec3 to_p = glm::dvec3(p) - glm::dvec3(origin);
    const TripleProduct side(glm::dvec3(direction), to_p, glm::dvec3(q) - glm::dvec3(p));
    if (side.certain()) return {side.value, sign_of(side.value)};
    ExactSum sum;
    sum.add_determinant(1.0, direction, p, q);
    sum.add_determinant(-1.0, direction, origin, q);
    sum.add_determinant(-1.0, direction, p, origin);
    return {side.value, sum.sign()};
}

Determinant tetrahedron(const glm::vec3& origin, const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
    const glm::dvec3 from_a(a);
    const TripleProduct volume(from_a - glm::dvec3(origin), glm::dvec3(b) - from_a, glm::dvec3(c) - from_a);
    if (volume.certain()) return {volume.value, sign_of(volume.value)};
    ExactSum sum;
    sum.add_determinant(1.0, a, b, c);
    sum.add_determinant(-1.0, origin, b, c);
    sum.add_determinant(-1.0, a, origin, c);
    sum.add_determinant(-1.0, a, b, origin);
    return {volume.value, sum.sign()};
}

} // namespace hitmap
