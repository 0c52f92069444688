#include "core/geometry/builtin/furnishing.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace hitmap {

void Furnisher::drape(double width, double height, double gather) {
    const unsigned columns = mason_.steps(44, 8);
    const unsigned rows = mason_.steps(36, 6);
    const double phase = random_.uniform(0.0, 1.0);
    const double drift = random_.uniform(0.8, 1.3);
    const auto cloth = [&](double u, double v) { // u from -1 to 1; v is 0 at the rod and 1 at the hem
        // A cord gathers the cloth at v = 2/3; below, it widens again.
        const double d = (v - 0.67) / 0.3;
        const double tie = std::abs(gather) / (1.0 + d * d * d * d);
        const double narrow = 1.0 - 0.72 * tie;
        const double shift = 0.5 * gather * width * (0.62 * tie + 0.12 * v);
        const double depth = 0.05 + 0.09 * v + 0.05 * tie;
        const double folds = sin_turns(phase + 4.5 * u + 0.1 * drift * sin_turns(0.7 * v + phase)) +
                             0.35 * sin_turns(2.0 * phase + 11.0 * u + 0.4 * drift * v);
        // The cloth sags between the rings of the rod.
        const double swag = -0.1 * (1.0 - v) * cos_turns(3.0 * u);
        return glm::dvec3(0.5 * width * u * narrow + shift, -height * v + 0.3 * swag * width * 0.25,
                          depth * folds + 0.12 * v * sin_turns(0.3 * u + phase));
    };
    builder_.grid(columns, rows, [&](unsigned column, unsigned row) {
        return cloth(2.0 * column / columns - 1.0, 1.0 - static_cast<double>(row) / rows);
    });
    const unsigned beads = mason_.steps(30.0 * width, 4);
    for (unsigned i = 0; i < beads; ++i)
        bead(cloth((2.0 * i + 1.0) / beads - 1.0, 1.0), random_.uniform(0.05, 0.06));
    mason_.moulding({arc({0.0, 0.03}, 0.035, -0.5, 0.5, mason_.steps(8, 4))}, -0.5 * width, 0.5 * width);
}

void Furnisher::bead(const glm::dvec3& hem, double length) {
    constexpr double radius = 0.009;
    const unsigned around = mason_.steps(6, 3);
    const unsigned rows = mason_.steps(5, 3);
    const auto ring = [&](unsigned column, double r, double y) {
        const double turn = -static_cast<double>(column) / around;
        return hem + glm::dvec3(r * cos_turns(turn), y, r * sin_turns(turn));
    };
    builder_.grid(
        around, 1,
        [&](unsigned column, unsigned row) { return ring(column, 0.0015, row == 0 ? -length : 0.0); }, true);
    builder_.grid(
        around, rows,
        [&](unsigned column, unsigned row) {
            const double turn = 0.5 * row / rows - 0.25;
            return ring(column, radius * cos_turns(turn), radius * sin_turns(turn) - length);
        },
        true);
}

glm::dvec3 Furnisher::direction(double rise_from, double rise_to) {
    const double turn = random_.uniform(0.0, 1.0);
    const double rise = random_.uniform(rise_from, rise_to);
    const double flat = std::sqrt(1.0 - rise * rise);
    return {flat * cos_turns(turn), rise, flat * sin_turns(turn)};
}

void Furnisher::leaf(const glm::dvec3& root, const glm::dvec3& along, const glm::dvec3& across, double size) {
    constexpr unsigned rows = 5;
    const glm::dvec3 up = glm::cross(across, along);
    builder_.grid(2, rows, [&](unsigned column, unsigned row) {
        const double t = static_cast<double>(row) / rows;
        const double s = static_cast<double>(column) - 1.0;
        const double width = 0.5 * size * std::sqrt(t) * (1.0 - t) * 1.4;
        return root + along * (size * t) + across * (width * s) + up * (size * (0.1 * s * s - 0.35 * t * t));
    });
}

void Furnisher::plant(double height) {
    const double r = 0.2 * height;
    const unsigned bend = mason_.steps(9, 2);
    mason_.lathe({{{0.75 * r, 0.0}, {0.75 * r, 0.04}},
                  arc({0.6 * r, 0.07 * height}, 0.1 * r, -0.25, 0.25, bend),
                  arc({0.45 * r, 0.24 * height}, 0.62 * r, -0.2, 0.12, bend),
                  {{0.95 * r, 0.36 * height},
                   {1.15 * r, 0.42 * height},
                   {1.0 * r, 0.42 * height},
                   {0.8 * r, 0.38 * height}}},
                 mason_.steps(28, 6));
    const glm::dvec3 root(0.0, 0.38 * height, 0.0);
    const auto leaves = static_cast<unsigned>(110 * detail_ * detail_) + 6;
    for (unsigned i = 0; i < leaves; ++i) {
        const glm::dvec3 out = direction(0.25, 0.98);
        const glm::dvec3 across = glm::normalize(glm::cross(out, glm::dvec3(out.z, 0.3, -out.x)));
        const double size = height * random_.uniform(0.12, 0.24);
        leaf(root + out * (height * random_.uniform(0.1, 0.36)), out, across, size);
    }
}

void Furnisher::vine(double length) {
    const auto leaves = static_cast<unsigned>(84 * detail_ * detail_ * length) + 4;
    const double phase = random_.uniform(0.0, 1.0);
    for (unsigned i = 0; i < leaves; ++i) {
        const double t = random_.uniform(0.0, 1.0);
        const double spread = 0.28 * (1.0 - 0.75 * t);
        const double forth = 0.1 * random_.uniform(0.0, 1.0);
        const double aside = spread * random_.uniform(-1.0, 1.0);
        const glm::dvec3 root(aside + 0.08 * sin_turns(t * length * 0.6 + phase), -length * t, forth);
        const glm::dvec3 out = direction(-0.95, 0.1);
        const glm::dvec3 forward(out.x, out.y, std::abs(out.z));
        leaf(root, forward, glm::normalize(glm::cross(forward, glm::dvec3(0.2, 1.0, 0.1))),
             random_.uniform(0.05, 0.11));
    }
}

void Furnisher::fountain() {
    const unsigned around = mason_.steps(48, 8);
    const unsigned bend = mason_.steps(8, 3);
    mason_.lathe({{{1.75, 0.0}, {1.75, 0.12}, {1.6, 0.12}},
                  {{1.5, 0.12}, {1.42, 0.2}},
                  arc({1.2, 0.42}, 0.3, -0.2, 0.1, bend),
                  {{1.45, 0.6}, {1.5, 0.66}, {1.36, 0.68}},
                  {{1.36, 0.68}, {1.3, 0.5}, {0.3, 0.42}},
                  arc({0.3, 0.55}, 0.13, -0.25, 0.25, bend),
                  {{0.22, 0.68}, {0.17, 0.95}, {0.24, 1.2}},
                  arc({0.2, 1.55}, 0.35, -0.22, -0.02, bend),
                  {{0.58, 1.5}, {0.86, 1.58}, {0.9, 1.62}, {0.8, 1.62}},
                  {{0.8, 1.62}, {0.6, 1.54}, {0.15, 1.5}},
                  {{0.15, 1.5}, {0.1, 1.75}, {0.16, 1.95}},
                  {{0.16, 1.95}, {0.42, 2.06}, {0.45, 2.1}, {0.38, 2.1}, {0.08, 2.04}},
                  arc({0.0, 2.22}, 0.17, -0.2, 0.25, bend)},
                 around);
    // The water in the large basin, with circular waves.
    const unsigned rings = mason_.steps(14, 3);
    builder_.grid(
        around, rings,
        [&](unsigned column, unsigned row) {
            const double r = 1.33 - 1.1 * row / rings;
            const double turn = -static_cast<double>(column) / around;
            return glm::dvec3(r * cos_turns(turn), 0.58 + 0.012 * cos_turns(6.0 * r), r * sin_turns(turn));
        },
        true);
}

void Furnisher::lamp(double length) {
    const unsigned around = mason_.steps(5, 3);
    const unsigned turns = mason_.steps(8, 4);
    constexpr double link = 0.09;
    const int links = static_cast<int>((length - 0.5) / (1.45 * link));
    for (int i = 0; i < links; ++i) {
        const double y = -1.45 * link * (i + 0.5);
        const bool turned = i % 2 != 0;
        builder_.grid(
            around, turns,
            [&](unsigned column, unsigned row) {
                const double ring = static_cast<double>(row % turns) / turns;
                const double tube = -static_cast<double>(column) / around;
                const double r = link * 0.6 + 0.014 * cos_turns(tube);
                const double flat = 0.6 * r * cos_turns(ring);
                const double side = 0.014 * sin_turns(tube);
                return glm::dvec3(turned ? side : flat, y + r * sin_turns(ring), turned ? -flat : side);
            },
            true);
    }
    const double y = -length;
    mason_.lathe({{{0.02, y - 0.1}, {0.08, y}, {0.2, y + 0.1}, {0.24, y + 0.22}},
                  {{0.24, y + 0.22}, {0.2, y + 0.24}},
                  {{0.2, y + 0.24}, {0.13, y + 0.4}, {0.03, y + 0.5}}},
                 mason_.steps(20, 6));
}

} // namespace hitmap
