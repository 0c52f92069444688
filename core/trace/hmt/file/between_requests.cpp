#include "core/trace/hmt/file/between_requests.h"

#include <algorithm>

namespace hitmap {

BetweenRequests::BetweenRequests(const HmtFile& file, const JobContext& job)
    : file_(file), launches_(file.info().launches), tags_(file.read_lane_tags(job)) {
    std::ranges::stable_sort(tags_, {}, &LaneTagRun::first_request);
}

void BetweenRequests::put_up_to(RequestIndex request, RecordingSink& sink) {
    for (; launch_ < launches_.size() && launches_[launch_].first_request <= request; ++launch_)
        sink.begin_launch(launches_[launch_]);
    for (; tag_ < tags_.size() && tags_[tag_].first_request <= request; ++tag_)
        sink.tag(tags_[tag_]);
    while (read_events() && events_[event_].request <= request)
        sink.execute(events_[event_++]);
}

/// Returns whether there is another event; only one chunk is in memory at a time.
bool BetweenRequests::read_events() {
    if (event_ != events_.size()) return true;
    if (chunk_ == file_.execution_chunks()) return false;
    file_.read_executions(chunk_++, events_);
    event_ = 0;
    return true;
}

Request request_of(const RequestBlock& block, const RequestBlock::Entry& entry) {
    Request request{entry.launch, entry.sm, entry.warp, entry.slot, entry.instruction, entry.mask, {}};
    const std::uint64_t* address = block.addresses.data() + entry.first_address;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
        if ((entry.mask >> lane & 1U) != 0) request.address[lane] = *address++;
    return request;
}

} // namespace hitmap
