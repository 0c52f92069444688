#include "render/elements/prepared_scene.h"

#include "core/base/error.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

namespace hitmap {
namespace {

constexpr std::size_t slots_per_check = 1U << 18;

/// Scenes with fewer triangles are drawn in one stage.
constexpr std::size_t smallest_staged = 200'000;
/// Consecutive triangles are close to each other (leaves in depth-first order). Of each group, the largest
/// triangle is drawn in the first stage, the next three in the second, and the next twelve in the third.
constexpr std::size_t group_size = 64;
constexpr std::array<std::size_t, 4> group_borders = {1, 4, 16, group_size};

/// Calls body(begin, end) for ranges that cover 0..count, each of which begins at a multiple of
/// slots_per_check.
template <class Body>
void for_ranges(ThreadPool* pool, std::size_t count, const JobContext& job, const Body& body) {
    const auto checked = [&](std::size_t begin, std::size_t end) {
        job.check();
        body(begin, end);
    };
    if (pool != nullptr) return parallel_for(*pool, count, slots_per_check, checked);
    for (std::size_t begin = 0; begin < count; begin += slots_per_check)
        checked(begin, std::min(count, begin + slots_per_check));
}

bool is_finite(const glm::vec3& p) {
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

std::vector<std::uint32_t> drawn_slots(const RecordedScene& scene, const JobContext& job) {
    std::vector<std::uint32_t> slots;
    slots.reserve(scene.face_slots.size());
    for (std::size_t slot = 0; slot < scene.face_slots.size(); ++slot) {
        if (slot % slots_per_check == 0) job.check();
        if (scene.is_padding(slot)) continue;
        const glm::uvec3& corner = scene.face_slots[slot];
        const std::uint32_t highest = std::max({corner.x, corner.y, corner.z});
        if (highest >= scene.vertices.size()) {
            throw Error(fmt::format("face slot {}: expected vertices below {}, found {}", slot,
                                    scene.vertices.size(), highest));
        }
        slots.push_back(static_cast<std::uint32_t>(slot));
    }
    // Copies follow as numbers behind those of slots, until the order is known.
    for (std::size_t copy = 0; copy < scene.face_copies.size(); ++copy)
        slots.push_back(static_cast<std::uint32_t>(scene.face_slots.size() + copy));
    return slots;
}

/// Tells copies from slots, now that the triangles are in their order.
void split_copies(PreparedScene& prepared) {
    const RecordedScene& scene = *prepared.scene;
    if (scene.face_copies.empty()) return;
    const auto slots = static_cast<std::uint32_t>(scene.face_slots.size());
    prepared.draw_copies.reserve(prepared.draw_slots.size());
    for (std::uint32_t& slot : prepared.draw_slots) {
        prepared.draw_copies.push_back(slot < slots ? 0 : slot - slots + 1);
        if (slot >= slots) slot = scene.face_copies[slot - slots].slot;
    }
}

float squared_area(const RecordedScene& scene, std::uint32_t slot) {
    const std::size_t slots = scene.face_slots.size();
    const glm::uvec3& corner =
        slot < slots ? scene.face_slots[slot] : scene.face_copies[slot - slots].corners;
    const glm::vec3 a = scene.vertices[corner.x];
    const glm::vec3 n = glm::cross(scene.vertices[corner.y] - a, scene.vertices[corner.z] - a);
    const float squared = glm::dot(n, n);
    // A NaN would make the order inconsistent.
    return squared < std::numeric_limits<float>::infinity() ? squared : 0.0F;
}

/// Moves the largest triangles of each group to the front.
void order_by_stages(PreparedScene& prepared, const JobContext& job, ThreadPool* pool) {
    if (prepared.draw_slots.size() < smallest_staged) {
        prepared.stages = {prepared.draw_slots.size()};
        return;
    }
    const std::vector<std::uint32_t> slots = std::move(prepared.draw_slots);
    const std::size_t groups = slots.size() / group_size; // complete ones
    const std::size_t rest = slots.size() % group_size;
    for (const std::size_t border : group_borders)
        prepared.stages.push_back(groups * border + std::min(rest, border));
    prepared.draw_slots.resize(slots.size());
    static_assert(slots_per_check % group_size == 0, "no range begins within a group");
    for_ranges(pool, slots.size(), job, [&](std::size_t begin, std::size_t end) {
        std::array<std::pair<float, std::uint32_t>, group_size> group;
        for (std::size_t first = begin; first < end; first += group_size) {
            const std::size_t count = std::min(group_size, slots.size() - first);
            for (std::size_t i = 0; i < count; ++i)
                group[i] = {-squared_area(*prepared.scene, slots[first + i]), slots[first + i]};
            std::sort(group.begin(), group.begin() + static_cast<std::ptrdiff_t>(count));
            std::size_t from = 0;
            for (std::size_t stage = 0; stage < group_borders.size(); ++stage) {
                const std::size_t to = std::min(group_borders[stage], count);
                if (from >= to) break;
                const std::size_t size = group_borders[stage] - (stage == 0 ? 0 : group_borders[stage - 1]);
                const std::size_t start = stage == 0 ? 0 : prepared.stages[stage - 1];
                const auto out = prepared.draw_slots.begin() +
                                 static_cast<std::ptrdiff_t>(start + first / group_size * size);
                // Memory order, since neighbouring triangles use neighbouring memory.
                const auto end_of_stage = std::transform(group.begin() + static_cast<std::ptrdiff_t>(from),
                                                         group.begin() + static_cast<std::ptrdiff_t>(to), out,
                                                         [](const auto& each) { return each.second; });
                std::sort(out, end_of_stage);
                from = to;
            }
        }
    });
}

Aabb bounds_of(const PreparedScene& prepared, const JobContext& job, ThreadPool* pool) {
    const RecordedScene& scene = *prepared.scene;
    Aabb bounds;
    std::mutex mutex;
    for_ranges(pool, prepared.draw_slots.size(), job, [&](std::size_t begin, std::size_t end) {
        Aabb own;
        for (std::size_t i = begin; i < end; ++i) {
            for (int corner = 0; corner < 3; ++corner) {
                const glm::vec3& p = scene.vertices[prepared.drawn_corners(i)[corner]];
                if (is_finite(p)) own.include(p);
            }
        }
        const std::scoped_lock lock(mutex);
        if (!own.empty()) bounds.include(own);
    });
    for (const DrawnCells& cells : prepared.cells)
        for (const glm::vec3& corner : cells.corners)
            if (is_finite(corner)) bounds.include(corner);
    if (bounds.empty()) {
        for (const Aabb& box : scene.boxes) {
            if (is_finite(box.lower) && is_finite(box.upper)) bounds.include(box);
        }
    }
    return bounds.empty() ? Aabb{glm::vec3(0.0F), glm::vec3(1.0F)} : bounds;
}

/// Returns the distance to a triangle along the ray in units of the direction (Möller and Trumbore 1997);
/// triangles are two-sided.
std::optional<double> hit_distance(const glm::dvec3& origin, const glm::dvec3& direction, const glm::dvec3& a,
                                   const glm::dvec3& b, const glm::dvec3& c) {
    const glm::dvec3 ab = b - a;
    const glm::dvec3 ac = c - a;
    const glm::dvec3 p = glm::cross(direction, ac);
    const double determinant = glm::dot(ab, p);
    if (determinant == 0.0) return std::nullopt;
    const glm::dvec3 s = origin - a;
    const double u = glm::dot(s, p) / determinant;
    if (!(u >= 0.0 && u <= 1.0)) return std::nullopt;
    const glm::dvec3 q = glm::cross(s, ab);
    const double v = glm::dot(direction, q) / determinant;
    if (!(v >= 0.0 && u + v <= 1.0)) return std::nullopt;
    const double distance = glm::dot(ac, q) / determinant;
    return distance > 0.0 ? std::optional(distance) : std::nullopt;
}

float central_distance(const PreparedScene& prepared, const JobContext& job, ThreadPool* pool) {
    const RecordedScene& scene = *prepared.scene;
    if (scene.cameras.empty()) return 1.0F;
    const Camera& camera = scene.cameras.front();
    double nearest = std::numeric_limits<double>::infinity();
    std::mutex mutex;
    for_ranges(pool, prepared.draw_slots.size(), job, [&](std::size_t begin, std::size_t end) {
        double own = std::numeric_limits<double>::infinity();
        for (std::size_t i = begin; i < end; ++i) {
            const glm::uvec3& corner = prepared.drawn_corners(i);
            const std::optional<double> distance =
                hit_distance(camera.position, camera.forward, scene.vertices[corner.x],
                             scene.vertices[corner.y], scene.vertices[corner.z]);
            if (distance) own = std::min(own, *distance);
        }
        const std::scoped_lock lock(mutex);
        nearest = std::min(nearest, own);
    });
    if (std::isfinite(nearest)) return static_cast<float>(nearest);
    return glm::length(prepared.bounds.center() - camera.position) +
           0.5F * glm::length(prepared.bounds.extent());
}

void order_boxes(PreparedScene& prepared) {
    const RecordedScene& scene = *prepared.scene;
    const bool levels_known = scene.box_level.size() == scene.boxes.size();
    const auto level_of = [&](std::size_t box) { return levels_known ? scene.box_level[box] : 0; };
    std::vector<std::uint64_t>& starts = prepared.level_starts;
    starts = {0, 0};
    for (std::size_t box = 0; box < scene.boxes.size(); ++box) {
        const std::size_t level = level_of(box);
        if (level + 2 > starts.size()) starts.resize(level + 2);
        ++starts[level + 1];
    }
    for (std::size_t level = 1; level < starts.size(); ++level)
        starts[level] += starts[level - 1];
    std::vector<std::uint64_t> next = starts;
    prepared.box_order.resize(scene.boxes.size());
    for (std::size_t box = 0; box < scene.boxes.size(); ++box) {
        prepared.box_order[next[level_of(box)]++] = static_cast<std::uint32_t>(box);
    }
}

} // namespace

std::shared_ptr<const PreparedScene> prepare_scene(std::shared_ptr<const RecordedScene> scene,
                                                   const JobContext& job, ThreadPool* pool) {
    job.begin("preparing the mesh view");
    auto prepared = std::make_shared<PreparedScene>();
    prepared->scene = std::move(scene);
    prepared->draw_slots = drawn_slots(*prepared->scene, job);
    order_by_stages(*prepared, job, pool);
    split_copies(*prepared);
    prepared->cells = drawn_cells(*prepared->scene, job, pool);
    prepared->bounds = bounds_of(*prepared, job, pool);
    job.check();
    order_boxes(*prepared);
    prepared->frustum_distance = central_distance(*prepared, job, pool);
    return prepared;
}

} // namespace hitmap
