#include "core/geometry/builtin/masonry.h"
#include "core/geometry/builtin/reproducible.h"

namespace hitmap {

namespace {

/// A point on a face of the wall: at angle `turn` and distance `radius` around the centre of the arch, `out`
/// in front of the face on side +-1 of z.
glm::dvec3 on_arch(const Mason::Arch& arch, double turn, double radius, double side, double out) {
    return {radius * cos_turns(turn), arch.springing + radius * sin_turns(turn),
            side * (0.5 * arch.depth + out)};
}

} // namespace

void Mason::arch(const Arch& arch) {
    const unsigned n = steps(24, 6);
    builder_.grid(n, 1, [&](unsigned column, unsigned row) {
        return on_arch(arch, 0.5 - 0.5 * column / n, arch.radius, row == 0 ? -1.0 : 1.0, 0.0);
    });
    for (const double side : {-1.0, 1.0}) {
        spandrel(arch, side);
        voussoirs(arch, side);
        archivolt(arch, side);
        // The flat undersides beside the opening.
        builder_.quad({side * arch.radius, arch.springing, -0.5 * arch.depth},
                      {side * 0.5 * arch.width, arch.springing, -side * 0.5 * arch.depth},
                      {side * 0.5 * arch.width, arch.springing, side * 0.5 * arch.depth},
                      {side * arch.radius, arch.springing, 0.5 * arch.depth});
    }
}

void Mason::spandrel(const Arch& arch, double side) {
    // Quadrilaterals go from every point of the arch straight up, which makes slivers near the springing.
    // Such slivers are common in models made by hand.
    const unsigned n = steps(24, 6);
    const double z = side * 0.5 * arch.depth;
    builder_.grid(n, 1, [&](unsigned column, unsigned row) {
        const glm::dvec3 p =
            on_arch(arch, side > 0.0 ? 0.5 - 0.5 * column / n : 0.5 * column / n, arch.radius, side, 0.0);
        return row == 0 ? p : glm::dvec3(p.x, arch.top, z);
    });
    for (const double end : {-side, side}) {
        const double inner = end * arch.radius;
        const double outer = end * 0.5 * arch.width;
        const double left = end == side ? inner : outer;
        const double right = end == side ? outer : inner;
        builder_.quad({left, arch.springing, z}, {right, arch.springing, z}, {right, arch.top, z},
                      {left, arch.top, z});
    }
}

void Mason::voussoirs(const Arch& arch, double side) {
    constexpr int stones = 11;
    const double thickness = 0.24 * arch.radius;
    const unsigned n = steps(3, 1);
    for (int stone = 0; stone < stones; ++stone) {
        const bool key = stone == stones / 2;
        const double out = key ? 0.09 : stone % 2 == 0 ? 0.045 : 0.03;
        const double length = key ? 1.35 * thickness : thickness;
        const double gap = key ? 0.0 : 0.0025;
        const double from = 0.5 * stone / stones + gap;
        const double to = 0.5 * (stone + 1) / stones - gap;
        const auto turn = [&](unsigned i) {
            return side > 0.0 ? to + (from - to) * i / n : from + (to - from) * i / n;
        };
        const double outer = arch.radius + length;
        builder_.grid(n, 1, [&](unsigned i, unsigned row) {
            return on_arch(arch, turn(i), row == 0 ? arch.radius : outer, side, out);
        });
        builder_.grid(n, 1, [&](unsigned i, unsigned row) { // top
            return on_arch(arch, turn(i), outer, side, row == 0 ? out : 0.0);
        });
        builder_.grid(n, 1, [&](unsigned i, unsigned row) { // underside
            return on_arch(arch, turn(i), arch.radius, side, row == 0 ? 0.0 : out);
        });
        for (const unsigned end : {0U, n})
            builder_.grid(1, 1, [&](unsigned column, unsigned row) {
                const bool front = (column == 0) == (end != 0);
                return on_arch(arch, turn(end), row == 0 ? arch.radius : outer, side, front ? out : 0.0);
            });
    }
}

void Mason::archivolt(const Arch& arch, double side) {
    const unsigned n = steps(24, 6);
    const double inner = 1.25 * arch.radius;
    const double w = 0.11 * arch.radius;
    const Profile profile = {{{inner, 0.0}, {inner, 0.05}},
                             {{inner, 0.05}, {inner + 0.3 * w, 0.05}},
                             {{inner + 0.3 * w, 0.05}, {inner + 0.5 * w, 0.075}, {inner + 0.8 * w, 0.075}},
                             {{inner + 0.8 * w, 0.075}, {inner + w, 0.04}, {inner + w, 0.0}}};
    for (const Outline& outline : profile)
        builder_.grid(n, static_cast<unsigned>(outline.size() - 1), [&](unsigned column, unsigned row) {
            const double turn = side > 0.0 ? 0.5 - 0.5 * column / n : 0.5 * column / n;
            return on_arch(arch, turn, outline[row].x, side, outline[row].y);
        });
}

} // namespace hitmap
