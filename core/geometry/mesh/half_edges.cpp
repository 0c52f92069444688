#include "core/geometry/mesh/half_edges.h"

#include "core/geometry/mesh/grow.h"

#include <algorithm>

namespace hitmap {

namespace {

constexpr std::size_t task_elements = 16384; // vertices or faces: about a millisecond of work

/// Half-edges sorted by the vertex that they leave: those of v are from begin[v] to begin[v + 1].
struct Leaving {
    std::vector<std::uint32_t> begin; // [vertices + 1]
    std::vector<std::uint32_t> half_edges;

    Leaving(const std::vector<glm::uvec3>& faces, std::size_t vertices, const JobContext& job) {
        grow(begin, vertices + 2, 0U, job);
        grow(half_edges, 3 * faces.size(), 0U, job);
        // Counts are stored two places further on. Filling the lists then moves begin[v + 1] from the first
        // entry of v to the end of v.
        each_corner(faces, job, [&](std::uint32_t, std::uint32_t v) { ++begin[v + 2]; });
        for (std::size_t v = 2; v < begin.size(); ++v)
            begin[v] += begin[v - 1];
        each_corner(faces, job, [&](std::uint32_t h, std::uint32_t v) { half_edges[begin[v + 1]++] = h; });
    }

private:
    template <class Visit>
    static void each_corner(const std::vector<glm::uvec3>& faces, const JobContext& job, const Visit& visit) {
        for (std::size_t f = 0; f < faces.size(); ++f) {
            if (f % task_elements == 0) job.check();
            for (int c = 0; c < 3; ++c)
                visit(static_cast<std::uint32_t>(3 * f + c), faces[f][c]);
        }
    }
};

} // namespace

HalfEdges::HalfEdges(std::vector<glm::uvec3>& faces, std::size_t vertices, ThreadPool& pool,
                     const JobContext& job)
    : faces_(faces) {
    grow(twins_, 3 * faces.size(), 0U, job);
    grow(first_, vertices, 0U, job);
    const Leaving leaving(faces, vertices, job);
    parallel_for(pool, faces.size(), task_elements, [&](std::size_t begin, std::size_t end) {
        job.check();
        for (std::size_t h = 3 * begin; h < 3 * end; ++h) {
            const std::uint32_t start = from(static_cast<std::uint32_t>(h));
            const std::uint32_t target = to(static_cast<std::uint32_t>(h));
            const std::uint32_t* candidate = &leaving.half_edges[leaving.begin[target]];
            while (to(*candidate) != start)
                ++candidate;
            twins_[h] = *candidate;
        }
    });
    parallel_for(pool, vertices, task_elements, [&](std::size_t begin, std::size_t end) {
        job.check();
        for (std::size_t v = begin; v < end; ++v)
            first_[v] = leaving.half_edges[leaving.begin[v]];
    });
}

bool HalfEdges::are_joined(std::uint32_t a, std::uint32_t b) const {
    bool joined = false;
    around(a, [&](std::uint32_t h) { joined = joined || to(h) == b; });
    return joined;
}

void HalfEdges::flip(std::uint32_t h) {
    const std::uint32_t t = twins_[h];
    const std::uint32_t a = from(h);
    const std::uint32_t b = from(t);
    const std::uint32_t c = from(previous(h));
    const std::uint32_t d = from(previous(t));
    const std::uint32_t beyond[4] = {twins_[next(t)], twins_[previous(t)], twins_[next(h)],
                                     twins_[previous(h)]}; // of the edges a d, d b, b c, c a
    const std::uint32_t first = h - h % 3;
    const std::uint32_t second = t - t % 3;
    faces_[first / 3] = {a, d, c};
    faces_[second / 3] = {d, b, c};
    const auto join = [&](std::uint32_t x, std::uint32_t y) {
        twins_[x] = y;
        twins_[y] = x;
    };
    join(first, beyond[0]);
    join(second, beyond[1]);
    join(second + 1, beyond[2]);
    join(first + 2, beyond[3]);
    join(first + 1, second + 2);
    first_[a] = first;
    first_[d] = second;
    first_[b] = second + 1;
    first_[c] = first + 2;
}

} // namespace hitmap
