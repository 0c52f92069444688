#include "tests/profile/tags_of_lanes.h"

#include <algorithm>
#include <random>
#include <tuple>

namespace hitmap::test {

std::vector<LaneTagRun> random_tags(std::uint64_t requests, std::uint32_t pixels) {
    std::mt19937 engine(3);
    const auto random = [&](std::uint64_t below) { return static_cast<std::uint32_t>(engine() % below); };
    std::vector<LaneTagRun> tags;
    for (int i = 0; i < 800; ++i) {
        LaneTag tag;
        tag.work_item = random(pixels + std::uint64_t{3});
        tag.ray_kind = static_cast<std::uint8_t>(random(4));
        tag.bounce = static_cast<std::uint8_t>(random(3));
        const std::uint32_t request = random(requests);
        const std::uint32_t warp = random(60);
        tags.push_back(tag_run(request, random(2), warp, random(32), tag));
    }
    const auto order = [](const LaneTagRun& run) {
        return std::tuple(run.launch, run.warp, run.lane, run.first_request.value);
    };
    std::stable_sort(tags.begin(), tags.end(),
                     [&](const LaneTagRun& a, const LaneTagRun& b) { return order(a) < order(b); });
    return tags;
}

const LaneTagRun* tag_at(const std::vector<LaneTagRun>& tags, const RequestView& block,
                         const ElementAccess& access) {
    const RequestBlock::Entry& entry = block.entries[access.entry];
    const LaneTagRun* found = nullptr;
    for (const LaneTagRun& run : tags)
        if (run.launch == entry.launch && run.warp == entry.warp && run.lane == access.lane &&
            run.first_request.value <= block.first_request.value + access.entry)
            found = &run;
    return found;
}

} // namespace hitmap::test
