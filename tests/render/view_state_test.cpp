#include "core/base/error.h"
#include "render/view/view_json.h"
#include "render/view/view_state.h"

#include <gmock/gmock.h>

namespace hitmap {
namespace {

using testing::HasSubstr;

TEST(FrameRange, IsBroughtIntoItsLimits) {
    EXPECT_EQ(clamped({0, 5, 0}), (FrameRange{1, 0, 1}));
    EXPECT_EQ(clamped({16, 15, 4}), (FrameRange{16, 12, 4}));
    EXPECT_EQ(clamped({16, 3, 99}), (FrameRange{16, 0, 16}));
    EXPECT_EQ(clamped({1ULL << 40, 1ULL << 39, 1}), (FrameRange{65'536, 65'535, 1}));
    EXPECT_EQ(with_first_frame({16, 3, 4}, 7), (FrameRange{16, 7, 4}));
    EXPECT_EQ(with_first_frame({16, 3, 4}, 14), (FrameRange{16, 12, 4}));
}

TEST(FrameRange, StaysAtItsMomentInAnotherNumberOfFrames) {
    EXPECT_EQ(with_frame_count({4, 1, 1}, 8), (FrameRange{8, 3, 1}));
    EXPECT_EQ(with_frame_count({1, 0, 1}, 16), (FrameRange{16, 0, 1})) << "who begins, begins at the begin";
    EXPECT_EQ(with_frame_count({8, 0, 2}, 16), (FrameRange{16, 0, 2}));
    EXPECT_EQ(with_frame_count({8, 7, 1}, 2), (FrameRange{2, 1, 1}));
    EXPECT_EQ(with_frame_count({8, 2, 4}, 16), (FrameRange{16, 6, 4}));
    EXPECT_EQ(with_frame_count({8, 0, 4}, 4), (FrameRange{4, 0, 4}));
    EXPECT_EQ(with_frame_count({8, 6, 2}, 1), (FrameRange{1, 0, 1}));
    for (std::uint64_t q = 1; q < 20; ++q) {
        for (std::uint64_t f = 0; f < q; ++f)
            EXPECT_EQ(with_frame_count({q, f, 1}, q), (FrameRange{q, f, 1}));
    }
}

TEST(FrameRange, CoversTheFramesFromFirstToLast) {
    EXPECT_EQ(frame_range_window(100, {8, 2, 1}), frame_window(100, 8, 2));
    EXPECT_EQ(frame_range_window(100, {8, 2, 3}), (TimeWindow{25, 62}));
    EXPECT_EQ(frame_range_window(100, {8, 0, 8}), (TimeWindow{0, 100}));
}

TEST(ViewState, RoundTrip) {
    ViewState state;
    state.metric = "l2-misses"_metric;
    state.frames = {65'536, 65'530, 6};
    state.view.colour_map = "grey";
    state.view.wireframe = true;
    state.view.minimum_accesses = 4'294'967'295U;
    state.view.range_locked = true;
    state.view.range_mode = RangeMode::all_frames;
    EXPECT_EQ(view_state_from_json(view_state_to_json(state), "s.json"), state);
    EXPECT_EQ(view_state_from_json(view_state_to_json({}), "s.json", state), ViewState{});
    EXPECT_THAT(view_state_to_json(state), HasSubstr("\"metric\": \"l2-misses\""));
}

TEST(ViewState, AnImageComesBackAndAMeshAloneHasNoKeysOfIt) {
    ViewState state;
    state.shown = Shown::image;
    state.image = {pixel_quantity_named("dram-bytes"), {12.5F, 0.25F, 0.75F}};
    state.view.range_mode = RangeMode::manual;
    state.view.range_of = RangeSubject{{}, true, pixel_quantity_named("dram-bytes")};
    const std::string json = view_state_to_json(state);
    EXPECT_EQ(view_state_from_json(json, "s.json"), state);
    EXPECT_THAT(json, HasSubstr("\"pixel_metric\": \"dram-bytes\""));
    const std::string mesh = view_state_to_json({});
    for (const char* key : {"shows", "pixel_metric", "image_zoom", "image_centre", "range_pixel_metric"})
        EXPECT_THAT(mesh, testing::Not(HasSubstr(key))) << "earlier versions refuse it";
    for (const auto& [text, key] : {std::pair(R"({"shows": "both"})", "shows"),
                                    std::pair(R"({"pixel_metric": "access-order"})", "pixel_metric"),
                                    std::pair(R"({"image_zoom": 0.5})", "image_zoom"),
                                    std::pair(R"({"image_centre": [0.5, 2]})", "image_centre"),
                                    std::pair(R"({"image_centre": [0.5]})", "image_centre"),
                                    std::pair(R"({"range_pixel_metric": "x"})", "range_pixel_metric")})
        EXPECT_THAT([broken = std::string(text)] { (void)view_state_from_json(broken, "s.json"); },
                    testing::ThrowsMessage<FileError>(testing::AllOf(HasSubstr("s.json"), HasSubstr(key))));
}

TEST(ViewState, AViewAloneIsOneToo) {
    ViewState defaults;
    defaults.metric = "access-count"_metric;
    defaults.frames = {8, 2, 3};
    View view;
    view.show_axes = true;
    const ViewState found = view_state_from_json(view_to_json(view), "v.json", defaults);
    EXPECT_EQ(found.metric, "access-count"_metric);
    EXPECT_EQ(found.frames, (FrameRange{8, 2, 3}));
    EXPECT_EQ(found.view, view);
}

TEST(ViewState, BrokenOnesNameFileAndKey) {
    const struct {
        const char* json;
        const char* message;
    } cases[] = {
        {"{", "s.json: line 1, column 2: expected string literal, found end of input"},
        {R"({"metric": 1e999})", "s.json: expected numbers that a double can hold, found '1e999'"},
        {R"({"metric": "speed"})", "s.json: /metric: unknown metric 'speed'"},
        {R"({"metric": 1})", "s.json: /metric: expected a text, found 1"},
        {R"({"frames": 0})", "s.json: /frames: expected a whole number from 1 to 65536, found 0"},
        {R"({"frames": 2.5})", "s.json: /frames: expected a whole number from 1 to 65536, found 2.5"},
        {R"({"frame": 1})", "s.json: /frame: expected 0 to 0, found 1"},
        {R"({"frame": -1})", "s.json: /frame: expected a whole number from 0 to 65535, found -1"},
        {R"({"frames": 8, "frame": 6, "frame_count": 3})", "s.json: /frame_count: expected 1 to 2, found 3"},
        {R"({"minimum_accesses": 4294967296})",
         "s.json: /minimum_accesses: expected a whole number from 0 to 4294967295, found 4294967296"},
        {R"({"zoom": 2})",
         "s.json: /zoom: unknown key; known: "
         "metric, frames, frame, frame_count, camera, projection, focus_distance, "
         "show_faces, cull_back_faces, wireframe, shading, show_boxes, box_levels, only_subtree, "
         "without_subtree, only_ranges, named_ranges, cut_plane, cut_box, show_axes, show_frustum, "
         "minimum_accesses, "
         "colour_by, colour_map, "
         "range_mode, range_min, range_max, "
         "range_metric, range_pixel_metric, range_of_difference, range_locked, shows, pixel_metric, "
         "image_zoom, image_centre"},
    };
    for (const auto& c : cases) {
        try {
            (void)view_state_from_json(c.json, "s.json");
            ADD_FAILURE() << c.json;
        } catch (const FileError& error) {
            EXPECT_STREQ(error.what(), c.message);
        }
    }
}

TEST(ViewState, ALockedRangeIsWrittenAsWhatItShows) {
    View view;
    view.range_mode = RangeMode::data;
    EXPECT_EQ(with_range_resolved(view, {"l1-misses"_metric}, 0.2F, 0.4F), view);
    view.range_locked = true;
    const View resolved = with_range_resolved(view, {"l1-misses"_metric}, 0.2F, 0.4F);
    EXPECT_FALSE(resolved.range_locked);
    EXPECT_EQ(resolved.range_mode, RangeMode::manual);
    EXPECT_EQ(resolved.range_min, 0.2F);
    EXPECT_EQ(resolved.range_max, 0.4F);
    EXPECT_EQ(resolved.range_of, RangeSubject{"l1-misses"_metric});
}

TEST(ViewState, AManualRangeIsOfItsMetricAlone) {
    View view;
    view.range_mode = RangeMode::manual;
    EXPECT_EQ(range_mode_for(view, {"l1-misses"_metric}), RangeMode::manual) << "of whatever is shown";
    view.range_of = RangeSubject{"l1-hit-rate"_metric, true};
    EXPECT_EQ(range_mode_for(view, {"l1-hit-rate"_metric, true}), RangeMode::manual);
    EXPECT_EQ(range_mode_for(view, {"l1-hit-rate"_metric, false}), View().range_mode);
    EXPECT_EQ(range_mode_for(view, {"l1-misses"_metric, true}), View().range_mode);
    view.range_mode = RangeMode::data;
    EXPECT_EQ(range_mode_for(view, {"l1-misses"_metric, true}), RangeMode::data);
}

} // namespace
} // namespace hitmap
