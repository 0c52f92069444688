#include "core/analysis/groups/face_surface.h"

#include "core/geometry/mesh/aabb.h"
#include "core/geometry/mesh/vector_join.h"
#include "core/jobs/check_often.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hitmap {

namespace {

constexpr double nearness_share = 0.01; // of the diagonal of the scene

glm::dvec3 corner(const RecordedScene& scene, std::uint32_t face, int i) {
    return scene.vertices[scene.face_slots[face][i]];
}

double area_of(const RecordedScene& scene, std::uint32_t face) {
    const glm::dvec3 first = corner(scene, face, 0);
    const double area =
        0.5 * glm::length(glm::cross(corner(scene, face, 1) - first, corner(scene, face, 2) - first));
    return std::isfinite(area) ? area : 0.0;
}

glm::dvec3 centroid(const RecordedScene& scene, std::uint32_t face) {
    return (corner(scene, face, 0) + corner(scene, face, 1) + corner(scene, face, 2)) / 3.0;
}

/// An edge of a face, stored at the lower of its two corners.
struct HalfEdge {
    std::uint32_t higher; ///< the other corner
    std::uint32_t face;   ///< index in the list of faces
};

/// The edges of faces by the positions of their ends, so that the faces of one edge are adjacent.
class EdgeTable {
public:
    /// @param faces  only faces with area
    EdgeTable(const RecordedScene& scene, std::span<const std::uint32_t> faces, const JobContext& job) {
        VectorJoin join(faces.size() / 2);
        std::vector<std::array<std::uint32_t, 3>> corners(faces.size());
        for (std::size_t f = 0; f < faces.size(); ++f) {
            check_often(f, job);
            for (int i = 0; i < 3; ++i)
                corners[f][static_cast<std::size_t>(i)] =
                    join.number_of(scene.vertices[scene.face_slots[faces[f]][i]]);
        }
        places_ = join.take();
        begin_.assign(places_.size() + 2, 0);
        const auto for_each_edge = [&](const auto& visit) {
            for (std::size_t f = 0; f < corners.size(); ++f) {
                check_often(f, job);
                for (std::size_t i = 0; i < 3; ++i) {
                    const auto [lower, higher] = std::minmax(corners[f][i], corners[f][(i + 1) % 3]);
                    visit(lower, HalfEdge{higher, static_cast<std::uint32_t>(f)});
                }
            }
        };
        for_each_edge([&](std::uint32_t lower, const HalfEdge&) { ++begin_[lower + 2]; });
        std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
        edges_.resize(begin_.back());
        for_each_edge([&](std::uint32_t lower, const HalfEdge& edge) { edges_[begin_[lower + 1]++] = edge; });
        begin_.pop_back();
    }

    /// Calls visit(ends, faces) for each edge in a fixed order; `faces` is a span of HalfEdge with rising
    /// faces.
    template <class Visit>
    void for_each(const JobContext& job, const Visit& visit) {
        for (std::size_t lower = 0; lower < places_.size(); ++lower) {
            check_often(lower, job);
            const std::span<HalfEdge> around(edges_.data() + begin_[lower],
                                             begin_[lower + 1] - begin_[lower]);
            std::ranges::sort(around, {},
                              [](const HalfEdge& edge) { return std::pair(edge.higher, edge.face); });
            for (std::size_t first = 0; first < around.size();) {
                std::size_t last = first + 1;
                while (last < around.size() && around[last].higher == around[first].higher)
                    ++last;
                visit(EdgeEnds{places_[lower], places_[around[first].higher]},
                      std::span<const HalfEdge>(around.subspan(first, last - first)));
                first = last;
            }
        }
    }

private:
    std::vector<glm::vec3> places_;    ///< [corners]
    std::vector<std::uint64_t> begin_; ///< [corners + 1] into edges_
    std::vector<HalfEdge> edges_;
};

} // namespace

FaceSurface face_surface(const RecordedScene& scene, const JobContext& job) {
    FaceSurface surface;
    surface.areas.resize(scene.face_slots.size());
    std::vector<std::uint32_t> faces;
    Aabb bounds;
    for (std::uint32_t face = 0; face < scene.face_slots.size(); ++face) {
        check_often(face, job);
        if (scene.is_padding(face)) continue;
        surface.areas[face] = area_of(scene, face);
        if (surface.areas[face] == 0.0) continue;
        faces.push_back(face);
        for (int i = 0; i < 3; ++i)
            bounds.include(scene.vertices[scene.face_slots[face][i]]);
    }
    if (faces.empty()) return surface;
    const double scale = nearness_share * glm::length(glm::dvec3(bounds.upper) - glm::dvec3(bounds.lower));
    surface.pairs.reserve(faces.size() * 3 / 2);
    EdgeTable edges(scene, faces, job);
    edges.for_each(job, [&](const EdgeEnds& /*ends*/, std::span<const HalfEdge> around) {
        for (std::size_t i = 1; i < around.size(); ++i) {
            const std::uint32_t a = faces[around[i - 1].face];
            const std::uint32_t b = faces[around[i].face];
            if (a == b) continue; // the face has the edge twice, because it is folded
            const double away = glm::length(centroid(scene, a) - centroid(scene, b)) / scale;
            surface.pairs.push_back({a, b, static_cast<float>(1.0 / (1.0 + away * away))});
        }
    });
    return surface;
}

std::vector<EdgeEnds> rim_of(const RecordedScene& scene, std::span<const std::uint32_t> faces,
                             const JobContext& job) {
    std::vector<EdgeEnds> rim;
    EdgeTable edges(scene, faces, job);
    edges.for_each(job, [&](const EdgeEnds& ends, std::span<const HalfEdge> around) {
        if (around.size() == 1) rim.push_back(ends);
    });
    return rim;
}

} // namespace hitmap
