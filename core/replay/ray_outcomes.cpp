#include "core/replay/ray_outcomes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <unordered_map>
#include <utility>

namespace hitmap {

namespace {

constexpr std::uint64_t no_ray = ~std::uint64_t{0};

/// The last ray of each lane of a warp.
using LastRays = std::array<std::uint64_t, warp_size>;

} // namespace

std::vector<ShownHit> RayOutcomes::shown(std::uint64_t ray) const {
    std::vector<ShownHit> hits;
    for (std::uint64_t i = last_shown_[ray]; i != nothing; i = shown_[i].before)
        hits.push_back(shown_[i]);
    std::ranges::reverse(hits);
    return hits;
}

class OutcomeReader {
public:
    void add(const RayEvents& events, const RayEvents::Entry& event) {
        LastRays& last = last_of(event);
        const RayLanes lanes = events.lanes_of(event);
        std::size_t rank = 0;
        for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1, ++rank) {
            std::uint64_t& ray = last[static_cast<unsigned>(std::countr_zero(rest))];
            if (event.kind == RayEventKind::traced)
                ray = begin_ray();
            else if (ray != no_ray)
                add(ray, event.kind, has_hits(event.kind) ? lanes.hits[rank] : RayHit());
        }
    }
    [[nodiscard]] RayOutcomes take() { return std::move(result_); }

private:
    std::uint64_t begin_ray() {
        result_.outcomes_.emplace_back();
        result_.last_shown_.push_back(RayOutcomes::nothing);
        return result_.outcomes_.size() - 1;
    }
    void add(std::uint64_t ray, RayEventKind kind, const RayHit& hit) {
        switch (kind) {
        case RayEventKind::committed:
            result_.outcomes_[ray] = {RayOutcome::Kind::hit, hit};
            break;
        case RayEventKind::missed:
            result_.outcomes_[ray] = {RayOutcome::Kind::missed, {}};
            break;
        case RayEventKind::candidate:
        case RayEventKind::reported:
            result_.shown_.push_back({{kind, hit}, result_.last_shown_[ray]});
            result_.last_shown_[ray] = result_.shown_.size() - 1;
            break;
        case RayEventKind::traced:
            break;
        }
    }
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

    RayOutcomes result_;
    std::map<std::uint32_t, std::unordered_map<std::uint32_t, LastRays>> last_; // by launch and warp
};

RayOutcomes ray_outcomes(RequestSource& source, const JobContext& job) {
    OutcomeReader outcomes;
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
