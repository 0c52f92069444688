#pragma once

#include "core/trace/model/element_access.h"
#include "tests/cache/memory_source.h"
#include "tests/raytracer/recording_in_memory.h"

#include <memory>
#include <vector>

namespace hitmap {

/// Sets the counts of a recording that is complete.
inline void set_counts(RecordingInMemory& recording) {
    const ElementAccessFinder finder(recording.info);
    std::vector<ElementAccess> accesses;
    recording.info.requests = recording.requests.size();
    for (const Request& request : recording.requests) {
        RequestBlock block;
        block.append(request);
        finder.find(block, accesses);
        for (const ElementAccess& access : accesses)
            ++recording.info.element_accesses[access.kind];
        recording.info.lane_accesses += block.addresses.size();
    }
}

/// A recording in memory with its lane tags, in blocks of 700 requests.
class TaggedSource final : public MemorySource {
public:
    explicit TaggedSource(const RecordingInMemory& recording)
        : MemorySource(recording.info, std::make_shared<RecordedScene>(recording.scene)),
          tags_(recording.tags) {
        for (const Request& request : recording.requests)
            add(request, 700);
    }
    [[nodiscard]] std::vector<LaneTagRun> lane_tags(const JobContext& /*job*/) override { return tags_; }

private:
    std::vector<LaneTagRun> tags_;
};

} // namespace hitmap
