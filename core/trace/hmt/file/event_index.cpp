#include "core/trace/hmt/file/execution_index.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap::hmt {

void ExecutionIndex::add(const ByteSource& source, const ChunkEntry& entry, const RecordingInfo& info) {
    const BytesPlace place = entry.place(source.name());
    ByteReader in(entry.head, place);
    const ExecutionHead head = decode_execution_head(in, entry.header.stored_bytes);
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
    if (info.basic_blocks.empty()) in.fail("expected basic blocks before execution events, found none");
    chunks_.push_back({&entry, head});
    executions_ += head.executions;
}

void ExecutionIndex::read(const ByteSource& source, std::size_t i, const RecordingInfo& info,
                          std::vector<BlockExecution>& out) const {
    const Chunk& chunk = chunks_.at(i);
    const BytesPlace place = chunk.entry->place(source.name());
    const ChunkBody body = read_chunk(source, *chunk.entry);
    ByteReader in(body.bytes(), place);
    const ExecutionLimits limits{static_cast<std::uint32_t>(info.basic_blocks.size()), info.device.sm_count,
                                 info.device.warp_slots_per_sm, all_lanes(info.device.warp_size)};
    decode_executions(in, chunk.head, limits, out);
}

bool ExecutionIndex::Part::contains(const BlockExecution& event) const {
    if (event.launch < first_launch || event.launch >= last_launch) return false;
    const LaunchRequests& launch = launches[event.launch];
    const std::uint64_t at = event.request.value;
    if (launch.count == 0) return at >= first_request && at <= last_request;
    std::uint64_t request = at == launch.end ? at - 1 : at;
    if (is_of_launches) request = std::clamp(at, launch.first, launch.end - 1);
    return request >= first_request && request < last_request;
}

ExecutionIndex ExecutionIndex::part(const ByteSource& source, const RecordingInfo& info, const Part& part,
                                    const JobContext& job) const {
    ExecutionIndex result;
    std::vector<BlockExecution> events;
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
        const Chunk& chunk = chunks_[i];
        const bool is_outside =
            chunk.head.last_request < part.first_request || chunk.head.first_request > part.last_request;
        if (is_outside && !part.is_of_launches) continue;
        job.check();
        read(source, i, info, events);
        const auto inside = static_cast<std::uint64_t>(
            std::ranges::count_if(events, [&](const auto& event) { return part.contains(event); }));
        if (inside == 0) continue;
        result.chunks_.push_back(chunk);
        result.executions_ += inside;
    }
    return result;
}

} // namespace hitmap::hmt
