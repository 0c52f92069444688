#include "core/base/error.h"
#include "core/profile/index/profile_builder.h"
#include "core/profile/models/worst_elements.h"
#include "tests/profile/synthetic_stream.h"
#include "tests/profile/tags_of_lanes.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>

namespace hitmap {
namespace {

/// Reference of the pixel log: finds the pixel of each access by searching all tags, and stores all accesses.
class PixelReference final : public OutcomeSink {
public:
    PixelReference(const std::vector<LaneTagRun>& tags, std::uint64_t pixels) : tags_(tags), sums(pixels) {}
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override {
        for (std::size_t i = 0; i < accesses.size(); ++i, ++position_) {
            const ElementAccess& access = accesses[i];
            const std::uint64_t request = block.first_request.value + access.entry;
            const LaneTagRun* served = test::tag_at(tags_, block, access);
            if (served == nullptr || served->tag.work_item >= sums.size()) continue;
            const std::uint32_t pixel = served->tag.work_item;
            found[pixel].push_back({position_, request, access.element, access.kind});
            ElementSums& sum = sums[pixel];
            sum.l1_hits += outcomes[i]->l1_hits;
            sum.l2_hits += outcomes[i]->l2_hits;
            sum.accesses += 1;
            sum.l1_lookups += outcomes[i]->l1_lookups;
            sum.l2_lookups += outcomes[i]->l2_lookups;
            sum.last_access = static_cast<std::uint32_t>(position_);
        }
    }

private:
    const std::vector<LaneTagRun>& tags_;
    std::uint64_t position_ = 0;

public:
    std::vector<ElementSums> sums;
    std::map<std::uint32_t, std::vector<PixelAccess>> found;
};

TEST(PixelLog, KnowsWhatAScanKnows) {
    const test::SyntheticStream stream{.accesses = 60000,
                                       .boxes = 20000,
                                       .faces = 30000,
                                       .pixels = 200,
                                       .lanes_on_one_element = 8,
                                       .locality = 0.5};
    const RecordingInfo info = test::info_of(stream);
    const auto tags = test::random_tags(2500, 200);
    PixelReference reference(tags, 200);
    test::generate(stream, reference);
    ThreadPool pool(2);
    ProfileBuilder builder(info, pool, tags);
    test::generate(stream, builder);
    const auto profile = builder.finish(info, {});
    ASSERT_NE(profile->pixel_sums(), nullptr);
    EXPECT_EQ(*profile->pixel_sums(), reference.sums);
    EXPECT_GT(reference.found.size(), 150U);
    for (std::uint32_t pixel = 0; pixel < 203; ++pixel) {
        EXPECT_EQ(profile->pixel_accesses(pixel, {0, stream.accesses}), reference.found[pixel]) << pixel;
        std::vector<PixelAccess> part;
        for (const PixelAccess& access : reference.found[pixel])
            if (access.position >= 20000 && access.position < 45000) part.push_back(access);
        EXPECT_EQ(profile->pixel_accesses(pixel, {20000, 45000}), part) << pixel;
    }
    const auto worst = worst_pixels(*profile, 1, 5);
    ASSERT_EQ(worst.size(), 5U);
    for (const ElementSums& sums : reference.sums)
        EXPECT_LE(sums.l2_lookups - static_cast<double>(sums.l2_hits) / hit_unit, worst.front().misses);
}

TEST(PixelLog, CountsEveryAccessOfALaneInOneRequest) {
    const RecordingInfo info = test::info_of({.boxes = 9, .faces = 9, .pixels = 4});
    const std::vector<LaneTagRun> tags{test::tag_run(0, 0, 7, 1, {.work_item = 3}),
                                       test::tag_run(11, 0, 7, 1, {.work_item = 2}),
                                       test::tag_run(0, 0, 7, 5, {.work_item = 2})};
    RequestBlock block;
    block.first_request = RequestIndex(10);
    RequestBlock::Entry entry{};
    entry.warp = 7;
    block.entries = {entry, entry};
    entry.warp = 8;
    block.entries.push_back(entry);
    const std::vector<ElementAccess> accesses{
        {1, box_kind, 0, 0, 0},  {2, box_kind, 1, 0, 0}, {3, box_kind, 1, 0, 0}, {4, face_kind, 5, 0, 0},
        {5, face_kind, 1, 0, 1}, {6, box_kind, 5, 0, 1}, {7, box_kind, 5, 0, 1}, {8, box_kind, 1, 0, 2}};
    const std::vector<AccessOutcome> outcomes(accesses.size());
    ThreadPool pool(1);
    ProfileBuilder builder(info, pool, tags);
    builder.add(block, accesses, outcomes);
    const auto profile = builder.finish(info, {});
    const auto text = [&](std::uint32_t pixel) {
        std::ostringstream out;
        const auto found = profile->pixel_accesses(pixel, {0, 100}).value();
        for (const PixelAccess& access : found)
            out << element_kinds()[access.kind].name << access.element << "@" << access.position << "/"
                << access.request << ' ';
        return out.str();
    };
    EXPECT_EQ(text(2), "face4@3/10 face5@4/11 box6@5/11 box7@6/11 ");
    EXPECT_EQ(text(3), "box2@1/10 box3@2/10 ");
    EXPECT_EQ(text(0), "");
    EXPECT_EQ((*profile->pixel_sums())[2].accesses, 4U);
}

TEST(PixelLog, IsNotThereWithoutLaneTags) {
    ThreadPool pool(1);
    const RecordingInfo info = test::info_of({.boxes = 9, .faces = 9, .pixels = 4});
    ProfileBuilder builder(info, pool);
    const auto profile = builder.finish(info, {});
    EXPECT_EQ(profile->pixel_sums(), nullptr);
    EXPECT_EQ(profile->pixel_accesses(1, {0, 10}), std::nullopt);
    EXPECT_TRUE(worst_pixels(*profile, 0).empty());
}

} // namespace
} // namespace hitmap
