#include "core/analysis/simt/pixel_rays.h"

#include "core/base/error.h"
#include "core/geometry/camera.h"
#include "core/geometry/mesh/aabb.h"
#include "core/profile/elements/access_search.h"
#include "core/raytracer/options/trace_options.h"
#include "core/raytracer/ray.h"
#include "core/raytracer/secondary_rays.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace hitmap {

namespace {

using LaneKey = std::tuple<std::uint32_t, std::uint32_t, std::uint8_t>; ///< launch, warp, lane

LaneKey lane_key(const LaneRun& run) {
    return {run.launch, run.warp, run.lane};
}

/// The options of the reference ray tracer that determine its secondary rays.
struct TracerRays {
    RayPlan plan;
    std::uint64_t seed = 0;
};

/// Returns no value if the recording is not one of the reference ray tracer.
std::optional<TracerRays> tracer_rays(const RecordingInfo& info) {
    if (!info.producer.starts_with("hitmap ")) return std::nullopt;
    TraceOptions options;
    bool known = false;
    for (const auto& [name, value] : info.options) {
        if (name != "rays" && name != "seed") continue;
        known |= name == "rays";
        try {
            trace_option(name).set(options, value);
        } catch (const UsageError&) { // a value of another version
            return std::nullopt;
        }
    }
    if (!known) return std::nullopt;
    return TracerRays{options.rays, options.seed};
}

Aabb bounds_of_faces(const RecordedScene& scene, const JobContext& job) {
    Aabb bounds;
    for (std::size_t slot = 0; slot < scene.face_slots.size(); ++slot) {
        if (slot % 65536 == 0) job.check();
        if (scene.is_padding(slot)) continue;
        for (int corner = 0; corner < 3; ++corner)
            bounds.include(scene.vertices[scene.face_slots[slot][corner]]);
    }
    return bounds;
}

/// Where a line that begins near the box leaves it, in units of the direction; 0 if it never is inside.
float leaves_box(const TracedRay& ray, const Aabb& box) {
    float far = std::numeric_limits<float>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        if (ray.direction[axis] == 0.0F) continue;
        const float side = ray.direction[axis] > 0.0F ? box.upper[axis] : box.lower[axis];
        far = std::min(far, (side - ray.origin[axis]) / ray.direction[axis]);
    }
    return std::isfinite(far) ? std::max(far, 0.0F) : 0.0F;
}

class RayDerivation {
public:
    RayDerivation(const RecordedScene& scene, const RecordingInfo& info, std::uint32_t pixel,
                  const JobContext& job)
        : scene_(scene),
          camera_(normalised(scene.cameras.front())),
          pixel_(pixel),
          tracer_(tracer_rays(info)),
          bounds_(bounds_of_faces(scene, job)) {}

    /// @param faces  slots that the ray accessed, in order
    /// Returns false if nothing is known about the place of the ray.
    bool derive(const LaneRun& run, std::span<const std::uint32_t> faces, RaySegment& segment);

private:
    /// What the next ray of a lane needs to know about one that it continues.
    struct Ended {
        std::uint8_t bounce = 0;
        std::optional<glm::vec3> end;   ///< no value: it missed, or has no segment
        std::optional<Surface> surface; ///< of the hit, if the direction was known
    };
    struct Cast {
        TracedRay ray;
        float reach = std::numeric_limits<float>::infinity();
        std::uint32_t from_slot = no_slot;
        RayDirection direction = RayDirection::unknown;
    };
    [[nodiscard]] std::optional<Cast> known_ray(const LaneTag& tag, const Ended* before) const;
    [[nodiscard]] Hit nearest(const Cast& cast, std::span<const std::uint32_t> faces) const;
    [[nodiscard]] std::array<glm::vec3, 3> corners(std::uint32_t slot) const;
    /// Sets the end of a ray whose direction is known.
    void end_at_hit(const Cast& cast, std::span<const std::uint32_t> faces, RaySegment& segment,
                    Ended& ended) const;

    const RecordedScene& scene_;
    Camera camera_;
    std::uint32_t pixel_;
    std::optional<TracerRays> tracer_;
    Aabb bounds_;
    std::map<LaneKey, std::vector<Ended>> ended_; ///< the latest one of each bounce, by rising bounce
};

std::array<glm::vec3, 3> RayDerivation::corners(std::uint32_t slot) const {
    const glm::uvec3& face = scene_.face_slots[slot];
    return {scene_.vertices[face.x], scene_.vertices[face.y], scene_.vertices[face.z]};
}

std::optional<RayDerivation::Cast> RayDerivation::known_ray(const LaneTag& tag, const Ended* before) const {
    if (tag.bounce == 0) {
        const std::uint32_t x = pixel_ % scene_.width;
        const std::uint32_t y = pixel_ / scene_.width;
        return Cast{.ray = primary_ray(camera_, x, y, scene_.width, scene_.height),
                    .direction = RayDirection::pixel};
    }
    if (!tracer_ || before == nullptr || !before->surface) return std::nullopt;
    const auto kind = static_cast<RayKind>(tag.ray_kind);
    if (kind != tracer_->plan.kind) return std::nullopt;
    return Cast{.ray =
                    secondary_ray(kind, *before->surface, {tracer_->seed, pixel_, {tag.sample, tag.bounce}}),
                .reach = reach_of(kind, bounds_),
                .from_slot = before->surface->slot,
                .direction = RayDirection::computed};
}

Hit RayDerivation::nearest(const Cast& cast, std::span<const std::uint32_t> faces) const {
    Hit best{.t = cast.reach};
    for (const std::uint32_t slot : faces) {
        if (slot == cast.from_slot) continue;
        const auto [a, b, c] = corners(slot);
        const Hit hit = intersect_triangle(cast.ray, a, b, c, slot);
        if (hit.t < best.t) best = hit;
    }
    return best;
}

void RayDerivation::end_at_hit(const Cast& cast, std::span<const std::uint32_t> faces, RaySegment& segment,
                               Ended& ended) const {
    const Hit hit = nearest(cast, faces);
    segment.direction = cast.direction;
    if (hit.slot == no_slot) {
        segment.to =
            cast.ray.origin + std::min(cast.reach, leaves_box(cast.ray, bounds_)) * cast.ray.direction;
        return;
    }
    const auto [a, b, c] = corners(hit.slot);
    segment.end = RayEnd::hit;
    segment.face = hit.slot;
    segment.to = a + hit.b * (b - a) + hit.c * (c - a);
    ended.end = segment.to;
    ended.surface = surface_at(cast.ray, hit, a, b, c);
}

bool RayDerivation::derive(const LaneRun& run, std::span<const std::uint32_t> faces, RaySegment& segment) {
    std::vector<Ended>& of_lane = ended_[lane_key(run)];
    const LaneTag& tag = run.tag;
    const auto found = std::ranges::find(of_lane, tag.bounce - 1, &Ended::bounce);
    const Ended* const before = tag.bounce > 0 && found != of_lane.end() ? &*found : nullptr;
    Ended ended{.bounce = tag.bounce, .end = {}, .surface = {}};
    bool known = true;
    segment.run = run;
    if (const auto cast = known_ray(tag, before)) {
        segment.from = cast->ray.origin;
        end_at_hit(*cast, faces, segment, ended);
    } else if (before != nullptr && before->end && !faces.empty()) {
        const auto [a, b, c] = corners(faces.back());
        segment.from = *before->end;
        segment.to = (a + b + c) / 3.0F;
        segment.end = RayEnd::last_face;
        segment.face = faces.back();
        ended.end = segment.to;
    } else {
        known = false;
    }
    // What this ray continued, or was traced beside, is not needed by the rays that follow.
    std::erase_if(of_lane, [&](const Ended& each) { return each.bounce >= tag.bounce; });
    of_lane.push_back(std::move(ended));
    return known;
}

/// [runs] the slots of faces that each accessed, in order.
std::vector<std::vector<std::uint32_t>> faces_of(const HmtFile& file, const RecordedScene& scene,
                                                 const LaneRuns& runs, std::uint32_t pixel,
                                                 const std::vector<LaneRun>& of_pixel, PixelRays& rays,
                                                 const JobContext& job, const RequestsBySm* by_sm) {
    const RecordingInfo& info = file.info();
    AccessSelection selection;
    selection.pixel = pixel;
    for (const Allocation& allocation : info.allocations)
        selection.parts.allocations.push_back(allocation.role == Role::faces ? 1 : 0);
    const AccessList list = find_accesses(file, &runs, selection, PixelRays::most_accesses, job,
                                          SearchEnd::everywhere, nullptr, by_sm);
    rays.all_accesses = list.found == list.accesses.size();
    std::map<LaneKey, std::vector<std::size_t>> by_lane; // runs by rising first request
    for (std::size_t i = 0; i < of_pixel.size(); ++i)
        by_lane[lane_key(of_pixel[i])].push_back(i);
    std::vector<std::vector<std::uint32_t>> faces(of_pixel.size());
    for (const LaneAccess& access : list.accesses) {
        if (!access.element || access.element->kind != face_kind) continue;
        const std::uint32_t slot = access.element->element;
        if (slot >= scene.face_slots.size() || scene.is_padding(slot)) continue;
        const auto lane = by_lane.find({access.launch, access.warp, access.lane});
        if (lane == by_lane.end()) continue;
        const auto behind = std::ranges::partition_point(
            lane->second, [&](std::size_t i) { return of_pixel[i].first_request <= access.request; });
        if (behind != lane->second.begin()) faces[*std::prev(behind)].push_back(slot);
    }
    return faces;
}

std::string why_no_rays(const RecordingInfo& info, const RecordedScene& scene, const LaneRuns& runs) {
    if (runs.empty()) return "the recording does not say which lane serves which pixel";
    if (scene.cameras.empty()) return "the recording has no camera";
    if (scene.width == 0 || scene.height == 0) return "the size of the framebuffer is not known";
    if (scene.face_slots.empty() || !knows_vertex_positions(info)) return "the recording has no mesh";
    return {};
}

} // namespace

PixelRays pixel_rays(const HmtFile& file, const RecordedScene& scene, const LaneRuns& runs,
                     std::uint32_t pixel, const JobContext& job, const RequestsBySm* by_sm) {
    PixelRays rays;
    rays.pixel = pixel;
    rays.why_none = why_no_rays(file.info(), scene, runs);
    if (!rays.why_none.empty()) return rays;
    std::vector<LaneRun> of_pixel = runs.of_pixel(pixel);
    rays.found = of_pixel.size();
    if (of_pixel.size() > PixelRays::most) of_pixel.resize(PixelRays::most);
    const auto faces = faces_of(file, scene, runs, pixel, of_pixel, rays, job, by_sm);
    RayDerivation derivation(scene, file.info(), pixel, job);
    for (std::size_t i = 0; i < of_pixel.size(); ++i) {
        job.check();
        RaySegment segment;
        if (derivation.derive(of_pixel[i], faces[i], segment)) rays.rays.push_back(segment);
    }
    return rays;
}

const RaySegment* ray_at(const PixelRays& rays, std::uint64_t request, std::uint32_t launch,
                         std::uint32_t warp, std::uint8_t lane) {
    const auto found = std::ranges::find_if(rays.rays, [&](const RaySegment& each) {
        const LaneRun& run = each.run;
        return run.launch == launch && run.warp == warp && run.lane == lane && run.first_request <= request &&
               request < run.last_request;
    });
    return found != rays.rays.end() ? &*found : nullptr;
}

} // namespace hitmap
