#include "core/trace/hmt/file/written_events.h"

#include "core/trace/hmt/events/execution_codec.h"
#include "core/trace/hmt/events/ray_codec.h"

#include <numeric>

namespace hitmap::hmt {

namespace {

/// @param items  of which readers allow a number that depends on the stored bytes
PackedChunk pack_events(ChunkType type, const ByteWriter& head, const Bytes& body, std::uint64_t items,
                        int level) {
    PackedChunk chunk = pack_chunk(type, flag_optional, head.bytes(), body, level);
    if (items > allowed_events(chunk.payload.size()))
        chunk = pack_chunk(type, flag_optional, head.bytes(), body, 0);
    return chunk;
}

template <class Events>
EventHead head_of(const Events& events, std::uint32_t launches) {
    return {static_cast<std::uint32_t>(events.size()), launches, events.front().request.value,
            events.back().request.value};
}

std::uint64_t lanes_of(const RayCounts& counts) {
    return std::accumulate(counts.lanes.begin(), counts.lanes.end(), std::uint64_t{0});
}

} // namespace

std::uint32_t WrittenEvents::launches() const {
    return static_cast<std::uint32_t>(info_.launches.size());
}

std::optional<PackedChunk> WrittenEvents::add(const BlockExecution& event) {
    executions_.push_back(event);
    return executions_.size() == max_chunk_events ? take_executions() : std::nullopt;
}

std::optional<PackedChunk> WrittenEvents::add(const RayEvent& event, const RayLanes& lanes) {
    rays_.append(event, lanes);
    ray_counts_.add(event);
    const bool is_full = rays_.events.size() == max_chunk_ray_events ||
                         lanes_of(ray_counts_) > max_chunk_ray_lanes - warp_size;
    return is_full ? take_rays() : std::nullopt;
}

std::optional<PackedChunk> WrittenEvents::take_executions() {
    if (executions_.empty()) return std::nullopt;
    const EventHead head = head_of(executions_, launches());
    ByteWriter encoded;
    encode_event_head(head, encoded);
    const Bytes body = encode_executions(executions_, head.first_request,
                                         static_cast<std::uint32_t>(info_.basic_blocks.size()));
    executions_.clear();
    return pack_events(executions_chunk, encoded, body, head.events, level_);
}

std::optional<PackedChunk> WrittenEvents::take_rays() {
    if (rays_.events.empty()) return std::nullopt;
    RayHead head{head_of(rays_.events, launches()), {}};
    for (std::size_t kind = 0; kind < head.lanes.size(); ++kind)
        head.lanes[kind] = static_cast<std::uint32_t>(ray_counts_.lanes[kind]);
    ByteWriter encoded;
    encode_ray_head(head, encoded);
    const Bytes body = encode_rays(rays_, head.first_request, info_.ray_places);
    PackedChunk chunk = pack_events(rays_chunk, encoded, body, lanes_of(ray_counts_), level_);
    rays_.clear();
    ray_counts_ = {};
    return chunk;
}

} // namespace hitmap::hmt
