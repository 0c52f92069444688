#include "core/geometry/builtin/masonry.h"

#include "core/geometry/builtin/reproducible.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace hitmap {

Outline arc(const glm::dvec2& center, double radius, double from, double to, unsigned count) {
    Outline points;
    for (unsigned i = 0; i <= count; ++i) {
        const double turn = from + (to - from) * i / count;
        points.push_back(center + radius * glm::dvec2(cos_turns(turn), sin_turns(turn)));
    }
    return points;
}

unsigned Mason::steps(double base, unsigned least) const {
    return std::max(least, static_cast<unsigned>(std::lround(base * detail_)));
}

void Mason::lathe(const Profile& profile, unsigned around) {
    for (const Outline& outline : profile)
        builder_.grid(
            around, static_cast<unsigned>(outline.size() - 1),
            [&](unsigned column, unsigned row) {
                const double turn = -static_cast<double>(column) / around;
                return glm::dvec3(outline[row].x * cos_turns(turn), outline[row].y,
                                  outline[row].x * sin_turns(turn));
            },
            true);
}

void Mason::moulding(const Profile& profile, double x0, double x1) {
    for (const Outline& outline : profile)
        builder_.grid(1, static_cast<unsigned>(outline.size() - 1), [&](unsigned column, unsigned row) {
            return glm::dvec3(column == 0 ? x0 : x1, outline[row].y, outline[row].x);
        });
}

void Mason::column(double height, double radius) {
    const double half = 1.38 * radius;
    builder_.box({-half, 0.0, -half}, {half, 0.2, half});
    const unsigned bend = steps(5, 2);
    lathe({arc({1.16 * radius, 0.28}, 0.08, -0.25, 0.25, bend),
           {{1.16 * radius, 0.36}, {1.08 * radius, 0.38}},
           arc({1.1 * radius, 0.42}, 0.045, -0.3, -0.7, bend),
           arc({1.06 * radius, 0.5}, 0.04, -0.25, 0.25, bend),
           {{1.06 * radius, 0.54}, {radius, 0.58}}},
          steps(32, 8));
    const double neck = height - 0.75;
    fluted_shaft(0.58, neck, radius);
    capital(neck, height - 0.13, 0.86 * radius);
    builder_.box({-half, height - 0.13, -half}, {half, height - 0.04, half});
    builder_.box({-0.93 * half, height - 0.04, -0.93 * half}, {0.93 * half, height, 0.93 * half});
}

void Mason::fluted_shaft(double from, double to, double radius) {
    constexpr unsigned flutes = 20;
    const unsigned around = flutes * steps(4, 2);
    const unsigned rows = steps(9, 2);
    builder_.grid(
        around, rows,
        [&](unsigned column, unsigned row) {
            const double t = static_cast<double>(row) / rows;
            const double turn = -static_cast<double>(column) / around;
            const double entasis = 1.0 - 0.14 * t * t;
            const double in_flute = std::abs(sin_turns(0.5 * flutes * turn));
            const double ends = std::min({1.0, 12.0 * t, 12.0 * (1.0 - t)});
            const double r = radius * entasis * (1.0 - 0.1 * ends * in_flute);
            return glm::dvec3(r * cos_turns(turn), from + t * (to - from), r * sin_turns(turn));
        },
        true);
}

void Mason::capital(double from, double to, double radius) {
    const double height = to - from;
    lathe({arc({radius, from + 0.02}, 0.035, -0.25, 0.25, steps(4, 2)),
           {{radius, from + 0.04}, {0.98 * radius, from + 0.5 * height}, {1.3 * radius, to}}},
          steps(24, 8));
    for (int i = 0; i < 8; ++i) {
        leaf(from + 0.04, 0.42 * height, radius, i / 8.0, 0.34 * radius, 1.0);
        leaf(from + 0.06, 0.72 * height, 0.97 * radius, (i + 0.5) / 8.0, 0.34 * radius, 1.0);
    }
    for (int i = 0; i < 4; ++i)
        volute(to - 0.13, 1.42 * radius, (2 * i + 1) / 8.0);
}

void Mason::leaf(double from, double height, double radius, double turn, double width, double fineness) {
    const unsigned rows = steps(8 * fineness, 3);
    const unsigned columns = 2 * steps(3 * fineness, 1);
    const glm::dvec3 out(cos_turns(turn), 0.0, sin_turns(turn));
    const glm::dvec3 side(-out.z, 0.0, out.x);
    builder_.grid(columns, rows, [&](unsigned column, unsigned row) {
        const double t = static_cast<double>(row) / rows;
        const double s = 1.0 - 2.0 * static_cast<double>(column) / columns;
        // The leaf follows the bell of the capital, its lobes spread and its tip curls outwards.
        const double curl = std::max(0.0, t - 0.6) / 0.4;
        const double lobes = 1.0 - 0.22 * std::abs(sin_turns(1.75 * t));
        const double spread = (0.55 + 0.9 * t - 0.95 * t * t) * lobes * (1.0 - 0.75 * curl * curl);
        const double lean = 0.012 + 0.03 * t + 0.11 * curl * curl + 0.02 * (1.0 - s * s);
        const double up = height * (t - 0.2 * curl * curl);
        return out * (radius + lean) + side * (width * spread * s) + glm::dvec3(0.0, from + up, 0.0);
    });
}

void Mason::volute(double height, double radius, double turn) {
    const unsigned along = steps(22, 8);
    const unsigned around = steps(6, 3);
    const glm::dvec3 out(cos_turns(turn), 0.0, sin_turns(turn));
    const glm::dvec3 side(-out.z, 0.0, out.x);
    builder_.grid(
        around, along,
        [&](unsigned column, unsigned row) {
            const double t = static_cast<double>(row) / along;
            const double angle = 0.3 + 1.9 * t;
            const double spiral = 0.1 * (1.0 - 0.85 * t);
            const double thick = 0.032 * (1.0 - 0.6 * t);
            const double around_turn = -static_cast<double>(column) / around;
            const glm::dvec3 radial = out * cos_turns(angle) + glm::dvec3(0.0, sin_turns(angle), 0.0);
            const glm::dvec3 middle = out * (radius - 0.02) + glm::dvec3(0.0, height, 0.0);
            return middle + radial * (spiral + thick * cos_turns(around_turn)) +
                   side * (1.6 * thick * sin_turns(around_turn));
        },
        true);
}

void Mason::slender_column(double height, double radius) {
    const double half = 1.5 * radius;
    builder_.box({-half, 0.0, -half}, {half, 0.12, half});
    const unsigned bend = steps(4, 2);
    Outline shaft;
    for (unsigned i = 0; i <= bend; ++i) {
        const double t = static_cast<double>(i) / bend;
        shaft.emplace_back(radius * (1.0 - 0.14 * t * t), 0.24 + t * (height - 0.66));
    }
    lathe({arc({1.1 * radius, 0.16}, 0.04, -0.25, 0.25, bend),
           arc({1.0 * radius, 0.22}, 0.025, -0.25, 0.25, bend),
           shaft,
           arc({0.86 * radius, height - 0.4}, 0.025, -0.25, 0.25, bend),
           {{0.86 * radius, height - 0.38}, {0.95 * radius, height - 0.25}, {1.35 * radius, height - 0.12}}},
          steps(18, 6));
    for (int i = 0; i < 8; ++i)
        leaf(height - 0.37, 0.26, 0.88 * radius, i / 8.0, 0.36 * radius, 0.5);
    builder_.box({-half, height - 0.12, -half}, {half, height, half});
}

void Mason::baluster(double height) {
    constexpr double foot = 0.075;
    builder_.box({-foot, 0.0, -foot}, {foot, 0.06, foot});
    builder_.box({-foot, height - 0.06, -foot}, {foot, height, foot});
    const unsigned rows = steps(10, 4);
    Outline belly;
    for (unsigned i = 0; i <= rows; ++i) {
        const double t = static_cast<double>(i) / rows;
        const double vase =
            0.044 + 0.034 * sin_turns(0.5 * std::sqrt(t)) - 0.03 * t * t + 0.022 * t * t * t * t;
        belly.emplace_back(vase, 0.06 + t * (height - 0.12));
    }
    lathe({belly}, steps(9, 5));
}

void Mason::groin_vault(double width_x, double width_z, double rise) {
    const unsigned n = 2 * steps(8, 2);
    const auto height = [&](double u, double v) {
        return rise * std::max(std::sqrt(std::max(0.0, 1.0 - u * u)), std::sqrt(std::max(0.0, 1.0 - v * v)));
    };
    builder_.grid(n, n, [&](unsigned column, unsigned row) {
        const double u = 2.0 * column / n - 1.0;
        const double v = 2.0 * row / n - 1.0;
        return glm::dvec3(0.5 * width_x * u, height(u, v), 0.5 * width_z * v);
    });
    const unsigned around = steps(6, 4);
    for (const double turned : {-1.0, 1.0}) {
        const glm::dvec3 side = glm::normalize(glm::dvec3(width_z, 0.0, -turned * width_x));
        builder_.grid(
            around, n,
            [&](unsigned column, unsigned row) {
                const double u = 2.0 * row / n - 1.0;
                const double turn = -static_cast<double>(column) / around;
                return glm::dvec3(0.5 * width_x * u, height(u, u) - 0.02, 0.5 * width_z * turned * u) +
                       side * (0.09 * sin_turns(turn)) + glm::dvec3(0.0, 0.09 * cos_turns(turn), 0.0);
            },
            true);
    }
}

} // namespace hitmap
