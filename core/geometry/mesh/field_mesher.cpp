#include "core/geometry/mesh/field_mesher.h"

#include "core/geometry/mesh/field_block.h"
#include "core/geometry/mesh/grow.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <bit>
#include <tuple>

namespace hitmap {

namespace {

// In samples. The parts of a block are selected for all chunks of samples that touch it.
constexpr int margin = 8;

struct PendingBlock {
    glm::ivec3 place;
    ImplicitField::Parts parts;
};

/// Finds the blocks that the surface may pass through, by recursive halving of the grid.
class BlockFinder {
public:
    BlockFinder(const ImplicitField& field, const SampleGrid& grid, const JobContext& job)
        : field_(field), grid_(grid), job_(job) {}

    std::vector<PendingBlock> find() {
        const std::uint32_t blocks = (grid_.cells + block_cells - 1) / block_cells;
        visit(glm::ivec3(0), static_cast<int>(std::bit_ceil(std::max(1U, blocks))), field_.all_parts());
        return std::move(found_);
    }

private:
    void visit(const glm::ivec3& place, int size, const ImplicitField::Parts& above) {
        job_.check();
        const glm::dvec3 center =
            grid_.origin + grid_.spacing * block_cells * (glm::dvec3(place) + 0.5 * size);
        const double cells = static_cast<double>(size) * block_cells;
        ImplicitField::Parts parts;
        const double reach = cell_half_diagonal * grid_.spacing * (cells + 2 * margin);
        if (field_.select(above, center, reach, parts) != 0) return;
        if (field_.narrow(parts, center, reach, needed_) != 0) return;
        if (size == 1) {
            found_.push_back({place, std::move(parts)});
            return;
        }
        for (int child = 0; child < 8; ++child)
            visit(place + size / 2 * glm::ivec3(child & 1, child >> 1 & 1, child >> 2), size / 2, parts);
    }

    const ImplicitField& field_;
    const SampleGrid& grid_;
    const JobContext& job_;
    std::vector<PendingBlock> found_;
    ImplicitField::Parts needed_;
};

bool comes_before(const glm::ivec3& a, const glm::ivec3& b) {
    return std::tie(a.z, a.y, a.x) < std::tie(b.z, b.y, b.x);
}

/// Joins meshed blocks: replaces places of vertices by vertex numbers.
class Joiner {
public:
    explicit Joiner(std::vector<FieldBlock>& blocks) : blocks_(blocks) {
        for (const FieldBlock& block : blocks) {
            first_vertex_.push_back(vertices_);
            first_face_.push_back(faces_);
            vertices_ += block.vertices.size();
            faces_ += 2 * block.quads.size() + block.triangles.size();
        }
    }

    Mesh join(ThreadPool& pool, const JobContext& job) {
        Mesh mesh;
        grow(mesh.positions, vertices_, glm::vec3(0.0F), job);
        grow(mesh.faces, faces_, glm::uvec3(0U), job);
        parallel_for(pool, blocks_.size(), 16, [&](std::size_t begin, std::size_t end) {
            job.check();
            for (std::size_t b = begin; b < end; ++b) {
                std::copy(blocks_[b].positions.begin(), blocks_[b].positions.end(),
                          mesh.positions.begin() + static_cast<std::ptrdiff_t>(first_vertex_[b]));
                blocks_[b].positions = {};
            }
        });
        parallel_for(pool, blocks_.size(), 16, [&](std::size_t begin, std::size_t end) {
            job.check();
            for (std::size_t b = begin; b < end; ++b)
                join_faces(b, mesh);
        });
        return mesh;
    }

private:
    void join_faces(std::size_t b, Mesh& mesh) {
        const auto neighbours = neighbours_of(b);
        const auto number = [&](VertexPlace place) {
            const std::size_t owner = neighbours[place >> 19U];
            const auto& vertices = blocks_[owner].vertices;
            const auto found = std::lower_bound(vertices.begin(), vertices.end(), place & place_in_block);
            return static_cast<std::uint32_t>(first_vertex_[owner] + (found - vertices.begin()));
        };
        std::size_t face = first_face_[b];
        for (const auto& quad : blocks_[b].quads) {
            const std::uint32_t v[4] = {number(quad[0]), number(quad[1]), number(quad[2]), number(quad[3])};
            const auto& p = mesh.positions;
            const glm::vec3 diagonals[2] = {p[v[2]] - p[v[0]], p[v[3]] - p[v[1]]};
            // Splitting along the shorter diagonal gives the triangles with the better shape.
            const unsigned first =
                glm::dot(diagonals[0], diagonals[0]) <= glm::dot(diagonals[1], diagonals[1]) ? 0 : 1;
            mesh.faces[face++] = {v[first], v[first + 1], v[first + 2]};
            mesh.faces[face++] = {v[first], v[first + 2], v[(first + 3) % 4]};
        }
        for (const auto& triangle : blocks_[b].triangles)
            mesh.faces[face++] = {number(triangle[0]), number(triangle[1]), number(triangle[2])};
        blocks_[b].quads = {};
        blocks_[b].triangles = {};
    }

    /// Block numbers, indexed by neighbour bits. A block without vertices may be missing, because no face
    /// refers to it.
    [[nodiscard]] std::array<std::size_t, 8> neighbours_of(std::size_t b) const {
        std::array<std::size_t, 8> neighbours{};
        for (int bits = 0; bits < 8; ++bits) {
            const glm::ivec3 place = blocks_[b].place - glm::ivec3(bits & 1, bits >> 1 & 1, bits >> 2);
            const auto found = std::lower_bound(blocks_.begin(), blocks_.end(), place,
                                                [](const FieldBlock& block, const glm::ivec3& wanted) {
                                                    return comes_before(block.place, wanted);
                                                });
            const bool exists = found != blocks_.end() && found->place == place;
            neighbours[bits] = exists ? static_cast<std::size_t>(found - blocks_.begin()) : b;
        }
        return neighbours;
    }

    std::vector<FieldBlock>& blocks_; // by rising place
    std::vector<std::size_t> first_vertex_;
    std::vector<std::size_t> first_face_;
    std::size_t vertices_ = 0;
    std::size_t faces_ = 0;
};

} // namespace

Mesh mesh_field(const ImplicitField& field, const SampleGrid& grid, ThreadPool& pool, const JobContext& job) {
    std::vector<PendingBlock> pending = BlockFinder(field, grid, job).find();
    std::sort(pending.begin(), pending.end(),
              [](const PendingBlock& a, const PendingBlock& b) { return comes_before(a.place, b.place); });
    job.begin("carving the surface", pending.size(), "blocks");
    std::vector<FieldBlock> blocks(pending.size());
    parallel_for(pool, pending.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b) {
            blocks[b] = mesh_block(field, grid, pending[b].parts, pending[b].place, job);
            pending[b].parts = {};
            job.add(1);
        }
    });
    return Joiner(blocks).join(pool, job);
}

} // namespace hitmap
