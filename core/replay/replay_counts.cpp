#include "core/replay/replay_counts.h"

#include "core/raytracer/replayed_ray.h"

#include <fmt/format.h>

namespace hitmap {

void ReplayCounts::add(const LoggedWarp& warp, const ReplayEnds& ends) {
    simt::for_each_lane(warp.lanes,
                        [&](unsigned lane) { add(*warp.rays[lane], warp.outcome(lane), ends[lane]); });
}

void ReplayCounts::add(const Ray& ray, const RayOutcome& outcome, const ReplayEnd& end) {
    ++rays;
    if (!end.was_replayed) ++not_replayed;
    if (!end.was_replayed && is_of_driver) return;
    if (end.same_candidates) ++same_candidates;
    if (outcome.kind == RayOutcome::Kind::unknown) return;
    ++asked;
    const bool is_hit = outcome.kind == RayOutcome::Kind::hit;
    if (is_hit && outcome.hit.shape == HitShape::box && !is_of_driver) {
        ++in_boxes;
        return;
    }
    if (is_hit != end.hit.has_value()) return;
    // Which one is first depends on the tree.
    const bool any_will_do = !is_of_driver && (ray.flags & ray_ends_at_first_hit) != 0;
    if (!is_hit || any_will_do || same_element(outcome.hit, *end.hit)) ++agreeing;
}

std::string text_of(const ReplayCounts& counts) {
    std::string text = fmt::format("{} rays, {} requests", counts.rays, counts.requests);
    if (counts.asked == 0)
        text += "; the program did not ask what they hit";
    else
        text += fmt::format("; {} of {} rays end as in the program", counts.agreeing, counts.compared());
    if (counts.is_of_driver)
        text +=
            fmt::format("; {} of {} meet its candidates in their order", counts.same_candidates, counts.rays);
    if (counts.in_boxes != 0)
        text += fmt::format("; {} more hit boxes, whose shaders are not replayed", counts.in_boxes);
    const std::uint64_t replayed = counts.is_of_driver ? counts.rays - counts.not_replayed : counts.rays;
    if (counts.asked != replayed && counts.asked != 0)
        text += fmt::format("; of {} the program did not ask what they hit", replayed - counts.asked);
    if (counts.not_replayed != 0)
        text += fmt::format("; {} {} and were not replayed", counts.not_replayed,
                            counts.is_of_driver ? "are traced against another acceleration structure"
                                                : "have no direction");
    return text;
}

} // namespace hitmap
