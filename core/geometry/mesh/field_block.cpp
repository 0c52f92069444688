#include "core/geometry/mesh/field_block.h"

#include "core/geometry/mesh/dual_cell.h"

#include <glm/common.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

namespace hitmap {

namespace {

// Samples are kept from one before the block to one after its last cell.
constexpr int first_sample = -1;
constexpr int samples = block_cells + 2;
// Parts are selected for chunks, and again for the bricks in them. Both lie at multiples of their size, so
// that a sample has the same parts in every block that evaluates it.
constexpr int chunk = 8;
constexpr int brick_cells = 4;
// Fewer parts remain to be looked at for a chunk if they are selected for a group of 2x2x2 chunks before.
constexpr int group = 2 * chunk;
constexpr int bricks =
    (block_cells + 2 * chunk) / brick_cells; // along each axis, with those around the block

class Sampler {
public:
    Sampler(const ImplicitField& field, const SampleGrid& grid, const glm::ivec3& place)
        : field_(field),
          grid_(grid),
          base_(place * block_cells),
          values_(static_cast<std::size_t>(samples) * samples * samples, 0.0F),
          inside_(static_cast<std::size_t>(samples) * samples, 0),
          kept_(static_cast<std::size_t>(bricks) * bricks * bricks) {}

    void sample(const ImplicitField::Parts& block_parts, const JobContext& job) {
        for (int z = -chunk; z < block_cells + chunk; z += group)
            for (int y = -chunk; y < block_cells + chunk; y += group)
                for (int x = -chunk; x < block_cells + chunk; x += group) {
                    job.check();
                    sample_group({x, y, z}, block_parts);
                }
    }

    /// The field at sample p, relative to the block; each component of p is from -1 to block_cells. The field
    /// changes its sign between this sample and a neighbour. Elsewhere only the signs are known.
    [[nodiscard]] float at(const glm::ivec3& p) {
        float& value = values_[index(p)];
        if (std::isinf(value)) {
            const std::size_t brick = brick_of(p);
            parts_.assign(kept_parts_.begin() + static_cast<std::ptrdiff_t>(kept_[brick].begin),
                          kept_parts_.begin() + static_cast<std::ptrdiff_t>(kept_[brick].end));
            value = static_cast<float>(field_.value(parts_, position(p)));
        }
        return value;
    }

    /// Whether the field is negative at the samples -1..block_cells along x with these y and z; sample x is
    /// bit x + 1.
    [[nodiscard]] std::uint64_t inside_row(int y, int z) const {
        return inside_[static_cast<std::size_t>(z - first_sample) * samples + (y - first_sample)];
    }

    [[nodiscard]] glm::dvec3 position(const glm::ivec3& p) const {
        return grid_.origin + grid_.spacing * glm::dvec3(base_ + p);
    }

private:
    static std::size_t index(const glm::ivec3& p) {
        const glm::ivec3 q = p - first_sample;
        return (static_cast<std::size_t>(q.z) * samples + q.y) * samples + q.x;
    }
    static bool is_kept(const glm::ivec3& first, int size) {
        for (int axis = 0; axis < 3; ++axis)
            if (first[axis] + size <= first_sample || first[axis] > block_cells) return false;
        return true;
    }
    [[nodiscard]] glm::dvec3 center(const glm::ivec3& first, int size) const {
        return grid_.origin + grid_.spacing * (glm::dvec3(base_ + first) + 0.5 * (size - 1));
    }

    static std::size_t brick_of(const glm::ivec3& p) {
        const glm::ivec3 brick = (p + chunk) / brick_cells; // p + chunk is positive
        return static_cast<std::size_t>((brick.z * bricks + brick.y) * bricks + brick.x);
    }
    [[nodiscard]] double half_diagonal(double cells) const {
        return cell_half_diagonal * grid_.spacing * cells;
    }

    /// Selects parts for a cube and one sample beyond it. If the field has one sign there, which no crossing
    /// touches, fills the cube with it.
    bool is_far(const glm::ivec3& first, int size, double reach, const ImplicitField::Parts& above,
                ImplicitField::Parts& selected) {
        int sign = field_.select(above, center(first, size), reach, selected);
        if (sign == 0) sign = field_.narrow(selected, center(first, size), reach, parts_);
        if (sign != 0) fill(first, size, [sign](const glm::ivec3&) { return static_cast<float>(sign); });
        return sign != 0;
    }

    /// The group's ball contains those of its chunks, so that they have the same parts as without the group.
    void sample_group(const glm::ivec3& first, const ImplicitField::Parts& block_parts) {
        if (!is_kept(first, group)) return;
        if (is_far(first, group, half_diagonal(group + 2), block_parts, group_parts_)) return;
        for (int z = 0; z < group; z += chunk)
            for (int y = 0; y < group; y += chunk)
                for (int x = 0; x < group; x += chunk)
                    sample_chunk(first + glm::ivec3(x, y, z));
    }

    void sample_chunk(const glm::ivec3& first) {
        if (!is_kept(first, chunk)) return;
        if (is_far(first, chunk, half_diagonal(chunk + 1), group_parts_, chunk_parts_)) return;
        for (int z = 0; z < chunk; z += brick_cells)
            for (int y = 0; y < chunk; y += brick_cells)
                for (int x = 0; x < chunk; x += brick_cells)
                    sample_brick(first + glm::ivec3(x, y, z));
    }

    void sample_brick(const glm::ivec3& first) {
        if (!is_kept(first, brick_cells)) return;
        const double reach = half_diagonal(brick_cells + 1);
        const int sign = field_.select(chunk_parts_, center(first, brick_cells), reach, parts_);
        if (sign != 0) {
            fill(first, brick_cells, [sign](const glm::ivec3&) { return static_cast<float>(sign); });
            return;
        }
        sample_cube(first, brick_cells, parts_, cube_parts_.data());
        const std::size_t begin = kept_parts_.size();
        kept_parts_.insert(kept_parts_.end(), cube_parts_[0].begin(), cube_parts_[0].end());
        kept_[brick_of(first)] = {begin, kept_parts_.size()};
    }

    /// Most samples of the bricks near the surface are not next to it. So the cube is halved where its sign
    /// is not certain, and where the sign of a sample is certain without the value, only the sign is kept.
    /// @param above  suffices for a larger cube
    /// @param needed  is set to what this cube needs; those after it, to what the cubes in it need
    void sample_cube(const glm::ivec3& first, int size, const ImplicitField::Parts& above,
                     ImplicitField::Parts* needed) {
        if (!is_kept(first, size)) return;
        const int sign = field_.narrow(above, center(first, size), half_diagonal(size - 1), *needed);
        if (sign != 0)
            fill(first, size, [sign](const glm::ivec3&) {
                return static_cast<float>(sign) * std::numeric_limits<float>::infinity();
            });
        else if (size > 2)
            for (int child = 0; child < 8; ++child)
                sample_cube(first + size / 2 * glm::ivec3(child & 1, child >> 1 & 1, child >> 2), size / 2,
                            *needed, needed + 1);
        else
            fill(first, size, [&](const glm::ivec3& p) {
                return static_cast<float>(field_.value_or_sign(*needed, position(p)));
            });
    }

    template <class ValueAt>
    void fill(const glm::ivec3& first, int size, const ValueAt& value_at) {
        const glm::ivec3 from = glm::max(first, glm::ivec3(first_sample));
        const glm::ivec3 to = glm::min(first + size, glm::ivec3(block_cells + 1));
        glm::ivec3 p;
        for (p.z = from.z; p.z < to.z; ++p.z)
            for (p.y = from.y; p.y < to.y; ++p.y) {
                std::uint64_t inside = 0;
                for (p.x = from.x; p.x < to.x; ++p.x) {
                    const float value = value_at(p);
                    values_[index(p)] = value;
                    if (value < 0.0F) inside |= std::uint64_t{1} << static_cast<unsigned>(p.x - first_sample);
                }
                const std::size_t row = static_cast<std::size_t>(p.z - first_sample) * samples;
                inside_[row + static_cast<std::size_t>(p.y - first_sample)] |= inside;
            }
    }

    struct Range {
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    const ImplicitField& field_;
    const SampleGrid& grid_;
    glm::ivec3 base_;                   // the first of the block's own samples
    std::vector<float> values_;         // infinite where only the sign is known
    std::vector<std::uint64_t> inside_; // [samples][samples] rows along x
    ImplicitField::Parts group_parts_;
    ImplicitField::Parts chunk_parts_;
    ImplicitField::Parts parts_;                     // of the brick
    std::array<ImplicitField::Parts, 2> cube_parts_; // of the cubes with 4 and 2 samples along each axis
    std::vector<Range> kept_;                        // [bricks] in kept_parts_
    ImplicitField::Parts kept_parts_;
};

class BlockMesher {
public:
    BlockMesher(Sampler& sampler, FieldBlock& block) : sampler_(sampler), block_(block) {}

    void mesh() {
        glm::ivec3 p;
        for (p.z = 0; p.z < block_cells; ++p.z)
            for (p.y = 0; p.y < block_cells; ++p.y)
                for (std::uint64_t cells = mixed_cells(p.y, p.z); cells != 0; cells &= cells - 1) {
                    p.x = std::countr_zero(cells);
                    const std::uint8_t inside = signs_at(p);
                    add_vertices(p, inside);
                    const bool here = (inside & 1) != 0;
                    for (int axis = 0; axis < 3; ++axis)
                        if (here != ((inside >> (1 << axis) & 1) != 0)) add_face(p, axis, here);
                }
    }

private:
    /// The cells 0..block_cells - 1 along x (bit x) whose corners have different signs.
    [[nodiscard]] std::uint64_t mixed_cells(int y, int z) const {
        std::uint64_t all = ~std::uint64_t{0};
        std::uint64_t any = 0;
        for (int corner = 0; corner < 4; ++corner) {
            const std::uint64_t row = sampler_.inside_row(y + (corner & 1), z + (corner >> 1));
            all &= row & row >> 1U;
            any |= row | row >> 1U;
        }
        return (any & ~all) >> 1U & ((std::uint64_t{1} << unsigned{block_cells}) - 1U);
    }

    static glm::ivec3 offset(int corner) { return {corner & 1, corner >> 1 & 1, corner >> 2}; }

    [[nodiscard]] std::uint8_t signs_at(const glm::ivec3& cell) const {
        unsigned inside = 0;
        for (int row = 0; row < 4; ++row) {
            const std::uint64_t bits = sampler_.inside_row(cell.y + (row & 1), cell.z + (row >> 1));
            inside |= static_cast<unsigned>(bits >> static_cast<unsigned>(cell.x - first_sample) & 3U)
                      << 2 * row;
        }
        return static_cast<std::uint8_t>(inside);
    }

    static VertexPlace place_of(glm::ivec3 cell, unsigned code) {
        VertexPlace neighbour = 0;
        for (int axis = 0; axis < 3; ++axis)
            if (cell[axis] < 0) {
                neighbour |= 1U << axis;
                cell[axis] += block_cells;
            }
        const auto index = static_cast<VertexPlace>((cell.z * block_cells + cell.y) * block_cells + cell.x);
        return neighbour << 19U | index << 4U | code;
    }
    static unsigned face_code(int axis, int segment) { return static_cast<unsigned>(4 + 2 * axis + segment); }

    /// Where the surface crosses an edge, in samples relative to the block.
    [[nodiscard]] glm::dvec3 crossing(const glm::ivec3& cell, int edge) const {
        const auto [low, high] = dual_cell::corners_of(edge);
        const double a = sampler_.at(cell + offset(low));
        const double b = sampler_.at(cell + offset(high));
        return glm::dvec3(cell + offset(low)) + (a / (a - b)) * glm::dvec3(offset(high) - offset(low));
    }

    void add_vertex(VertexPlace place, const glm::dvec3& in_samples) {
        const glm::dvec3 zero = sampler_.position(glm::ivec3(0));
        const double spacing = sampler_.position(glm::ivec3(1)).x - zero.x;
        block_.vertices.push_back(place);
        block_.positions.emplace_back(zero + spacing * in_samples);
    }

    void add_vertices(const glm::ivec3& cell, std::uint8_t inside) {
        const dual_cell::Sheets& sheets = dual_cell::sheets_of(inside);
        for (int sheet = 0; sheet < sheets.count; ++sheet) {
            glm::dvec3 sum(0.0);
            int count = 0;
            for (int edge = 0; edge < dual_cell::edges; ++edge)
                if (sheets.sheet_of_edge[edge] == sheet) {
                    sum += crossing(cell, edge);
                    ++count;
                }
            add_vertex(place_of(cell, static_cast<unsigned>(sheet)), sum / static_cast<double>(count));
        }
        for (int axis = 0; axis < 3; ++axis) {
            if (!dual_cell::lower_face_alternates(inside, axis)) continue;
            const auto segments = dual_cell::segments_of_lower_face(inside, axis);
            for (int s = 0; s < 2; ++s)
                add_vertex(place_of(cell, face_code(axis, s)),
                           0.5 * (crossing(cell, segments[s].edge[0]) + crossing(cell, segments[s].edge[1])));
        }
    }

    /// Adds the face dual to the grid edge that begins at sample p and runs along `axis`: its corners are the
    /// vertices of the four cells around the edge.
    void add_face(const glm::ivec3& p, int axis, bool inside_first) {
        const int u = (axis + 1) % 3;
        const int v = (axis + 2) % 3;
        // Around the axis, counter-clockwise seen from its upper end. In cell k the grid edge is the edge
        // 4 axis + below_u[k] + 2 below_v[k].
        static constexpr int below_u[4] = {0, 1, 1, 0};
        static constexpr int below_v[4] = {0, 0, 1, 1};
        std::array<VertexPlace, 8> polygon{};
        std::size_t corners = 0;
        for (int i = 0; i < 4; ++i) {
            const int k = inside_first ? i : (4 - i) % 4;
            glm::ivec3 cell = p;
            cell[u] -= below_u[k];
            cell[v] -= below_v[k];
            const int edge = 4 * axis + below_u[k] + 2 * below_v[k];
            const auto sheet = dual_cell::sheets_of(signs_at(cell)).sheet_of_edge[edge];
            polygon[corners++] = place_of(cell, static_cast<unsigned>(sheet));
            const int next = inside_first ? (k + 1) % 4 : (k + 3) % 4;
            corners =
                add_face_vertex(polygon, corners, p, axis, below_u[k] != below_u[next] ? u : v,
                                {std::min(below_u[k], below_u[next]), std::min(below_v[k], below_v[next])});
        }
        if (corners == 4)
            block_.quads.push_back({polygon[0], polygon[1], polygon[2], polygon[3]});
        else
            add_fan({polygon.begin(), corners});
    }

    /// Triangulates the polygon as a fan around a vertex on a face of cells. No other polygon has any of
    /// these diagonals, while several polygons may have a diagonal between the same two cells, which would
    /// make an edge of more than two triangles.
    void add_fan(std::span<VertexPlace> polygon) {
        const auto on_face = [](VertexPlace place) { return (place & 15U) >= 4U; };
        std::rotate(polygon.begin(), std::find_if(polygon.begin(), polygon.end(), on_face), polygon.end());
        for (std::size_t c = 2; c < polygon.size(); ++c)
            block_.triangles.push_back({polygon[0], polygon[c - 1], polygon[c]});
    }

    /// Two neighbouring cells around the edge share a face perpendicular to `across`. If the signs
    /// alternate around that face, the face's vertex for the edge's sheet is inserted between those of the
    /// two cells. `below`: place of the upper one of the two cells, below the edge along u and v.
    std::size_t add_face_vertex(std::array<VertexPlace, 8>& polygon, std::size_t corners, const glm::ivec3& p,
                                int axis, int across, const std::array<int, 2>& below) const {
        const int u = (axis + 1) % 3;
        const int v = (axis + 2) % 3;
        glm::ivec3 cell = p;
        cell[u] -= below[0];
        cell[v] -= below[1];
        const std::uint8_t inside = signs_at(cell);
        if (!dual_cell::lower_face_alternates(inside, across)) return corners;
        const int edge = 4 * axis + below[0] + 2 * below[1];
        const auto segments = dual_cell::segments_of_lower_face(inside, across);
        const bool second = segments[1].edge[0] == edge || segments[1].edge[1] == edge;
        polygon[corners] = place_of(cell, face_code(across, second ? 1 : 0));
        return corners + 1;
    }

    Sampler& sampler_;
    FieldBlock& block_;
};

} // namespace

FieldBlock mesh_block(const ImplicitField& field, const SampleGrid& grid, const ImplicitField::Parts& parts,
                      const glm::ivec3& place, const JobContext& job) {
    FieldBlock block;
    block.place = place;
    Sampler sampler(field, grid, place);
    sampler.sample(parts, job);
    BlockMesher(sampler, block).mesh();
    return block;
}

} // namespace hitmap
