#pragma once

#include "core/trace/model/element_access.h"
#include "tests/cache/memory_source.h"
#include "tests/raytracer/recording_in_memory.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace hitmap {

/// Sets the counts of a recording that is complete.
inline void set_counts(RecordingInMemory& recording) {
    const ElementAccessFinder finder(recording.info);
    std::vector<ElementAccess> accesses;
    recording.info.requests = recording.requests.size();
    recording.info.executions = recording.executions.size();
    for (const Request& request : recording.requests) {
        RequestBlock block;
        block.append(request);
        finder.find(block, accesses);
        for (const ElementAccess& access : accesses)
            ++recording.info.element_accesses[access.kind];
        recording.info.lane_accesses += block.addresses.size();
    }
}

/// A recording in memory with its lane tags and execution events, in blocks of 700 requests and 90 events.
class TaggedSource final : public MemorySource {
public:
    explicit TaggedSource(const RecordingInMemory& recording)
        : MemorySource(recording.info, std::make_shared<RecordedScene>(recording.scene)),
          tags_(recording.tags),
          executions_(recording.executions) {
        for (const Request& request : recording.requests)
            add(request, 700);
    }
    [[nodiscard]] std::vector<LaneTagRun> lane_tags(const JobContext& /*job*/) override { return tags_; }
    bool next_executions(std::vector<BlockExecution>& out) override {
        const std::size_t end = std::min(executions_.size(), next_execution_ + 90);
        out.assign(executions_.begin() + static_cast<std::ptrdiff_t>(next_execution_),
                   executions_.begin() + static_cast<std::ptrdiff_t>(end));
        next_execution_ = end;
        return !out.empty();
    }
    void rewind() override {
        MemorySource::rewind();
        next_execution_ = 0;
    }

private:
    std::vector<LaneTagRun> tags_;
    std::vector<BlockExecution> executions_;
    std::size_t next_execution_ = 0;
};

} // namespace hitmap
