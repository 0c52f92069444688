#include "core/geometry/builtin/largest_piece.h"

#include "core/geometry/mesh/grow.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace hitmap {

namespace {

constexpr std::size_t checked_every = 1U << 16U; // faces or vertices between two checks for cancellation

/// Union-find over vertices: a piece is a tree, and its root is its lowest vertex.
class Pieces {
public:
    Pieces(const Mesh& mesh, const JobContext& job) {
        grow(parents_, mesh.positions.size(), 0U, job);
        std::iota(parents_.begin(), parents_.end(), 0U);
        for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
            if (f % checked_every == 0) job.check();
            join(mesh.faces[f].x, mesh.faces[f].y);
            join(mesh.faces[f].y, mesh.faces[f].z);
        }
    }

    std::uint32_t root(std::uint32_t v) {
        while (parents_[v] != v)
            v = parents_[v] = parents_[parents_[v]];
        return v;
    }

private:
    void join(std::uint32_t a, std::uint32_t b) {
        a = root(a);
        b = root(b);
        parents_[std::max(a, b)] = std::min(a, b);
    }

    std::vector<std::uint32_t> parents_;
};

} // namespace

void keep_largest_piece(Mesh& mesh, const JobContext& job) {
    if (mesh.faces.empty()) return;
    Pieces pieces(mesh, job);
    std::vector<std::uint32_t> numbers; // at first, the number of faces of the piece with that root
    grow(numbers, mesh.positions.size(), 0U, job);
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        if (f % checked_every == 0) job.check();
        ++numbers[pieces.root(mesh.faces[f].x)];
    }
    const auto largest =
        static_cast<std::uint32_t>(std::max_element(numbers.begin(), numbers.end()) - numbers.begin());
    std::size_t faces = 0;
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        if (f % checked_every == 0) job.check();
        if (pieces.root(mesh.faces[f].x) == largest) mesh.faces[faces++] = mesh.faces[f];
    }
    mesh.faces.resize(faces);
    std::uint32_t kept = 0;
    for (std::size_t v = 0; v < numbers.size(); ++v) {
        if (v % checked_every == 0) job.check();
        if (pieces.root(static_cast<std::uint32_t>(v)) != largest) continue;
        mesh.positions[kept] = mesh.positions[v];
        numbers[v] = kept++;
    }
    mesh.positions.resize(kept);
    for (std::size_t f = 0; f < faces; ++f) {
        if (f % checked_every == 0) job.check();
        for (int c = 0; c < 3; ++c)
            mesh.faces[f][c] = numbers[mesh.faces[f][c]];
    }
}

} // namespace hitmap
