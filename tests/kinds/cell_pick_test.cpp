#include "render/elements/prepared_scene.h"
#include "render/view/projection.h"
#include "tests/kinds/cell_table.h"

#include <glm/geometric.hpp>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <vector>

namespace hitmap {
namespace {

using test::cell_kind;
using test::curve_kind;

constexpr FrameSize picture{400, 300};
constexpr std::uint32_t elements = 3000;

/// Elements of both kinds with random corners in the unit cube, of which some are long and some are small;
/// every tenth has a corner that is not finite, and every seventh is padding.
std::shared_ptr<const PreparedScene> random_scene(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> unit(-1.0F, 1.0F);
    const auto point = [&] { return glm::vec3(unit(random), unit(random), unit(random)); };
    auto scene = std::make_shared<RecordedScene>();
    for (const ElementKindId kind : {cell_kind, curve_kind}) {
        PrimitiveBuffer buffer{kind, 4, {}, {}};
        for (std::uint32_t element = 0; element < elements; ++element) {
            const glm::vec3 centre = point();
            const float size = element % 50 == 0 ? 1.0F : 0.04F;
            for (int corner = 0; corner < 4; ++corner) {
                buffer.corners.push_back(static_cast<std::uint32_t>(scene->vertices.size()));
                scene->vertices.push_back(centre + size * point());
            }
            if (element % 10 == 9)
                scene->vertices.back().y = element % 20 == 9 ? std::numeric_limits<float>::infinity()
                                                             : std::numeric_limits<float>::quiet_NaN();
            buffer.source.push_back(element % 7 == 6 ? -1 : static_cast<std::int32_t>(element));
        }
        scene->primitives.push_back(buffer);
    }
    return prepare_scene(scene);
}

struct Seen {
    View view;
    EdgePickPlace place;
    ViewMatrices matrices;

    Seen(const PreparedScene& prepared, const glm::vec3& eye, Projection projection) {
        view.camera.position = eye;
        view.camera.forward = glm::normalize(glm::vec3(0.1F, -0.2F, 0.05F) - eye);
        view.projection = projection;
        view.focus_distance = 2.5F;
        matrices = view_matrices(view, prepared.bounds, picture);
        place.world_to_clip = matrices.world_to_clip();
        place.picture = picture;
    }
    void look_at(float x, float y) { place.pixel = {x, static_cast<float>(picture.height) - y}; }
};

/// Where the ray of a pixel meets a triangle: the distance, in double precision (Möller and Trumbore 1997).
struct PixelRay {
    glm::dvec3 origin;
    glm::dvec3 direction;

    PixelRay(const Seen& seen, float x, float y) {
        const glm::dmat4 to_world = glm::inverse(glm::dmat4(seen.place.world_to_clip));
        const auto at = [&](double depth) { // reversed: 1 is near
            const glm::dvec4 clip(2.0 * x / picture.width - 1.0, 1.0 - 2.0 * y / picture.height, depth, 1.0);
            const glm::dvec4 point = to_world * clip;
            return glm::dvec3(point) / point.w;
        };
        origin = at(1.0);
        direction = glm::normalize(at(0.5) - origin);
    }
    [[nodiscard]] std::optional<double> distance_to(std::span<const glm::vec3> corners) const {
        const glm::dvec3 a(corners[0]);
        const glm::dvec3 ab = glm::dvec3(corners[1]) - a;
        const glm::dvec3 ac = glm::dvec3(corners[2]) - a;
        const glm::dvec3 p = glm::cross(direction, ac);
        const double determinant = glm::dot(ab, p);
        if (determinant == 0.0 || !std::isfinite(determinant)) return std::nullopt;
        const glm::dvec3 s = origin - a;
        const double u = glm::dot(s, p) / determinant;
        const glm::dvec3 q = glm::cross(s, ab);
        const double v = glm::dot(direction, q) / determinant;
        const double distance = glm::dot(ac, q) / determinant;
        return u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance > 0.0 ? std::optional(distance)
                                                                      : std::nullopt;
    }
};

class CellPickTest : public testing::TestWithParam<Projection> {
protected:
    [[nodiscard]] const DrawnCells& cells(ElementKindId kind) const {
        return prepared_->cells.at(kind == cell_kind ? 0 : 1);
    }
    /// Eyes outside of the cube and within it, where cells are behind the eye, too.
    std::vector<glm::vec3> eyes_{{2.5F, 1.0F, 3.0F}, {0.2F, 0.1F, -0.3F}};
    std::shared_ptr<const PreparedScene> prepared_ = random_scene(7);
    std::mt19937 random_{11};
    std::uniform_real_distribution<float> x_{-20.0F, 420.0F};
    std::uniform_real_distribution<float> y_{-20.0F, 320.0F};
};

TEST_P(CellPickTest, FindsTheNearestTriangleOfAll) {
    const DrawnCells& all = cells(cell_kind);
    std::vector<bool> part(elements);
    for (std::size_t element = 0; element < elements; ++element)
        part[element] = element % 3 != 0;
    int found_any = 0;
    for (const glm::vec3& eye : eyes_) {
        Seen seen(*prepared_, eye, GetParam());
        for (int i = 0; i < 150; ++i) {
            const float x = x_(random_);
            const float y = y_(random_);
            seen.look_at(x, y);
            const std::vector<bool> drawn = i % 2 == 0 ? part : std::vector<bool>();
            const PixelRay ray(seen, x, y);
            double nearest = std::numeric_limits<double>::infinity();
            std::uint32_t element = 0;
            for (std::size_t cell = 0; cell < all.elements.size(); ++cell) {
                if (!drawn.empty() && !drawn[all.elements[cell]]) continue;
                const auto distance = ray.distance_to(std::span(all.corners).subspan(3 * cell, 3));
                if (!distance || *distance >= nearest) continue;
                nearest = *distance;
                element = all.elements[cell];
            }
            const auto found = pick_triangle(all, drawn, seen.place);
            ASSERT_EQ(found.has_value(), std::isfinite(nearest)) << x << ' ' << y;
            if (!found) continue;
            ++found_any;
            EXPECT_EQ(found->element, element) << x << ' ' << y;
            EXPECT_LT(glm::distance(glm::dvec3(found->position), ray.origin + nearest * ray.direction), 1e-3);
        }
    }
    EXPECT_GT(found_any, 100);
}

TEST_P(CellPickTest, FindsTheBestEdgeOfAll) {
    const DrawnCells& all = cells(curve_kind);
    std::vector<float> values(elements, 0.5F);
    for (std::size_t element = 0; element < elements; element += 3)
        values[element] = std::numeric_limits<float>::quiet_NaN();
    int found_any = 0;
    for (const glm::vec3& eye : eyes_) {
        Seen seen(*prepared_, eye, GetParam());
        for (int i = 0; i < 300; ++i) {
            seen.look_at(x_(random_), y_(random_));
            seen.place.nearest_surface = i % 2 == 0 ? 0.0F : 0.02F;
            NearestEdge of_all(seen.place);
            std::optional<std::uint32_t> element;
            for (std::size_t edge = 0; edge < all.elements.size(); ++edge) {
                if (std::isnan(values[all.elements[edge]])) continue;
                const auto end = [&](const glm::vec3& corner) {
                    return EdgeEnd{corner, seen.place.world_to_clip * glm::vec4(corner, 1.0F)};
                };
                if (of_all.offer(end(all.corners[2 * edge]), end(all.corners[2 * edge + 1])))
                    element = all.elements[edge];
            }
            NearestEdge nearest(seen.place);
            const auto found = pick_edge(all, values, seen.place, nearest);
            ASSERT_EQ(found.has_value(), element.has_value());
            if (!found) continue;
            ++found_any;
            EXPECT_EQ(found->element, *element);
            EXPECT_EQ(found->position, of_all.position());
            EXPECT_EQ(found->depth, of_all.depth());
        }
    }
    EXPECT_GT(found_any, 100);
}

INSTANTIATE_TEST_SUITE_P(Projections, CellPickTest,
                         testing::Values(Projection::perspective, Projection::orthographic));

/// Of cells along a diagonal, a beam reaches few.
TEST(CellTree, LooksAtFewCells) {
    constexpr std::uint32_t count = 4096;
    std::vector<glm::vec3> corners;
    for (std::uint32_t i = 0; i < count; ++i) {
        const float at = -1.0F + 2.0F * static_cast<float>(i) / count;
        for (const glm::vec3 corner :
             {glm::vec3(0.0F), glm::vec3(1e-4F, 0.0F, 0.0F), glm::vec3(0.0F, 1e-4F, 0.0F)})
            corners.push_back(glm::vec3(at, at, 0.0F) + corner);
    }
    ThreadPool pool(1);
    const CellTree tree(corners, 3, pool, {});
    EdgePickPlace place; // x and y of the clip space are those of the world
    place.picture = {1000, 1000};
    for (const float at : {10.5F, 500.5F, 990.5F}) {
        place.pixel = {at, at};
        const auto cells = tree.cells_in(PixelBeam(place, 1.0F));
        EXPECT_GE(cells.size(), 4U);
        EXPECT_LE(cells.size(), 32U);
        EXPECT_TRUE(std::ranges::is_sorted(cells));
        place.pixel = {at, at < 900.0F ? at + 60.0F : at - 60.0F};
        EXPECT_THAT(tree.cells_in(PixelBeam(place, 1.0F)), testing::IsEmpty());
    }
    EXPECT_TRUE(CellTree().cells_in(PixelBeam(place, 1.0F)).empty());
}

} // namespace
} // namespace hitmap
