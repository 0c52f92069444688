#pragma once

#include "core/jobs/progress.h"
#include "core/trace/hmt/chunks/hmt_index.h"
#include "core/trace/hmt/events/execution_codec.h"
#include "core/trace/hmt/events/ray_codec.h"
#include "core/trace/model/execution.h"
#include "core/trace/model/launch_requests.h"
#include "core/trace/model/ray_event.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap::hmt {

/// Which events a part of a recording has: those before its requests. Events of a launch directly behind
/// its last request belong to that request. In a part of launches that run at the same time, all events
/// of a launch belong to its own requests: the next one or, if there is none, the last one.
struct EventPart {
    std::uint64_t first_request = 0; ///< of the file
    std::uint64_t last_request = 0;
    std::size_t first_launch = 0;
    std::size_t last_launch = 0;
    bool is_of_launches = false;          ///< of launches that run at the same time
    std::vector<LaunchRequests> launches; ///< of the whole recording

    [[nodiscard]] bool contains(std::uint32_t launch, RequestIndex request) const;
};

/// What differs between execution events and ray events.
struct ExecutionChunks {
    using Head = EventHead;
    using Events = std::vector<BlockExecution>;
    using Counts = std::uint64_t;
    static Head decode_head(ByteReader& in, std::uint64_t stored_bytes);
    static void check_table(ByteReader& in, const RecordingInfo& info);
    static void decode(ByteReader& in, const Head& head, const RecordingInfo& info, Events& out);
    static Counts counts_of(const Head& head) { return head.events; }
    static void count(const BlockExecution& /*event*/, Counts& counts) { ++counts; }
    static std::vector<BlockExecution>& events_of(Events& events) { return events; }
};
struct RayChunks {
    using Head = RayHead;
    using Events = RayEvents;
    using Counts = RayCounts;
    static Head decode_head(ByteReader& in, std::uint64_t stored_bytes);
    static void check_table(ByteReader& in, const RecordingInfo& info);
    static void decode(ByteReader& in, const Head& head, const RecordingInfo& info, Events& out);
    static Counts counts_of(const Head& head) { return head.counts(); }
    static void count(const RayEvent& event, Counts& counts) { counts.add(event); }
    static std::vector<RayEvents::Entry>& events_of(Events& events) { return events.events; }
};

/// The chunks of events in a file, or those that have events of a part of it.
template <class Chunks>
class EventIndex {
public:
    using Events = typename Chunks::Events;
    using Counts = typename Chunks::Counts;

    /// Adds the next chunk. `info` has its requests and launches. Throws FileError (events that are not in
    /// order, or after the last request).
    void add(const ByteSource& source, const ChunkEntry& entry, const RecordingInfo& info);
    [[nodiscard]] const Counts& counts() const { return counts_; }
    [[nodiscard]] std::size_t size() const { return chunks_.size(); }

    /// Replaces `out` by the events of chunk i, with the requests of the file. Throws FileError.
    void read(const ByteSource& source, std::size_t i, const RecordingInfo& info, Events& out) const;

    /// The chunks that have events of a part. Reads those that also have others. Throws FileError, Cancelled.
    [[nodiscard]] EventIndex part(const ByteSource& source, const RecordingInfo& info, const EventPart& part,
                                  const JobContext& job) const;

private:
    struct Chunk {
        const ChunkEntry* entry;
        typename Chunks::Head head;
    };
    std::vector<Chunk> chunks_;
    Counts counts_{};
};

extern template class EventIndex<ExecutionChunks>;
extern template class EventIndex<RayChunks>;
using ExecutionIndex = EventIndex<ExecutionChunks>;
using RayIndex = EventIndex<RayChunks>;

} // namespace hitmap::hmt
