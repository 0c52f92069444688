#include "core/geometry/builtin/dragon.h"

#include "core/geometry/builtin/reproducible.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace hitmap {

namespace {

using Point = glm::dvec3;

constexpr Roughness skin_roughness{0.014, 0.0};
constexpr Roughness fine_skin{0.007, 0.0};
constexpr Roughness stone_roughness{0.0, 0.035};
constexpr Roughness smooth{};

/// A ball on a path.
struct Bead {
    Point center;
    double radius;
};

Bead mix(const Bead& a, const Bead& b, double t) {
    return {a.center + (b.center - a.center) * t, a.radius + (b.radius - a.radius) * t};
}

/// A Catmull-Rom curve through all beads, with `steps` pieces between two of them.
std::vector<Bead> smooth_path(std::span<const Bead> beads, int steps) {
    std::vector<Bead> path;
    const auto bead = [&](std::ptrdiff_t i) -> const Bead& {
        return beads[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(i, 0, std::ssize(beads) - 1))];
    };
    for (std::ptrdiff_t i = 0; i + 1 < std::ssize(beads); ++i)
        for (int s = 0; s < steps; ++s) {
            const double t = static_cast<double>(s) / steps;
            const double w[4] = {((-0.5 * t + 1.0) * t - 0.5) * t, (1.5 * t - 2.5) * t * t + 1.0,
                                 ((-1.5 * t + 2.0) * t + 0.5) * t, (0.5 * t - 0.5) * t * t};
            Bead sum{Point(0.0), 0.0};
            for (int k = 0; k < 4; ++k) {
                sum.center += w[k] * bead(i - 1 + k).center;
                sum.radius += w[k] * bead(i - 1 + k).radius;
            }
            path.push_back(sum);
        }
    path.push_back(beads.back());
    return path;
}

Point mirrored(const Point& p) {
    return {-p.x, p.y, p.z};
}

class DragonSculptor {
public:
    DragonSculptor(Sculpture& sculpture, std::uint64_t seed) : sculpture_(sculpture), random_(seed) {}

    void sculpt() {
        pedestal();
        const std::vector<Bead> spine = spine_path();
        chain(spine, 0.05, skin_roughness);
        spikes(spine);
        belly_plates(spine);
        for (const bool left : {false, true}) {
            hind_leg(left);
            front_leg(left);
            wing(left);
        }
        head();
    }

private:
    void chain(std::span<const Bead> beads, double blend, const Roughness& roughness) {
        for (std::size_t i = 0; i + 1 < beads.size(); ++i)
            sculpture_.add_round_cone(beads[i].center, beads[i].radius, beads[i + 1].center,
                                      beads[i + 1].radius, blend, roughness);
    }

    void pedestal() {
        sculpture_.add_disc({0.0, 0.0, 0.0}, 1.02, 0.07, 0.015, 0.01);
        sculpture_.add_disc({0.0, 0.05, 0.0}, 0.97, 0.05, 0.02, 0.01);
        sculpture_.add_disc({0.0, 0.08, 0.0}, 0.9, 0.16, 0.01, 0.02);
        sculpture_.add_disc({0.0, 0.2, 0.0}, 0.96, 0.05, 0.022, 0.01);
        sculpture_.add_disc({0.0, 0.24, 0.0}, 0.92, 0.04, 0.01, 0.01);
        static constexpr Bead boulders[] = {
            {{0.0, 0.42, -0.05}, 0.36}, {{0.22, 0.36, 0.1}, 0.3},    {{-0.26, 0.36, 0.05}, 0.29},
            {{0.05, 0.4, -0.3}, 0.27},  {{0.3, 0.32, 0.38}, 0.22},   {{-0.3, 0.3, 0.36}, 0.2},
            {{0.0, 0.3, 0.48}, 0.2},    {{-0.45, 0.28, -0.25}, 0.2}, {{0.42, 0.28, -0.3}, 0.2},
            {{0.36, 0.55, 0.42}, 0.15}, {{0.0, 0.52, 0.1}, 0.24},
        };
        for (const Bead& b : boulders)
            sculpture_.add_round_cone(b.center, b.radius, b.center + Point(0.03, 0.05, -0.02), 0.8 * b.radius,
                                      0.06, stone_roughness);
    }

    static std::vector<Bead> spine_path() {
        std::vector<Bead> beads;
        // The tail makes one and a quarter turns around the rock while it rises.
        constexpr int pieces = 14;
        for (int i = 0; i <= pieces; ++i) {
            const double t = static_cast<double>(i) / pieces;
            const double turn = 0.42 - 1.17 * t;
            const double distance = 0.78 - 0.2 * t * t;
            const double height = 0.31 + 0.05 * t + 0.22 * t * t * t;
            beads.push_back(
                {{distance * cos_turns(turn), height, distance * sin_turns(turn)}, 0.02 + 0.105 * t});
        }
        static constexpr Bead rest[] = {
            {{0.02, 0.82, -0.36}, 0.2}, {{0.0, 1.02, -0.1}, 0.235},  {{0.0, 1.22, 0.1}, 0.235},
            {{0.0, 1.43, 0.2}, 0.2},    {{0.0, 1.6, 0.14}, 0.145},   {{-0.03, 1.78, 0.03}, 0.115},
            {{-0.02, 1.97, 0.02}, 0.1}, {{0.03, 2.12, 0.13}, 0.092}, {{0.07, 2.16, 0.3}, 0.1},
        };
        beads.insert(beads.end(), std::begin(rest), std::end(rest));
        return smooth_path(beads, 4);
    }

    /// The side of the spine that is the dragon's back: away from the rock on the tail, backwards on the
    /// body.
    static Point back_of(const std::vector<Bead>& spine, std::size_t i) {
        const Point along = glm::normalize(spine[i + 1].center - spine[i - 1].center);
        const Point wanted = i < spine.size() * 6 / 10 ? Point(0.0, 1.0, 0.0) : Point(0.0, 0.35, -1.0);
        return glm::normalize(wanted - glm::dot(wanted, along) * along);
    }

    void spikes(const std::vector<Bead>& spine) {
        for (std::size_t i = 3; i + 2 < spine.size(); ++i) {
            const Point along = glm::normalize(spine[i + 1].center - spine[i - 1].center);
            const Point back = back_of(spine, i);
            const double size = (0.035 + 0.42 * spine[i].radius) * random_.uniform(0.85, 1.15);
            const Point root = spine[i].center + 0.9 * spine[i].radius * back;
            const Point tip = root + size * (back - 0.55 * along);
            sculpture_.add_round_cone(root, 0.3 * size,
                                      mix({root, 0}, {tip, 0}, 0.55).center + 0.06 * size * back, 0.16 * size,
                                      0.01);
            sculpture_.add_round_cone(mix({root, 0}, {tip, 0}, 0.5).center + 0.06 * size * back, 0.16 * size,
                                      tip, 0.035 * size, 0.008);
        }
    }

    /// Broad plates across the front of neck and belly.
    void belly_plates(const std::vector<Bead>& spine) {
        for (std::size_t i = spine.size() * 63 / 100; i + 2 < spine.size(); ++i) {
            const Point along = glm::normalize(spine[i + 1].center - spine[i - 1].center);
            const Point front = -back_of(spine, i);
            const Point across = glm::cross(along, front);
            const double r = spine[i].radius;
            std::array<Bead, 5> plate;
            for (int k = 0; k < 5; ++k) {
                const double turn = 0.11 * (k - 2);
                const Point out = front * cos_turns(turn) + across * sin_turns(turn);
                plate[k] = {spine[i].center + out * (r * 0.96) - along * (0.1 * r * (k - 2) * (k - 2)),
                            0.17 * r};
            }
            chain(plate, 0.012, fine_skin);
        }
    }

    [[nodiscard]] static Point side(const Point& p, bool left) { return left ? mirrored(p) : p; }

    /// Four toes with claws, spread in the plane of `forward` and `right`.
    void paw(const Point& wrist, const Point& forward, const Point& right, const Point& down, double size) {
        static constexpr double spread[] = {-0.75, -0.25, 0.25, 0.75};
        for (const double s : spread) {
            const Point out = glm::normalize(forward + s * right);
            const Point knuckle = wrist + size * (0.9 * out - 0.05 * down);
            const Point end = knuckle + size * (0.6 * out + 0.42 * down);
            const Point tip = end + size * (0.42 * out + 0.5 * down);
            const Bead toe[] = {{wrist, 0.34 * size}, {knuckle, 0.27 * size}, {end, 0.2 * size}};
            chain(toe, 0.02, fine_skin);
            sculpture_.add_round_cone(end + 0.1 * size * out, 0.14 * size, tip, 0.03 * size, 0.008);
        }
    }

    void hind_leg(bool left) {
        const Bead leg[] = {{side({0.15, 0.86, -0.2}, left), 0.16}, {side({0.3, 0.97, 0.02}, left), 0.15},
                            {side({0.4, 0.98, 0.16}, left), 0.1},   {side({0.4, 0.8, 0.06}, left), 0.07},
                            {side({0.39, 0.66, 0.0}, left), 0.055}, {side({0.37, 0.61, 0.1}, left), 0.06}};
        chain(leg, 0.04, skin_roughness);
        const Point back_claw = side({0.39, 0.6, -0.1}, left);
        sculpture_.add_round_cone(leg[4].center, 0.035, back_claw, 0.008, 0.01);
        paw(leg[5].center, side({0.15, 0.0, 1.0}, left), {1.0, 0.0, 0.0}, {0.0, -1.0, 0.1}, 0.125);
    }

    void front_leg(bool left) {
        // The right paw stands on a boulder, the left one is raised.
        const Bead standing[] = {{{0.13, 1.38, 0.2}, 0.13},
                                 {{0.3, 1.24, 0.16}, 0.105},
                                 {{0.4, 1.08, 0.14}, 0.08},
                                 {{0.41, 0.92, 0.28}, 0.06},
                                 {{0.38, 0.76, 0.4}, 0.06}};
        const Bead raised[] = {{{-0.13, 1.38, 0.2}, 0.13},
                               {{-0.3, 1.26, 0.22}, 0.105},
                               {{-0.38, 1.14, 0.3}, 0.08},
                               {{-0.36, 1.2, 0.48}, 0.06},
                               {{-0.33, 1.3, 0.58}, 0.058}};
        chain(left ? raised : standing, 0.04, skin_roughness);
        if (left)
            paw(raised[4].center, glm::normalize(Point(0.0, 0.55, 0.8)), {1.0, 0.0, 0.0},
                glm::normalize(Point(0.0, -0.8, 0.6)), 0.115);
        else
            paw(standing[4].center, {0.1, -0.15, 1.0}, {1.0, 0.0, 0.0}, {0.0, -1.0, 0.1}, 0.115);
    }

    static Point on_bone(const std::array<Point, 3>& bone, double t) {
        return (1.0 - t) * (1.0 - t) * bone[0] + 2.0 * t * (1.0 - t) * bone[1] + t * t * bone[2];
    }

    void wing(bool left) {
        const Point shoulder = side({0.12, 1.46, 0.06}, left);
        const Point elbow = side({0.5, 1.72, -0.28}, left);
        const Point wrist = side({0.72, 2.28, -0.2}, left);
        const Bead arm[] = {{shoulder, 0.1}, {elbow, 0.065}, {wrist, 0.05}};
        chain(arm, 0.04, skin_roughness);
        sculpture_.add_round_cone(wrist, 0.035, wrist + side({0.03, 0.17, 0.1}, left), 0.006, 0.01);
        // The bones of the fingers, from the wrist on. The last one is the line along which the membrane
        // joins the body.
        const std::array<std::array<Point, 3>, 5> bones = {{
            {wrist, side({1.2, 2.55, -0.35}, left), side({1.5, 2.02, -0.62}, left)},
            {wrist, side({1.15, 2.15, -0.4}, left), side({1.36, 1.45, -0.78}, left)},
            {wrist, side({0.95, 1.85, -0.45}, left), side({1.05, 1.05, -0.86}, left)},
            {wrist, side({0.75, 1.7, -0.5}, left), side({0.68, 0.86, -0.84}, left)},
            {elbow, side({0.3, 1.4, -0.3}, left), side({0.16, 0.98, -0.36}, left)},
        }};
        for (std::size_t b = 0; b + 1 < bones.size(); ++b)
            membrane(bones[b], bones[b + 1], left ? -1.0 : 1.0);
        for (std::size_t b = 0; b + 1 < bones.size(); ++b)
            finger(bones[b]);
    }

    void finger(const std::array<Point, 3>& bone) {
        std::array<Bead, 13> beads;
        for (int i = 0; i <= 12; ++i) {
            const double t = i / 12.0;
            beads[i] = {on_bone(bone, t), 0.036 - 0.027 * t};
        }
        chain(beads, 0.02, fine_skin);
    }

    /// Skin between two bones. It sags, has folds along the bones, and its free edge is notched.
    void membrane(const std::array<Point, 3>& a, const std::array<Point, 3>& b, double outwards) {
        constexpr int along = 6;
        constexpr int across = 8;
        const Point normal =
            outwards * glm::normalize(glm::cross(on_bone(a, 0.8) - a[0], on_bone(b, 0.8) - b[0]));
        const auto point = [&](int i, int j) {
            const double v = static_cast<double>(j) / across;
            const double belly = sin_turns(0.5 * v);
            const double u = static_cast<double>(i) / along * (1.0 - 0.16 * belly);
            const double folds = 0.022 * sin_turns(2.5 * v) * u;
            return on_bone(a, u) * (1.0 - v) + on_bone(b, u) * v + normal * (-0.13 * belly * u + folds);
        };
        for (int i = 0; i < along; ++i)
            for (int j = 0; j < across; ++j) {
                sculpture_.add_sheet(point(i, j), point(i + 1, j), point(i + 1, j + 1), 0.02, 0.012,
                                     {0.002, 0.0});
                sculpture_.add_sheet(point(i, j), point(i + 1, j + 1), point(i, j + 1), 0.02, 0.012,
                                     {0.002, 0.0});
            }
    }

    /// Converts coordinates of the head (right, up, forward, in units of its size) to those of the figure.
    static Point in_head(double right, double up, double forward) {
        constexpr double size = 0.19;
        const Point origin(0.08, 2.17, 0.36);
        const Point f = glm::normalize(Point(0.22, -0.22, 1.0));
        const Point r = glm::normalize(glm::cross(f, Point(0.0, 1.0, 0.0)));
        const Point u = glm::cross(r, f);
        return origin + size * (right * -r + up * u + forward * f);
    }
    void head_cone(const Point& a, double ra, const Point& b, double rb, double blend,
                   const Roughness& roughness = smooth) {
        constexpr double size = 0.19;
        sculpture_.add_round_cone(in_head(a.x, a.y, a.z), ra * size, in_head(b.x, b.y, b.z), rb * size, blend,
                                  roughness);
    }

    void head() {
        head_cone({0, 0.05, -0.3}, 0.5, {0, 0.1, 0.25}, 0.46, 0.03, fine_skin);
        head_cone({0, 0.12, 0.3}, 0.38, {0, 0.06, 1.35}, 0.22, 0.03, fine_skin);
        head_cone({0, -0.3, 0.0}, 0.3, {0, -0.62, 1.12}, 0.12, 0.015, fine_skin);
        head_cone({0, 0.28, 0.5}, 0.1, {0, 0.3, 1.25}, 0.06, 0.02, fine_skin); // ridge of the nose
        head_cone({0, -0.3, 0.4}, 0.12, {0, -0.38, 1.15}, 0.05, 0.01);         // tongue
        head_cone({0, -0.7, 1.05}, 0.07, {0, -1.05, 1.0}, 0.015, 0.01);        // beard
        for (const double s : {-1.0, 1.0})
            half_head(s);
    }

    void half_head(double s) {
        head_cone({0.14 * s, 0.16, 1.4}, 0.11, {0.2 * s, 0.22, 1.25}, 0.09, 0.015, fine_skin); // nostril
        head_cone({0.2 * s, 0.38, 0.75}, 0.08, {0.42 * s, 0.46, 0.05}, 0.15, 0.02, fine_skin); // brow
        head_cone({0.33 * s, 0.24, 0.44}, 0.12, {0.34 * s, 0.24, 0.42}, 0.12, 0.004);          // eye
        head_cone({0.3 * s, -0.12, 0.1}, 0.24, {0.38 * s, -0.2, -0.2}, 0.2, 0.03, fine_skin);  // cheek
        for (int i = 0; i < 7; ++i) {
            const double z = 0.55 + 0.12 * i;
            const double fang = i == 5 ? 1.8 : 1.0;
            head_cone({(0.27 - 0.015 * i) * s, -0.06, z}, 0.05,
                      {(0.27 - 0.015 * i) * s, -0.06 - 0.17 * fang, z + 0.02}, 0.01, 0.004);
            const double y = -0.42 - 0.042 * i;
            head_cone({(0.17 - 0.012 * i) * s, y, z - 0.05}, 0.045,
                      {(0.18 - 0.012 * i) * s, y + 0.16 * fang, z - 0.02}, 0.01, 0.004);
        }
        static constexpr Bead horn[] = {{{0.26, 0.4, -0.25}, 0.15},
                                        {{0.42, 0.72, -0.7}, 0.125},
                                        {{0.52, 0.86, -1.2}, 0.1},
                                        {{0.58, 1.05, -1.7}, 0.07},
                                        {{0.56, 1.45, -2.1}, 0.02}};
        const std::vector<Bead> path = smooth_path(horn, 5);
        for (std::size_t i = 0; i + 1 < path.size(); ++i) {
            const Point flip(s, 1.0, 1.0);
            // every piece of the horn begins with a ring
            head_cone(path[i].center * flip, path[i].radius * 1.12, path[i + 1].center * flip,
                      path[i + 1].radius * 0.96, 0.006);
        }
        for (int i = 0; i < 4; ++i) { // frill
            const double up = 0.25 - 0.2 * i;
            head_cone({0.4 * s, up, -0.3}, 0.1,
                      {(0.95 - 0.06 * i) * s, up + 0.12 - 0.12 * i, -0.95 + 0.1 * i}, 0.015, 0.015);
        }
    }

    Sculpture& sculpture_;
    Random random_;
};

} // namespace

void sculpt_dragon(Sculpture& sculpture, std::uint64_t seed) {
    DragonSculptor(sculpture, seed).sculpt();
}

} // namespace hitmap
