#include "core/base/error.h"
#include "core/profile/index/profile_builder.h"
#include "core/profile/sums/access_filter.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/profile/sums/restriction.h"
#include "tests/profile/plain_filter.h"
#include "tests/profile/plain_profile.h"
#include "tests/profile/synthetic_stream.h"
#include "tests/profile/tags_of_lanes.h"
#include "tests/profile/window_totals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using test::tag_run;
using testing::HasSubstr;

/// Prints one word per access: "box4/2" (element and L1 look-ups) if it counts, otherwise "-".
class OutcomeText final : public OutcomeSink {
public:
    void add(const RequestView& /*block*/, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override {
        for (std::size_t i = 0; i < accesses.size(); ++i)
            if (const AccessOutcome* const outcome = outcomes[i])
                out << element_kinds()[accesses[i].kind].name << accesses[i].element << "/"
                    << int{outcome->l1_lookups} << ' ';
            else
                out << "- ";
    }
    std::ostringstream out;
};

TEST(RaySelections, AreTheKindsAndTheBouncesOfThoseWithSeveral) {
    std::vector<LaneTagRun> tags;
    const auto text = [&] {
        std::string all;
        for (const RaySelection& rays : ray_selections(tags))
            all += to_string(rays) + " ";
        return all;
    };
    EXPECT_EQ(text(), "");
    tags.push_back(tag_run(0, 0, 7, 1, {.work_item = 3}));
    EXPECT_EQ(text(), "primary ");
    tags.push_back(tag_run(1, 0, 7, 1, {.work_item = 3, .ray_kind = 3, .bounce = 2}));
    tags.push_back(tag_run(2, 0, 7, 1, {.work_item = 3, .ray_kind = 9, .bounce = 1}));
    tags.push_back(tag_run(3, 0, 7, 1, {.work_item = 3, .ray_kind = 3, .bounce = 1}));
    tags.push_back(tag_run(4, 0, 7, 1, {.work_item = 3, .ray_kind = 3, .bounce = 2}));
    EXPECT_EQ(text(), "primary path path:1 path:2 ") << "kinds without a name are left out";
}

TEST(RaySelections, HaveOneNameForReadersAndOneForOptions) {
    const RaySelection second_bounce = parse_ray_selection("path:2", "--ray-kind");
    EXPECT_EQ(to_string(second_bounce), "path:2");
    EXPECT_EQ(title_of(second_bounce), "Diffuse paths, bounce 2");
    EXPECT_EQ(title_of(parse_ray_selection("primary", "--ray-kind")), "Primary rays");
    EXPECT_EQ(title_of(parse_ray_selection("shadow:0", "--ray-kind")), "Shadow rays, bounce 0");
    EXPECT_EQ(title_of(parse_ray_selection("ao", "--ray-kind")), "Ambient occlusion rays");
    EXPECT_EQ(title_of(RaySelection{200, 1}), "Rays of kind 200, bounce 1");
    EXPECT_EQ(title_of(Restriction()), "");
    const Restriction all{
        .rays = second_bounce, .allocation = "faces", .line = "/src/traversal.cu:95", .instruction = 7};
    EXPECT_EQ(title_of(all), "Diffuse paths, bounce 2 and allocation faces and source line "
                             "traversal.cu:95 and instruction 7");
    EXPECT_EQ(counted_title(all), title_of(all) + " alone");
    EXPECT_EQ(counted_title(Restriction()), "everything");
    EXPECT_EQ(to_string(all),
              "rays of kind path:2, allocation faces, line /src/traversal.cu:95, instruction 7");
}

TEST(AccessFilter, CountsTheAccessesOfLanesThatServeSuchRaysAtThatTime) {
    const LaneTag first{.work_item = 3};
    const LaneTag second{.work_item = 3, .ray_kind = 3, .bounce = 1};
    const LaneTag third{.work_item = 3, .ray_kind = 3, .bounce = 2};
    const std::vector<LaneTagRun> tags{tag_run(0, 0, 7, 1, first),  tag_run(11, 0, 7, 1, second),
                                       tag_run(12, 0, 7, 1, third), tag_run(0, 0, 7, 5, second),
                                       tag_run(11, 1, 7, 5, first), tag_run(12, 0, 7, 5, first)};
    RequestBlock block;
    block.first_request = RequestIndex(10);
    RequestBlock::Entry entry{};
    entry.warp = 7;
    block.entries = {entry, entry, entry};
    entry.warp = 8; // a warp without tags
    block.entries.push_back(entry);
    const std::vector<ElementAccess> accesses{
        {0, box_kind, 0, 0, 0},  {1, box_kind, 1, 0, 0},   {2, box_kind, 1, 0, 0},
        {3, face_kind, 5, 0, 0}, {4, box_kind, 1, 0, 1},   {5, box_kind, 5, 0, 1},
        {6, box_kind, 1, 0, 2},  {7, pixel_kind, 5, 0, 2}, {8, box_kind, 1, 0, 3}};
    std::vector<AccessOutcome> outcomes(accesses.size());
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        outcomes[i].l1_lookups = accesses[i].kind == pixel_kind ? 0 : 2;
    const auto text = [&](RaySelection rays) {
        OutcomeText sink;
        AccessFilter filter({}, {.parts = {}, .rays = rays}, tags, sink);
        filter.add(block, accesses, outcomes);
        return sink.out.str();
    };
    EXPECT_EQ(text(test::primary_rays), "- box1/2 box2/2 - - - - pixel7/0 - ");
    EXPECT_EQ(text({3, {}}), "- - - face3/2 box4/2 box5/2 box6/2 - - ");
    EXPECT_EQ(text({3, 1}), "- - - face3/2 box4/2 box5/2 - - - ");
    EXPECT_EQ(text({3, 2}), "- - - - - - box6/2 - - ");
    EXPECT_EQ(text({2, {}}), "- - - - - - - - - ");
}

TEST(AccessFilter, EverySinkLeavesOutWhatAScanLeavesOut) {
    const test::SyntheticStream stream{.accesses = 60000,
                                       .boxes = 500,
                                       .faces = 800,
                                       .pixels = 200,
                                       .lanes_on_one_element = 8,
                                       .locality = 0.5,
                                       .irregular_lookups = true};
    const RecordingInfo info = test::info_of(stream);
    const auto tags = test::random_tags(2500, 200);
    ThreadPool pool(2);
    for (const RaySelection& rays :
         {test::primary_rays, RaySelection{2, {}}, RaySelection{3, 1}, RaySelection{3, 77}}) {
        test::PlainProfile reference(info);
        test::PlainFilter plain_filter(tags, rays, reference);
        test::generate(stream, plain_filter);

        const TimeWindow window{7000, 41000};
        ProfileBuilder builder(info, pool, tags);
        SumsByGroup frames = SumsByGroup::by_frame(stream.accesses, 5);
        WindowTotals totals(window);
        SplitOutcomes split({builder, frames, totals});
        AccessFilter filter(info, {.parts = {}, .rays = rays}, tags, split);
        test::generate(stream, filter);
        const auto profile = builder.finish(info, {});

        EXPECT_EQ(profile->positions(), stream.accesses);
        EXPECT_EQ(totals.totals(), reference.totals(window));
        EXPECT_EQ(profile->frame_totals(9), reference.frame_totals(9, {}));
        EXPECT_EQ(frames.groups()[4][box_kind].l1, reference.totals({48000, 60000})[box_kind].l1);
        WindowSums found;
        WindowSums expected;
        for (const TimeWindow part : {TimeWindow{0, 60000}, window, {5, 6}}) {
            profile->window(part, found);
            reference.window(part, expected, {});
            EXPECT_EQ(found.elements, expected.elements) << to_string(rays) << " " << part.first;
            EXPECT_EQ(found.totals, expected.totals);
        }
        std::uint64_t by_pixel = 0;
        for (std::uint32_t pixel = 0; pixel < 200; ++pixel) {
            const auto accesses = profile->pixel_accesses(pixel, {0, stream.accesses}).value();
            by_pixel += accesses.size();
            for (std::size_t i = 0; i < accesses.size(); i += 10) { // the reference is slow
                const std::uint64_t position = accesses[i].position;
                EXPECT_EQ(reference.totals({position, position + 1})[accesses[i].kind].accesses, 1U);
            }
        }
        std::uint64_t in_sums = 0;
        for (const ElementSums& sums : *profile->pixel_sums())
            in_sums += sums.accesses;
        EXPECT_EQ(by_pixel, in_sums);
        EXPECT_EQ(by_pixel == 0, rays.bounce == std::uint8_t{77});
    }
}

TEST(RaySelection, IsText) {
    for (const char* text : {"primary", "shadow", "ao", "path", "ao:1", "path:0", "path:255"})
        EXPECT_EQ(to_string(parse_ray_selection(text, "--ray-kind")), text);
    EXPECT_EQ(parse_ray_selection("ao:1", ""), (RaySelection{2, 1}));
    struct Row {
        const char* text;
        const char* message;
    };
    const Row rows[] = {
        {"", "--ray-kind: expected primary|shadow|ao|path[:BOUNCE], found ''"},
        {"Path", "--ray-kind: expected primary|shadow|ao|path[:BOUNCE], found 'Path'"},
        {"path:", "--ray-kind path: expected a whole number from 0 to 255, found ''"},
        {"path:256", "--ray-kind path: expected a whole number from 0 to 255, found '256'"},
        {"ao:-1", "--ray-kind ao: expected a whole number from 0 to 255, found '-1'"},
    };
    for (const Row& row : rows)
        try {
            (void)parse_ray_selection(row.text, "--ray-kind");
            ADD_FAILURE() << row.text;
        } catch (const UsageError& error) {
            EXPECT_THAT(error.what(), HasSubstr(row.message)) << row.text;
        }
}

} // namespace
} // namespace hitmap
