#pragma once

#include "core/profile/sums/chosen_elements.h"
#include "tests/cache/memory_source.h"
#include "tests/cache/random_requests.h"

#include <memory>
#include <utility>
#include <vector>

namespace hitmap::test {

/// Chooses two of three elements of these kinds.
[[nodiscard]] std::shared_ptr<const ChosenElements> some_elements(const std::vector<ElementKindId>& kinds);

/// A recording in memory with lane tags.
class TaggedSource final : public MemorySource {
public:
    TaggedSource(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene,
                 std::vector<LaneTagRun> tags)
        : MemorySource(info, std::move(scene)), tags_(std::move(tags)) {}
    [[nodiscard]] std::vector<LaneTagRun> lane_tags(const JobContext& /*job*/) override { return tags_; }

private:
    std::vector<LaneTagRun> tags_;
};

/// A random recording of three launches with a framebuffer of 8x5 pixels and all its counts. Most lanes have
/// tags, some of them with pixels outside the framebuffer.
struct RandomRecording {
    explicit RandomRecording(unsigned seed);
    [[nodiscard]] TaggedSource source() const;

    RandomRequests random;
    std::vector<LaneTagRun> tags;
};

} // namespace hitmap::test
