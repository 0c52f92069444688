#include "core/raytracer/shaded_picture.h"

#include "core/base/error.h"
#include "core/raytracer/ray.h"
#include "core/raytracer/shading.h"

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace hitmap {

namespace {

constexpr std::uint32_t faces_counted = 4096; // faces between two steps of progress

/// A half-open rectangle of pixels.
struct PixelRect {
    std::uint32_t left = 0;
    std::uint32_t top = 0;
    std::uint32_t right = 0;
    std::uint32_t bottom = 0;
};

/// Projects triangles to the picture.
class Projector {
public:
    Projector(const Camera& camera, std::uint32_t width, std::uint32_t height)
        : eye_(camera.position),
          forward_(camera.forward),
          up_(camera.up),
          right_(glm::cross(forward_, up_)),
          size_(width, height),
          pixels_a_tangent_(height / 2.0 / std::tan(glm::radians(camera.fov_y_degrees / 2.0))) {}

    /// A rectangle that contains all pixels whose centre may be in the triangle, and few others.
    [[nodiscard]] PixelRect cover(const std::array<glm::vec3, 3>& corners) const {
        std::array<glm::dvec3, 3> seen; // right, up and depth in the camera's coordinates
        for (std::size_t i = 0; i < 3; ++i) {
            const glm::dvec3 offset = glm::dvec3(corners[i]) - eye_;
            seen[i] = {glm::dot(offset, right_), glm::dot(offset, up_), glm::dot(offset, forward_)};
        }
        const double farthest = std::max({seen[0].z, seen[1].z, seen[2].z});
        if (!(farthest > 0.0)) return {};
        // A point behind the camera has no projection. Points just in front of it are projected far outside
        // the picture.
        const double nearest = farthest * 1e-9;
        Extent extent;
        for (std::size_t i = 0; i < 3; ++i) {
            const glm::dvec3& a = seen[i];
            const glm::dvec3& b = seen[(i + 1) % 3];
            if (a.z >= nearest) add(extent, a);
            if ((a.z >= nearest) != (b.z >= nearest))
                add(extent, a + (nearest - a.z) / (b.z - a.z) * (b - a));
        }
        return pixels_of(extent);
    }

private:
    struct Extent {
        glm::dvec2 low{std::numeric_limits<double>::infinity()};
        glm::dvec2 high{-std::numeric_limits<double>::infinity()};
    };

    void add(Extent& extent, const glm::dvec3& seen) const {
        const double depth = std::max(seen.z, std::numeric_limits<double>::min());
        const glm::dvec2 place = size_ / 2.0 + pixels_a_tangent_ / depth * glm::dvec2(seen.x, -seen.y);
        extent.low = glm::min(extent.low, place);
        extent.high = glm::max(extent.high, place);
    }
    [[nodiscard]] PixelRect pixels_of(const Extent& extent) const {
        // Rays are floats, so their place in the picture has an error of a few millionths of the picture's
        // size.
        const glm::dvec2 slack = 0.01 + size_ * 4e-6;
        const glm::dvec2 low = glm::clamp(glm::ceil(extent.low - 0.5 - slack), glm::dvec2(0.0), size_);
        const glm::dvec2 high =
            glm::clamp(glm::floor(extent.high - 0.5 + slack) + 1.0, glm::dvec2(0.0), size_);
        // The negated comparison also catches NaN.
        if (!(low.x < high.x) || !(low.y < high.y)) return {};
        return {static_cast<std::uint32_t>(low.x), static_cast<std::uint32_t>(low.y),
                static_cast<std::uint32_t>(high.x), static_cast<std::uint32_t>(high.y)};
    }

    glm::dvec3 eye_;
    glm::dvec3 forward_;
    glm::dvec3 up_;
    glm::dvec3 right_;
    glm::dvec2 size_;
    double pixels_a_tangent_;
};

template <class T>
const T& checked(const std::vector<T>& array, std::uint64_t i) {
    if (i >= array.size()) throw Error("a face of the scene names a corner that does not exist");
    return array[i];
}

std::array<glm::vec3, 3> corners_of(const std::vector<glm::vec3>& points, const glm::uvec3& face) {
    return {checked(points, face.x), checked(points, face.y), checked(points, face.z)};
}

std::int64_t source_of(const RecordedScene& scene, std::uint32_t slot) {
    return scene.face_source.empty() ? slot : scene.face_source[slot];
}

Rgba colour_of(const RecordedScene& scene, const RecordedNormals& shading, const TracedRay& ray,
               const Hit& hit) {
    std::array<glm::vec3, 3> normals;
    if (shading.normal_slots.empty()) {
        const auto [a, b, c] = corners_of(scene.vertices, scene.face_slots[hit.slot]);
        normals.fill(glm::cross(b - a, c - a));
    } else {
        normals = corners_of(shading.normals, checked(shading.normal_slots, hit.slot));
    }
    return shade(ray, hit, normals[0], normals[1], normals[2]);
}

} // namespace

Picture shaded_picture(const RecordedScene& scene, const RecordedNormals& normals, const Camera& camera,
                       std::uint32_t width, std::uint32_t height, const JobContext& job) {
    const Projector projector(camera, width, height);
    std::vector<Hit> hits(std::size_t{width} * height);
    const auto slots = static_cast<std::uint32_t>(scene.face_slots.size());
    job.begin("shading the picture", slots, "faces");
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
        if (slot % faces_counted == 0) job.add(faces_counted);
        job.check();
        if (scene.is_padding(slot)) continue;
        const auto corners = corners_of(scene.vertices, scene.face_slots[slot]);
        const PixelRect rect = projector.cover(corners);
        for (std::uint32_t y = rect.top; y < rect.bottom; ++y) {
            job.check();
            for (std::uint32_t x = rect.left; x < rect.right; ++x) {
                Hit& nearest = hits[std::size_t{y} * width + x];
                const Hit hit = intersect_triangle(primary_ray(camera, x, y, width, height), corners[0],
                                                   corners[1], corners[2], slot);
                // As in the tracer: of faces that are equally far, the first one of the mesh is visible.
                const bool tie = hit.slot != no_slot && hit.t == nearest.t && nearest.slot != no_slot &&
                                 source_of(scene, slot) < source_of(scene, nearest.slot);
                if (hit.t < nearest.t || tie) nearest = hit;
            }
        }
    }
    Picture picture{width, height, std::vector<std::uint32_t>(hits.size())};
    for (std::uint32_t y = 0; y < height; ++y) {
        for (std::uint32_t x = 0; x < width; ++x) {
            const std::size_t pixel = std::size_t{y} * width + x;
            picture.pixels[pixel] =
                hits[pixel].slot == no_slot
                    ? background(y, height)
                    : colour_of(scene, normals, primary_ray(camera, x, y, width, height), hits[pixel]);
        }
    }
    return picture;
}

} // namespace hitmap
