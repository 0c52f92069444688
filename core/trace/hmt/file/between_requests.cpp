#include "core/trace/hmt/file/between_requests.h"

#include <algorithm>

namespace hitmap {

namespace {

/// Returns whether there is another event, and reads its chunk if it is the first one of it.
/// @param list  the events of the cursor  @param chunks  how many there are  @param read  (chunk)
template <class Cursor, class List, class Read>
bool has_next(Cursor& cursor, const List& list, std::size_t chunks, const Read& read) {
    if (cursor.event != list.size()) return true;
    if (cursor.chunk == chunks) return false;
    read(cursor.chunk++);
    cursor.event = 0;
    return true;
}

} // namespace

BetweenRequests::BetweenRequests(const HmtFile& file, const JobContext& job)
    : file_(file), launches_(file.info().launches), tags_(file.read_lane_tags(job)) {
    std::ranges::stable_sort(tags_, {}, &LaneTagRun::first_request);
}

void BetweenRequests::put_up_to(RequestIndex request, RecordingSink& sink) {
    for (; launch_ < launches_.size() && launches_[launch_].first_request <= request; ++launch_)
        sink.begin_launch(launches_[launch_]);
    for (; tag_ < tags_.size() && tags_[tag_].first_request <= request; ++tag_)
        sink.tag(tags_[tag_]);
    while (has_next(executions_, executions_.events, file_.execution_chunks(),
                    [&](std::size_t chunk) { file_.read_executions(chunk, executions_.events); }) &&
           executions_.events[executions_.event].request <= request)
        sink.execute(executions_.events[executions_.event++]);
    while (has_next(rays_, rays_.events.events, file_.ray_chunks(),
                    [&](std::size_t chunk) { file_.read_rays(chunk, rays_.events); }) &&
           rays_.events.events[rays_.event].request <= request) {
        const RayEvents::Entry& event = rays_.events.events[rays_.event++];
        sink.trace_rays(event, rays_.events.lanes_of(event));
    }
}

Request request_of(const RequestBlock& block, const RequestBlock::Entry& entry) {
    Request request{entry.launch, entry.sm, entry.warp, entry.slot, entry.instruction, entry.mask, {}};
    const std::uint64_t* address = block.addresses.data() + entry.first_address;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
        if ((entry.mask >> lane & 1U) != 0) request.address[lane] = *address++;
    return request;
}

} // namespace hitmap
