#include "core/trace/hmt/file/event_index.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap::hmt {

namespace {

EventLimits event_limits(const RecordingInfo& info, std::size_t rows) {
    return {static_cast<std::uint32_t>(rows), info.device.sm_count, info.device.warp_slots_per_sm,
            all_lanes(info.device.warp_size)};
}

} // namespace

bool EventPart::contains(std::uint32_t of_launch, RequestIndex request) const {
    if (of_launch < first_launch || of_launch >= last_launch) return false;
    const LaunchRequests& launch = launches[of_launch];
    const std::uint64_t at = request.value;
    if (launch.count == 0) return at >= first_request && at <= last_request;
    std::uint64_t belongs_to = at == launch.end ? at - 1 : at;
    if (is_of_launches) belongs_to = std::clamp(at, launch.first, launch.end - 1);
    return belongs_to >= first_request && belongs_to < last_request;
}

EventHead ExecutionChunks::decode_head(ByteReader& in, std::uint64_t stored_bytes) {
    return decode_execution_head(in, stored_bytes);
}

void ExecutionChunks::check_table(ByteReader& in, const RecordingInfo& info) {
    if (info.basic_blocks.empty()) in.fail("expected basic blocks before execution events, found none");
}

void ExecutionChunks::decode(ByteReader& in, const Head& head, const RecordingInfo& info, Events& out) {
    decode_executions(in, head, event_limits(info, info.basic_blocks.size()), out);
}

RayHead RayChunks::decode_head(ByteReader& in, std::uint64_t stored_bytes) {
    return decode_ray_head(in, stored_bytes);
}

void RayChunks::check_table(ByteReader& in, const RecordingInfo& info) {
    if (info.ray_places.empty()) in.fail("expected places of rays before ray events, found none");
}

void RayChunks::decode(ByteReader& in, const Head& head, const RecordingInfo& info, Events& out) {
    decode_rays(in, head, event_limits(info, info.ray_places.size()), info.ray_places, out);
}

template <class Chunks>
void EventIndex<Chunks>::add(const ByteSource& source, const ChunkEntry& entry, const RecordingInfo& info) {
    const BytesPlace place = entry.place(source.name());
    ByteReader in(entry.head, place);
    const auto head = Chunks::decode_head(in, entry.header.stored_bytes);
    const std::uint64_t first = chunks_.empty() ? 0 : chunks_.back().head.last_request;
    if (head.first_request < first)
        in.fail(fmt::format("expected events from request {} on, found {}", first, head.first_request));
    // The requests of these events are missing at the end of a truncated recording.
    if (info.incomplete && (head.last_request > info.requests || head.launches > info.launches.size()))
        return;
    if (head.last_request > info.requests)
        in.fail(fmt::format("expected events up to request {}, found {}", info.requests, head.last_request));
    if (head.launches > info.launches.size())
        in.fail(fmt::format("expected at most {} launches, found {}", info.launches.size(), head.launches));
    Chunks::check_table(in, info);
    chunks_.push_back({&entry, head});
    counts_ += Chunks::counts_of(head);
}

template <class Chunks>
void EventIndex<Chunks>::read(const ByteSource& source, std::size_t i, const RecordingInfo& info,
                              Events& out) const {
    const Chunk& chunk = chunks_.at(i);
    const BytesPlace place = chunk.entry->place(source.name());
    const ChunkBody body = read_chunk(source, *chunk.entry);
    ByteReader in(body.bytes(), place);
    Chunks::decode(in, chunk.head, info, out);
}

template <class Chunks>
EventIndex<Chunks> EventIndex<Chunks>::part(const ByteSource& source, const RecordingInfo& info,
                                            const EventPart& part, const JobContext& job) const {
    EventIndex result;
    Events events;
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
        const Chunk& chunk = chunks_[i];
        const bool is_outside =
            chunk.head.last_request < part.first_request || chunk.head.first_request > part.last_request;
        if (is_outside && !part.is_of_launches) continue;
        job.check();
        read(source, i, info, events);
        Counts inside{};
        for (const auto& event : Chunks::events_of(events))
            if (part.contains(event.launch, event.request)) Chunks::count(event, inside);
        if (inside == Counts{}) continue;
        result.chunks_.push_back(chunk);
        result.counts_ += inside;
    }
    return result;
}

template class EventIndex<ExecutionChunks>;
template class EventIndex<RayChunks>;

} // namespace hitmap::hmt
