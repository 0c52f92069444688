#include "core/analysis/rays/ray_table.h"

#include "core/base/error.h"
#include "core/profile/sums/lane_tag_tracker.h"
#include "core/profile/sums/ray_selection.h"
#include "core/replay/ray_outcomes.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <bit>
#include <cmath>
#include <map>
#include <utility>

namespace hitmap {

namespace {

/// A ray of an event, as far as groups count it.
struct CountedRay {
    const Ray& ray;
    const RayOutcome& outcome;
};

std::optional<glm::dvec3> unit_direction(const Ray& ray) {
    const glm::dvec3 direction(ray.direction);
    const double length = glm::length(direction);
    if (!(length > 0.0) || !std::isfinite(length)) return std::nullopt;
    return direction / length;
}

bool is_finite(const glm::vec3& point) {
    return std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.z);
}

void add_outcome(const CountedRay& ray, RaySums& sums) {
    ++sums.rays;
    if (ray.outcome.kind == RayOutcome::Kind::missed) ++sums.misses;
    if (ray.outcome.kind != RayOutcome::Kind::hit) return;
    ++sums.hits;
    const double length = double{ray.outcome.hit.t} * glm::length(glm::dvec3(ray.ray.direction));
    if (!std::isfinite(length)) return;
    sums.length += length;
    ++sums.with_length;
}

/// The rays of one group that a warp traces at once.
RaySums call_of(const std::vector<CountedRay>& rays) {
    RaySums sums;
    sums.calls = 1;
    glm::dvec3 directions(0.0);
    glm::dvec3 origins(0.0);
    std::vector<glm::dvec3> compared;
    for (const CountedRay& ray : rays) {
        add_outcome(ray, sums);
        const auto direction = unit_direction(ray.ray);
        if (!direction || !is_finite(ray.ray.origin)) continue;
        directions += *direction;
        origins += glm::dvec3(ray.ray.origin);
        compared.emplace_back(ray.ray.origin);
    }
    if (compared.size() < 2) return sums;
    sums.compared = compared.size();
    sums.resultant = glm::length(directions);
    const glm::dvec3 mean = origins / static_cast<double>(compared.size());
    for (const glm::dvec3& origin : compared)
        sums.spread += glm::length(origin - mean);
    return sums;
}

class TracedRayCounter {
public:
    TracedRayCounter(const HmtFile& file, const JobContext& job)
        : places_(file.info().ray_places),
          tags_(file.read_lane_tags(job)),
          outcomes_of_place_(places_.size()),
          tracker_(tags_, [](const LaneTag& tag) { return std::uint32_t{tag.ray_kind} << 8U | tag.bounce; }) {
    }

    /// @param outcomes  of the rays of the event, lowest lane first
    void add(const RayEvents::Entry& event, std::span<const Ray> rays, const RayOutcome* outcomes) {
        RequestBlock::Entry warp{};
        warp.launch = event.launch;
        warp.warp = event.warp;
        const LaneTagTracker::Warp* const tags = tracker_.at(event.request.value, warp);
        std::vector<CountedRay> call;
        std::map<std::uint32_t, std::vector<CountedRay>> by_kind;
        std::size_t rank = 0;
        for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1, ++rank) {
            const CountedRay ray{rays[rank], outcomes[rank]};
            call.push_back(ray);
            const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
            if (tags != nullptr && tags->lanes[lane] != LaneTagTracker::none)
                by_kind[tags->lanes[lane]].push_back(ray);
        }
        outcomes_of_place_[event.place] += call_of(call);
        for (const auto& [kind, kind_rays] : by_kind)
            kinds_[kind] += call_of(kind_rays);
    }
    [[nodiscard]] RayTable table() const {
        RayTable table;
        for (std::size_t place = 0; place < places_.size(); ++place) {
            const RaySums& sums = outcomes_of_place_[place];
            if (sums.rays == 0) continue;
            table.all += sums;
            table.by_place.push_back({name_of(places_[place]), sums});
        }
        for (const auto& [kind, sums] : kinds_)
            table.by_kind.push_back({to_string(RaySelection{.kind = static_cast<std::uint8_t>(kind >> 8U),
                                                            .bounce = static_cast<std::uint8_t>(kind)}),
                                     sums});
        return table;
    }

private:
    static std::string name_of(const RayPlace& place) {
        const SourceLocation& at = place.location;
        if (!at.file.empty()) return fmt::format("{}:{}", at.file, at.line);
        return at.function.empty() ? place.stage : at.function;
    }

    const std::vector<RayPlace>& places_;
    std::vector<LaneTagRun> tags_;
    std::vector<RaySums> outcomes_of_place_;
    LaneTagTracker tracker_;
    std::map<std::uint32_t, RaySums> kinds_;
};

} // namespace

RaySums& RaySums::operator+=(const RaySums& more) {
    rays += more.rays;
    calls += more.calls;
    hits += more.hits;
    misses += more.misses;
    length += more.length;
    with_length += more.with_length;
    compared += more.compared;
    resultant += more.resultant;
    spread += more.spread;
    return *this;
}

RayTable count_rays(const HmtFile& file, ThreadPool& pool, const JobContext& job) {
    if (file.info().rays.of(RayEventKind::traced) == 0)
        throw Error(fmt::format("{}: expected the rays of a program, found none", file.name()));
    const auto scene = file.read_scene_without_normals(job);
    const auto source = request_source(file, pool, 0, scene);
    const RayOutcomes outcomes = ray_outcomes(*source, job);
    TracedRayCounter counter(file, job);
    const RayOutcome* next = outcomes.all().data();
    RayEvents events;
    while (source->next_ray_events(events)) {
        job.check();
        for (const RayEvents::Entry& event : events.events) {
            if (event.kind != RayEventKind::traced) continue;
            const std::span<const Ray> rays = events.lanes_of(event).rays;
            counter.add(event, rays, next);
            next += rays.size();
        }
    }
    RayTable table = counter.table();
    if (scene == nullptr) return table;
    Aabb bounds;
    for (const glm::vec3& vertex : scene->vertices)
        bounds.include(vertex);
    if (!bounds.empty()) table.diagonal = glm::length(glm::dvec3(bounds.extent()));
    return table;
}

} // namespace hitmap
