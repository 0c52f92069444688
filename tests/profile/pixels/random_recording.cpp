#include "tests/profile/pixels/random_recording.h"

#include "core/trace/model/element_access.h"

#include <algorithm>
#include <cstdint>
#include <tuple>

namespace hitmap::test {

namespace {

std::vector<LaneTagRun> many_tags(RandomRequests& random) {
    std::vector<LaneTagRun> tags;
    for (int i = 0; i < 3000; ++i) {
        LaneTagRun run;
        run.first_request = RequestIndex(random.pick(4) == 0 ? random.pick(600) : 0);
        run.launch = random.pick(3);
        run.warp = random.pick(9);
        run.lane = static_cast<std::uint8_t>(random.pick(32));
        run.tag.work_item = random.pick(43);
        run.tag.ray_kind = static_cast<std::uint8_t>(random.pick(2));
        run.tag.bounce = static_cast<std::uint8_t>(random.pick(2));
        tags.push_back(run);
    }
    std::stable_sort(tags.begin(), tags.end(), [](const LaneTagRun& a, const LaneTagRun& b) {
        return std::tuple(a.launch, a.warp, a.lane, a.first_request.value) <
               std::tuple(b.launch, b.warp, b.lane, b.first_request.value);
    });
    return tags;
}

} // namespace

std::shared_ptr<const ChosenElements> some_elements(const std::vector<ElementKindId>& kinds) {
    auto choice = std::make_shared<ChosenElements>();
    choice->kinds.resize(element_kinds().size());
    for (const ElementKindId kind : kinds) {
        auto& chosen = choice->kinds[kind].emplace(1000); // more than there are
        for (std::size_t i = 0; i < chosen.size(); ++i)
            chosen[i] = i % 3 != 0;
    }
    return choice;
}

RandomRecording::RandomRecording(unsigned seed) : random(seed) {
    RecordingInfo& info = random.info;
    info.scene.width = 8;
    info.scene.height = 5;
    info.requests = random.requests.size();
    const ElementAccessFinder finder(info);
    for (const Request& request : random.requests) {
        RequestBlock block;
        block.append(request);
        std::vector<ElementAccess> accesses;
        finder.find(block, accesses);
        for (const ElementAccess& access : accesses)
            ++info.element_accesses.at(access.kind);
    }
    tags = many_tags(random);
}

TaggedSource RandomRecording::source() const {
    TaggedSource source(random.info, random.scene, tags);
    for (const Request& request : random.requests)
        source.add(request, 70);
    return source;
}

} // namespace hitmap::test
