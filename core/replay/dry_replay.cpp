#include "core/replay/dry_replay.h"

#include "core/replay/replay_sink.h"

#include <array>

namespace hitmap {

namespace {

class FetchCounter final : public FetchSink {
public:
    void fetch(std::uint32_t /*instruction*/, simt::Mask lanes,
               const std::array<std::uint64_t, warp_size>& /*address*/) override {
        count_ += lanes.count();
    }
    [[nodiscard]] std::uint64_t count() const { return count_; }

private:
    std::uint64_t count_ = 0;
};

} // namespace

DryReplay dry_replay(const RecordingInfo& before, RayTraversal& traversal, const RayOutcomes& outcomes,
                     RequestSource& source, std::uint64_t every, const JobContext& job) {
    DryReplay result;
    result.counts.is_of_driver = traversal.is_of_driver();
    FetchCounter fetches;
    RayEvents events;
    ReplayEnds ends;
    std::uint64_t next_ray = 0;
    std::uint64_t traced = 0;
    while (source.next_ray_events(events))
        for (const RayEvents::Entry& event : events.events) {
            if (event.kind != RayEventKind::traced) continue;
            job.check();
            const RayLanes lanes = events.lanes_of(event);
            const std::uint64_t first_ray = next_ray;
            next_ray += lanes.rays.size();
            if (traced++ % every != 0) continue;
            const LoggedWarp warp = logged_warp(event, lanes, outcomes, first_ray, before);
            traversal.trace({event.warp, event.sm, event.slot}, warp, ends, fetches);
            result.counts.add(warp, ends);
        }
    source.rewind();
    result.fetches = fetches.count();
    return result;
}

} // namespace hitmap
