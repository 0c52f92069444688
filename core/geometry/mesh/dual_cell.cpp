#include "core/geometry/mesh/dual_cell.h"

namespace hitmap::dual_cell {

namespace {

/// The edge along `axis` that begins or ends at `corner`.
constexpr int edge_at(int corner, int axis) {
    const int first = corner >> ((axis + 1) % 3) & 1;
    const int second = corner >> ((axis + 2) % 3) & 1;
    return 4 * axis + first + 2 * second;
}

/// The four corners of a face of the cell, in order around it. side 0: lower, 1: upper.
constexpr std::array<int, 4> face_corners(int axis, int side) {
    const int u = 1 << ((axis + 1) % 3);
    const int v = 1 << ((axis + 2) % 3);
    const int base = side << axis;
    return {base, base | u, base | u | v, base | v};
}

/// Union-find over edges: the edges of one set belong to one sheet of the surface.
class EdgeSets {
public:
    EdgeSets() {
        for (int e = 0; e < edges; ++e)
            parent_[e] = e;
    }
    int root(int e) {
        while (parent_[e] != e)
            e = parent_[e];
        return e;
    }
    void join(int a, int b) { parent_[root(b)] = root(a); }

private:
    std::array<int, edges> parent_{};
};

Sheets trace_sheets(int inside) {
    const auto is_inside = [inside](int corner) { return (inside >> corner & 1) != 0; };
    EdgeSets sets;
    for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 2; ++side) {
            const auto corners = face_corners(axis, side);
            int crossing[4];
            int count = 0;
            for (int i = 0; i < 4; ++i) {
                const int a = corners[i];
                const int b = corners[(i + 1) % 4];
                const int along = (a ^ b) == 1 ? 0 : (a ^ b) == 2 ? 1 : 2;
                if (is_inside(a) != is_inside(b)) crossing[count++] = edge_at(a, along);
            }
            if (count == 2) sets.join(crossing[0], crossing[1]);
            if (count == 4) { // edges i and i + 1 meet at corner i + 1
                const int first = is_inside(corners[1]) ? 0 : 1;
                sets.join(crossing[first], crossing[first + 1]);
                sets.join(crossing[first + 2], crossing[(first + 3) % 4]);
            }
        }
    Sheets sheets;
    std::array<int, edges> number{};
    number.fill(-1);
    for (int e = 0; e < edges; ++e) {
        const Corners ends = corners_of(e);
        if (is_inside(ends.low) == is_inside(ends.high)) {
            sheets.sheet_of_edge[e] = -1;
            continue;
        }
        int& n = number[sets.root(e)];
        if (n < 0) n = sheets.count++;
        sheets.sheet_of_edge[e] = static_cast<std::int8_t>(n);
    }
    return sheets;
}

} // namespace

Corners corners_of(int edge) {
    const int axis = edge / 4;
    const int low = (edge & 1) << ((axis + 1) % 3) | (edge >> 1 & 1) << ((axis + 2) % 3);
    return {static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(low | 1 << axis)};
}

const Sheets& sheets_of(std::uint8_t inside) {
    static const std::array<Sheets, 256> table = [] {
        std::array<Sheets, 256> all;
        for (int code = 0; code < 256; ++code)
            all[code] = trace_sheets(code);
        return all;
    }();
    return table[inside];
}

bool lower_face_alternates(std::uint8_t inside, int axis) {
    const auto c = face_corners(axis, 0);
    const int bits[4] = {inside >> c[0] & 1, inside >> c[1] & 1, inside >> c[2] & 1, inside >> c[3] & 1};
    return bits[0] == bits[2] && bits[1] == bits[3] && bits[0] != bits[1];
}

std::array<FaceSegment, 2> segments_of_lower_face(std::uint8_t inside, int axis) {
    const auto corners = face_corners(axis, 0);
    const int first = (inside >> corners[0] & 1) != 0 ? 0 : 1;
    std::array<FaceSegment, 2> segments{};
    for (int s = 0; s < 2; ++s) {
        const int corner = corners[first + 2 * s];
        segments[s] = {static_cast<std::uint8_t>(corner),
                       {static_cast<std::uint8_t>(edge_at(corner, (axis + 1) % 3)),
                        static_cast<std::uint8_t>(edge_at(corner, (axis + 2) % 3))}};
    }
    return segments;
}

} // namespace hitmap::dual_cell
