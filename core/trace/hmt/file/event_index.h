#pragma once

#include "core/jobs/progress.h"
#include "core/trace/hmt/chunks/execution_codec.h"
#include "core/trace/hmt/chunks/hmt_index.h"
#include "core/trace/model/execution.h"
#include "core/trace/model/launch_requests.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap::hmt {

/// The chunks of execution events in a file, or those that have events of a part of it.
class ExecutionIndex {
public:
    /// Adds the next chunk. `info` has its requests and launches. Throws FileError (events that are not in
    /// order, or after the last request).
    void add(const ByteSource& source, const ChunkEntry& entry, const RecordingInfo& info);
    [[nodiscard]] std::uint64_t executions() const { return executions_; }
    [[nodiscard]] std::size_t size() const { return chunks_.size(); }

    /// Replaces `out` by the events of chunk i, with the requests of the file. Throws FileError.
    void read(const ByteSource& source, std::size_t i, const RecordingInfo& info,
              std::vector<BlockExecution>& out) const;

    /// Which events a part of a recording has: those before its requests. Events of a launch directly behind
    /// its last request belong to that request. In a part of launches that run at the same time, all events
    /// of a launch belong to its own requests: the next one or, if there is none, the last one.
    struct Part {
        std::uint64_t first_request = 0; ///< of the file
        std::uint64_t last_request = 0;
        std::size_t first_launch = 0;
        std::size_t last_launch = 0;
        bool is_of_launches = false;          ///< of launches that run at the same time
        std::vector<LaunchRequests> launches; ///< of the whole recording

        [[nodiscard]] bool contains(const BlockExecution& event) const;
    };
    /// The chunks that have events of a part. Reads those that also have others. Throws FileError, Cancelled.
    [[nodiscard]] ExecutionIndex part(const ByteSource& source, const RecordingInfo& info, const Part& part,
                                      const JobContext& job) const;

private:
    struct Chunk {
        const ChunkEntry* entry;
        ExecutionHead head;
    };
    std::vector<Chunk> chunks_;
    std::uint64_t executions_ = 0;
};

} // namespace hitmap::hmt
