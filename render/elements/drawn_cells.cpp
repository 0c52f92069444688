#include "render/elements/drawn_cells.h"

#include "core/base/error.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>

namespace hitmap {
namespace {

constexpr std::uint64_t elements_per_check = 1U << 16;

void check_vertices(const RecordedScene& scene, ElementKindId kind) {
    const ElementKind& row = element_kinds()[kind];
    if (row.geometry->vertices == nullptr) return;
    const std::span<const std::uint32_t> corners = row.geometry->vertices(scene, kind);
    const auto wrong =
        std::ranges::find_if(corners, [&](std::uint32_t vertex) { return vertex >= scene.vertices.size(); });
    if (wrong != corners.end())
        throw Error(fmt::format("{} {}: expected vertices below {}, found {}", row.name,
                                (wrong - corners.begin()) / row.geometry->corners, scene.vertices.size(),
                                *wrong));
}

DrawnCells cells_of(const RecordedScene& scene, ElementKindId kind, const JobContext& job, ThreadPool& pool) {
    check_vertices(scene, kind);
    const ElementGeometry& geometry = *element_kinds()[kind].geometry;
    DrawnCells cells{kind, geometry.form, element_count(scene, kind), {}, {}, {}};
    for (std::uint64_t element = 0; element < cells.element_count; ++element) {
        if (element % elements_per_check == 0) job.check();
        if (is_padding(scene, kind, element)) continue;
        append_cells(scene, kind, element, cells.corners);
        cells.elements.resize(cells.corners.size() / cells.corners_of_cell(),
                              static_cast<std::uint32_t>(element));
    }
    cells.tree = CellTree(cells.corners, cells.corners_of_cell(), pool, job);
    return cells;
}

/// Returns where the ray of the pixel meets a triangle, in homogeneous coordinates, so that corners may be
/// behind the eye (Olano and Greer 1997).
std::optional<CellPick> on_triangle(std::span<const glm::vec3> corners, const EdgePickPlace& place) {
    glm::mat3 columns(0.0F);
    glm::vec3 depths(0.0F);
    for (int i = 0; i < 3; ++i) {
        const glm::vec4 clip = place.world_to_clip * glm::vec4(corners[static_cast<std::size_t>(i)], 1.0F);
        columns[i] = {clip.x, clip.y, clip.w};
        depths[i] = clip.z;
    }
    const float determinant = glm::determinant(columns);
    if (determinant == 0.0F || !std::isfinite(determinant)) return std::nullopt;
    const glm::vec2 size(static_cast<float>(place.picture.width), static_cast<float>(place.picture.height));
    const glm::vec3 weights = glm::inverse(columns) * glm::vec3(2.0F * place.pixel / size - 1.0F, 1.0F);
    if (!(weights.x >= 0.0F && weights.y >= 0.0F && weights.z >= 0.0F)) return std::nullopt;
    const float depth = glm::dot(weights, depths);
    if (depth > 1.0F || depth < 0.0F) return std::nullopt; // nearer than the near plane, or too far
    const glm::vec3 position = (weights.x * corners[0] + weights.y * corners[1] + weights.z * corners[2]) /
                               (weights.x + weights.y + weights.z);
    for (const glm::vec4& space : place.half_spaces)
        if (glm::dot(space, glm::vec4(position, 1.0F)) < 0.0F) return std::nullopt;
    return CellPick{0, position, depth};
}

} // namespace

std::vector<DrawnCells> drawn_cells(const RecordedScene& scene, const JobContext& job, ThreadPool* pool) {
    std::optional<ThreadPool> alone;
    std::vector<DrawnCells> all;
    for (const ElementKindId kind : drawn_kinds()) {
        if (mesh_kinds.contains(kind) || element_count(scene, kind) == 0) continue;
        if (pool == nullptr) pool = &alone.emplace(1);
        all.push_back(cells_of(scene, kind, job, *pool));
    }
    return all;
}

std::optional<CellPick> pick_triangle(const DrawnCells& cells, const std::vector<bool>& drawn,
                                      const EdgePickPlace& place) {
    std::optional<CellPick> best;
    // The beam is wider than the ray of the pixel, so that rounding leaves out nothing.
    for (const std::uint32_t cell : cells.tree.cells_in(PixelBeam(place, 0.5F))) {
        const std::uint32_t element = cells.elements[cell];
        if (!drawn.empty() && !drawn[element]) continue;
        auto found = on_triangle(std::span(cells.corners).subspan(std::size_t{3} * cell, 3), place);
        if (!found || (best && found->depth <= best->depth)) continue;
        found->element = element;
        best = found;
    }
    return best;
}

std::optional<CellPick> pick_edge(const DrawnCells& cells, std::span<const float> values,
                                  const EdgePickPlace& place, NearestEdge& nearest) {
    std::optional<CellPick> best;
    const auto end = [&](const glm::vec3& corner) {
        return EdgeEnd{corner, place.world_to_clip * glm::vec4(corner, 1.0F)};
    };
    for (const std::uint32_t cell : cells.tree.cells_in(PixelBeam(place, place.radius + 0.5F))) {
        const std::uint32_t element = cells.elements[cell];
        if (std::isnan(values[element])) continue;
        const glm::vec3* const corners = &cells.corners[std::size_t{2} * cell];
        if (nearest.offer(end(corners[0]), end(corners[1])))
            best = CellPick{element, nearest.position(), nearest.depth()};
    }
    return best;
}

} // namespace hitmap
