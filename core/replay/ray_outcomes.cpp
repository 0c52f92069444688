#include "core/replay/ray_outcomes.h"

#include <array>
#include <bit>
#include <map>
#include <unordered_map>

namespace hitmap {

namespace {

constexpr std::uint64_t no_ray = ~std::uint64_t{0};

/// The last ray of each lane of a warp.
using LastRays = std::array<std::uint64_t, warp_size>;

class Outcomes {
public:
    void add(const RayEvents& events, const RayEvents::Entry& event) {
        LastRays& last = last_of(event);
        const RayLanes lanes = events.lanes_of(event);
        std::size_t rank = 0;
        for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1, ++rank) {
            std::uint64_t& ray = last[static_cast<unsigned>(std::countr_zero(rest))];
            if (event.kind == RayEventKind::traced) {
                ray = outcomes_.size();
                outcomes_.emplace_back();
            } else if (ray != no_ray && event.kind == RayEventKind::committed) {
                outcomes_[ray] = {RayOutcome::Kind::hit, lanes.hits[rank]};
            } else if (ray != no_ray && event.kind == RayEventKind::missed) {
                outcomes_[ray] = {RayOutcome::Kind::missed, {}};
            }
        }
    }
    [[nodiscard]] std::vector<RayOutcome> take() { return std::move(outcomes_); }

private:
    LastRays& last_of(const RayEvent& event) {
        constexpr std::size_t most_launches = 8; // that run at the same time
        auto& of_launch = last_[event.launch];
        LastRays& last = of_launch.try_emplace(event.warp, none()).first->second;
        if (last_.size() > most_launches && &last_.begin()->second != &of_launch) last_.erase(last_.begin());
        return last;
    }
    static LastRays none() {
        LastRays rays{};
        rays.fill(no_ray);
        return rays;
    }

    std::vector<RayOutcome> outcomes_;
    std::map<std::uint32_t, std::unordered_map<std::uint32_t, LastRays>> last_; // by launch and warp
};

} // namespace

std::vector<RayOutcome> ray_outcomes(RequestSource& source, const JobContext& job) {
    Outcomes outcomes;
    RayEvents events;
    while (source.next_ray_events(events)) {
        job.check();
        for (const RayEvents::Entry& event : events.events)
            outcomes.add(events, event);
    }
    source.rewind();
    return outcomes.take();
}

} // namespace hitmap
