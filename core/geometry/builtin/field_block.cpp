#include "core/geometry/builtin/field_block.h"

#include "core/geometry/builtin/dual_cell.h"

#include <glm/common.hpp>

#include <algorithm>
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

class Sampler {
public:
    Sampler(const ImplicitField& field, const SampleGrid& grid, const glm::ivec3& place)
        : field_(field),
          grid_(grid),
          base_(place * block_cells),
          values_(static_cast<std::size_t>(samples) * samples * samples, 0.0F) {}

    void sample(const ImplicitField::Parts& block_parts, const JobContext& job) {
        for (int z = -chunk; z < block_cells + chunk; z += chunk)
            for (int y = -chunk; y < block_cells + chunk; y += chunk)
                for (int x = -chunk; x < block_cells + chunk; x += chunk) {
                    job.check();
                    sample_chunk({x, y, z}, block_parts);
                }
    }

    [[nodiscard]] bool any_crossing() const { return any_inside_ && any_outside_; }

    /// The field at sample p, relative to the block; each component of p is from -1 to block_cells.
    [[nodiscard]] float at(const glm::ivec3& p) const { return values_[index(p)]; }

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

    void sample_chunk(const glm::ivec3& first, const ImplicitField::Parts& block_parts) {
        if (!is_kept(first, chunk)) return;
        const double reach = cell_half_diagonal * grid_.spacing * (chunk + 1);
        const int sign = field_.select(block_parts, center(first, chunk), reach, chunk_parts_);
        if (sign != 0) {
            fill(first, chunk, [sign](const glm::ivec3&) { return static_cast<float>(sign); });
            return;
        }
        for (int z = 0; z < chunk; z += brick_cells)
            for (int y = 0; y < chunk; y += brick_cells)
                for (int x = 0; x < chunk; x += brick_cells)
                    sample_brick(first + glm::ivec3(x, y, z));
    }

    void sample_brick(const glm::ivec3& first) {
        if (!is_kept(first, brick_cells)) return;
        const double reach = cell_half_diagonal * grid_.spacing * (brick_cells + 1);
        const int sign = field_.select(chunk_parts_, center(first, brick_cells), reach, brick_parts_);
        if (sign != 0)
            fill(first, brick_cells, [sign](const glm::ivec3&) { return static_cast<float>(sign); });
        else
            fill(first, brick_cells, [this](const glm::ivec3& p) {
                return static_cast<float>(field_.value(brick_parts_, position(p)));
            });
    }

    template <class ValueAt>
    void fill(const glm::ivec3& first, int size, const ValueAt& value_at) {
        const glm::ivec3 from = glm::max(first, glm::ivec3(first_sample));
        const glm::ivec3 to = glm::min(first + size, glm::ivec3(block_cells + 1));
        glm::ivec3 p;
        for (p.z = from.z; p.z < to.z; ++p.z)
            for (p.y = from.y; p.y < to.y; ++p.y)
                for (p.x = from.x; p.x < to.x; ++p.x) {
                    const float value = value_at(p);
                    values_[index(p)] = value;
                    (value < 0.0F ? any_inside_ : any_outside_) = true;
                }
    }

    const ImplicitField& field_;
    const SampleGrid& grid_;
    glm::ivec3 base_; // the first of the block's own samples
    std::vector<float> values_;
    ImplicitField::Parts chunk_parts_;
    ImplicitField::Parts brick_parts_;
    bool any_inside_ = false;
    bool any_outside_ = false;
};

class BlockMesher {
public:
    BlockMesher(const Sampler& sampler, FieldBlock& block) : sampler_(sampler), block_(block) {}

    void mesh() {
        glm::ivec3 p;
        for (p.z = 0; p.z < block_cells; ++p.z)
            for (p.y = 0; p.y < block_cells; ++p.y)
                for (p.x = 0; p.x < block_cells; ++p.x) {
                    const std::uint8_t inside = signs_at(p);
                    if (inside != 0 && inside != 255) add_vertices(p, inside);
                    const bool here = (inside & 1) != 0;
                    for (int axis = 0; axis < 3; ++axis)
                        if (here != ((inside >> (1 << axis) & 1) != 0)) add_face(p, axis, here);
                }
    }

private:
    static glm::ivec3 offset(int corner) { return {corner & 1, corner >> 1 & 1, corner >> 2}; }

    [[nodiscard]] std::uint8_t signs_at(const glm::ivec3& cell) const {
        unsigned inside = 0;
        for (int corner = 0; corner < 8; ++corner)
            if (sampler_.at(cell + offset(corner)) < 0.0F) inside |= 1U << corner;
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

    const Sampler& sampler_;
    FieldBlock& block_;
};

} // namespace

FieldBlock mesh_block(const ImplicitField& field, const SampleGrid& grid, const ImplicitField::Parts& parts,
                      const glm::ivec3& place, const JobContext& job) {
    FieldBlock block;
    block.place = place;
    Sampler sampler(field, grid, place);
    sampler.sample(parts, job);
    if (sampler.any_crossing()) BlockMesher(sampler, block).mesh();
    return block;
}

} // namespace hitmap
