#include "core/base/error.h"
#include "render/view/range_choice.h"
#include "render/view/view_json.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace hitmap {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(ViewJson, IsReadableText) {
    View view;
    view.range_max = 0.1F;
    view.focus_distance = 2.5F;
    const std::string text = view_to_json(view);
    EXPECT_THAT(text, HasSubstr("\"projection\": \"perspective\""));
    EXPECT_THAT(text, HasSubstr("\"range_max\": 0.1,"));
    EXPECT_THAT(text, HasSubstr("\"focus_distance\": 2.5,"));
}

TEST(ViewJson, RoundTrip) {
    View view;
    view.camera.position = {1.5F, -2.25F, 1e-7F};
    view.camera.forward = {1.0F, 0.0F, 0.0F};
    view.camera.up = {0.0F, 0.0F, 1.0F};
    view.camera.fov_y_degrees = 33.3F;
    view.projection = Projection::orthographic;
    view.focus_distance = 12.3456789F;
    view.show(face_kind, false);
    view.cull_back_faces = true;
    view.wireframe = true;
    view.minimum_accesses = 17;
    view.range_locked = true;
    view.shading = false;
    view.show(box_kind);
    view.box_levels = {3, 65535};
    view.subtree = SubtreeChoice{4'000'000'000, SubtreeChoice::Drawn::hidden};
    view.cut_plane = CutPlane{{0.1F, -2.0F, 1e-9F}, 0.3F};
    view.cut_box = Aabb{{-1.5F, -2.0F, 0.1F}, {1.0F, 2.5F, 3e30F}};
    view.only_ranges = {parse_element_range("face-slant=30:60.5", ""),
                        parse_element_range("box-level=3:3", "")};
    view.named_ranges = {
        {"steep", {parse_element_range("face-slant=60:90", "")}},
        {"\"b\" ü",
         {parse_element_range("box-l2-hit-rate=0:0.5", ""), parse_element_range("box-area=1:2", "")}}};
    view.show_axes = false;
    view.show_frustum = false;
    view.colour_by = ColourBy::place;
    view.colour_map = "cividis";
    view.range_mode = RangeMode::manual;
    view.range_min = -1e-9F;
    view.range_max = 3.4e38F;
    view.range_of = RangeSubject{"l2-misses"_metric, true};
    EXPECT_EQ(view_from_json(view_to_json(view), "v.json"), view);
    EXPECT_EQ(view_from_json(view_to_json(View{}), "v.json", view), View{});
}

TEST(ViewJson, NamesWhatFacesAreColouredBy) {
    View view;
    view.colour_by = ColourBy::patch;
    EXPECT_THAT(view_to_json(view), HasSubstr("\"colour_by\": \"patch\","));
    EXPECT_THAT(view_to_json(View()), Not(HasSubstr("colour_by"))) << "earlier versions refuse the key";
    EXPECT_THROW((void)view_from_json(R"({"colour_by": "pixel"})", "v.json"), FileError);
}

TEST(ViewJson, NamesOneSubtree) {
    View view;
    view.subtree = SubtreeChoice{7, SubtreeChoice::Drawn::alone};
    EXPECT_THAT(view_to_json(view), HasSubstr("\"only_subtree\": 7,"));
    EXPECT_EQ(view_from_json(view_to_json(view), "v.json"), view);
    EXPECT_THAT(view_to_json(View()), Not(HasSubstr("subtree"))) << "earlier versions refuse the key";
    for (const char* json : {R"({"only_subtree": 1, "without_subtree": 1})", R"({"only_subtree": -1})",
                             R"({"without_subtree": 4294967295})", R"({"only_subtree": "1"})"})
        EXPECT_THROW((void)view_from_json(json, "v.json"), FileError) << json;
}

TEST(ViewJson, RefusesRangesThatAreNone) {
    for (const char* json :
         {R"({"only_ranges": []})", R"({"only_ranges": {"slant": [0, 1]}})",
          R"({"only_ranges": {"face-slant": [1]}})", R"({"only_ranges": {"face-slant": [2, 1]}})",
          R"({"only_ranges": {"face-slant": [0, 1e40]}})", R"({"only_ranges": {"face-slant": 3}})"})
        EXPECT_THROW((void)view_from_json(json, "v.json"), FileError) << json;
    EXPECT_THAT(view_to_json(View()), Not(HasSubstr("only_ranges"))) << "earlier versions refuse the key";
}

TEST(ViewJson, RefusesNamedRangesThatAreNone) {
    const std::string ranges = R"("only_ranges": {"face-slant": [0, 1]})";
    const std::string named = "{\"name\": \"a\", " + ranges + "}";
    std::string many = named;
    for (int i = 0; i < 64; ++i)
        many += ", {\"name\": \"" + std::to_string(i) + "\", " + ranges + "}";
    for (const std::string& list : {std::string("{}"), std::string("[1]"), std::string(R"([{"name": "a"}])"),
                                    "[{" + ranges + "}]", "[" + named + ", " + named + "]", "[" + many + "]",
                                    "[{\"name\": \"" + std::string(101, 'a') + "\", " + ranges + "}]",
                                    std::string(R"([{"name": "a", "only_ranges": {"slant": [0, 1]}}])"),
                                    std::string(R"([{"name": "a", "ranges": {}}])")})
        EXPECT_THROW((void)view_from_json("{\"named_ranges\": " + list + "}", "v.json"), FileError) << list;
    EXPECT_EQ(view_from_json("{\"named_ranges\": [" + named + "]}", "v.json").named_ranges.size(), 1U);
    EXPECT_THAT(view_to_json(View()), Not(HasSubstr("named_ranges"))) << "earlier versions refuse the key";
}

TEST(RangeChoice, OfBoxesShowsTheirLevels) {
    View view;
    choose_range(view, parse_element_range("face-slant=1:2", ""));
    EXPECT_FALSE(view.shows(box_kind));
    choose_range(view, parse_element_range("box-area=1:2", ""));
    EXPECT_TRUE(view.shows(box_kind));
    EXPECT_EQ(view.box_levels, (LevelRange{0, 65535})) << "boxes of any level may have such an area";
    choose_range(view, parse_element_range("box-level=2.5:7", ""));
    EXPECT_EQ(view.box_levels, (LevelRange{3, 7}));
    view.box_levels = {4, 5}; // by hand
    choose_range(view, parse_element_range("face-slant=1:3", ""));
    EXPECT_EQ(view.box_levels, (LevelRange{4, 5}));
    choose_range(view, parse_element_range("box-level=2:2", ""));
    drop_range(view, *element_quantity_named("box-area"));
    EXPECT_EQ(view.box_levels, (LevelRange{2, 2}));
    drop_range(view, *element_quantity_named("box-level"));
    EXPECT_EQ(view.box_levels, LevelRange()) << "all levels together hide the mesh";
    EXPECT_EQ(view.only_ranges, std::vector{parse_element_range("face-slant=1:3", "")});
}

TEST(RangeChoice, NamesAreStoredReplacedAndForgotten) {
    View view;
    EXPECT_NE(name_ranges(view, "steep"), "") << "there are no ranges";
    const auto steep = parse_element_range("face-slant=60:90", "");
    choose_range(view, steep);
    EXPECT_NE(name_ranges(view, ""), "");
    EXPECT_NE(name_ranges(view, std::string(101, 'a')), "");
    EXPECT_TRUE(view.named_ranges.empty());
    EXPECT_EQ(name_ranges(view, "steep"), "");
    choose_range(view, parse_element_range("face-slant=70:90", ""));
    EXPECT_EQ(name_ranges(view, "steeper"), "");
    ASSERT_NE(ranges_named(view, "steep"), nullptr);
    EXPECT_EQ(ranges_named(view, "steep")->ranges, std::vector{steep});
    EXPECT_EQ(name_ranges(view, "steep"), "");
    EXPECT_EQ(ranges_named(view, "steep")->ranges, view.only_ranges);
    EXPECT_EQ(view.named_ranges.size(), 2U);
    forget_ranges(view, "steep");
    EXPECT_EQ(ranges_named(view, "steep"), nullptr);
    EXPECT_EQ(view.named_ranges.size(), 1U);
}

TEST(ViewJson, RefusesCutsWithoutADirectionOrAVolume) {
    for (const char* json :
         {R"({"cut_plane": {"normal": [0, 0, 0]}})", R"({"cut_plane": {"normal": [1, 0]}})",
          R"({"cut_plane": {"normal": [1e40, 0, 0]}})", R"({"cut_plane": {"offset": 1, "distance": 2}})",
          R"({"cut_plane": [1, 0, 0, 0]})", R"({"cut_box": {"lower": [0, 0, 0], "upper": [1, 1, 0]}})",
          R"({"cut_box": {}})"})
        EXPECT_THROW((void)view_from_json(json, "v.json"), FileError) << json;
    EXPECT_EQ(view_from_json(R"({"cut_plane": {}})", "v.json").cut_plane, CutPlane());
}

TEST(ViewCut, HalfSpacesAreThoseOfThePlaneAndTheSidesOfTheBox) {
    View view;
    EXPECT_TRUE(drawn_half_spaces(view).empty());
    view.cut_plane = CutPlane{{0.0F, 0.0F, 2.0F}, 3.0F};
    view.cut_box = Aabb{{-1.0F, -2.0F, -3.0F}, {1.0F, 2.0F, 3.0F}};
    const auto spaces = drawn_half_spaces(view);
    ASSERT_EQ(spaces.size(), most_half_spaces);
    const auto draws = [&spaces](const glm::vec3& point) {
        return std::ranges::all_of(spaces, [&](const glm::vec4& h) {
            return h.x * point.x + h.y * point.y + h.z * point.z + h.w >= 0.0F;
        });
    };
    EXPECT_TRUE(draws({0.9F, 1.9F, 1.4F}));
    EXPECT_FALSE(draws({0.0F, 0.0F, 1.6F})) << "2 z > 3";
    EXPECT_TRUE(draws({-0.9F, -1.9F, -2.9F}));
    for (const glm::vec3& outside : {glm::vec3(1.1F, 0, 0), glm::vec3(-1.1F, 0, 0), glm::vec3(0, 2.1F, 0),
                                     glm::vec3(0, -2.1F, 0), glm::vec3(0, 0, -3.1F)})
        EXPECT_FALSE(draws(outside));
}

TEST(ViewJson, EveryModeOfTheRange) {
    for (const RangeMode mode : {RangeMode::full, RangeMode::data, RangeMode::manual, RangeMode::all_frames,
                                 RangeMode::percentiles}) {
        View view;
        view.range_mode = mode;
        EXPECT_EQ(view_from_json(view_to_json(view), "v.json"), view);
    }
}

TEST(ViewJson, DefaultsShowTheMesh) {
    const View view = view_from_json("{}", "v.json");
    EXPECT_EQ(view.range_mode, RangeMode::percentiles);
    EXPECT_TRUE(view.shading);
    EXPECT_FALSE(view.shows(box_kind));
    EXPECT_FALSE(view.show_axes);
    EXPECT_TRUE(view.show_frustum);
}

TEST(ViewJson, FilesFromBeforeThereWasShadingKeepTheirRange) {
    const View view = view_from_json(R"({"show_boxes": true, "box_levels": [0, 3], "show_axes": false,
        "show_frustum": false, "range_mode": "full"})",
                                     "v.json");
    EXPECT_EQ(view.range_mode, RangeMode::full);
    EXPECT_TRUE(view.shows(box_kind));
    EXPECT_EQ(view.box_levels, (LevelRange{0, 3}));
    EXPECT_FALSE(view.show_axes);
}

TEST(ViewJson, ALockedRangeIsReadUnderItsEarlierName) {
    EXPECT_TRUE(view_from_json(R"({"sticky_range": true})", "v.json").range_locked);
    EXPECT_FALSE(view_from_json(R"({"sticky_range": true, "range_locked": false})", "v.json").range_locked);
    View view;
    view.range_locked = true;
    EXPECT_THAT(view_to_json(view), AllOf(HasSubstr("\"range_locked\": true"), Not(HasSubstr("sticky"))));
    EXPECT_THROW((void)view_from_json(R"({"sticky_range": 1})", "v.json"), FileError);
}

TEST(ViewJson, MissingKeysKeepDefaults) {
    View defaults;
    defaults.show_axes = true;
    defaults.colour_map = "grey";
    const View view = view_from_json(R"({"projection": "orthographic"})", "v.json", defaults);
    EXPECT_TRUE(view.show_axes);
    EXPECT_EQ(view.colour_map, "grey");
    EXPECT_EQ(view.projection, Projection::orthographic);
}

TEST(ViewJson, BrokenOnesNameFileAndKey) {
    const struct {
        const char* json;
        const char* message;
    } cases[] = {
        {"", "v.json: line 1, column 1: expected '[', '{', or a literal, found end of input"},
        {"{\"show_axes\": tru}", "v.json: line 1, column 18: expected a JSON text, found invalid literal "
                                 "(last read: '\"show_axes\": tru}')"},
        {"[1, 2]", "v.json: expected an object, found [1,2]"},
        {R"({"show_axes": 1})", "v.json: /show_axes: expected true or false, found 1"},
        {R"({"projection": "fisheye"})",
         "v.json: /projection: expected \"perspective\" or \"orthographic\", found \"fisheye\""},
        {R"({"projection": 3})", "v.json: /projection: expected a text, found 3"},
        {R"({"range_min": "low"})", "v.json: /range_min: expected a number, found \"low\""},
        {R"({"range_max": 1e300})",
         "v.json: /range_max: expected a number that a float can hold, found 1e+300"},
        {R"({"box_levels": [1]})", "v.json: /box_levels: expected two levels from 0 to 65535, found [1]"},
        {R"({"box_levels": [0, 70000]})",
         "v.json: /box_levels: expected two levels from 0 to 65535, found [0,70000]"},
        {R"({"box_levels": [-1, 2]})",
         "v.json: /box_levels: expected two levels from 0 to 65535, found [-1,2]"},
        {R"({"colour_map": null})", "v.json: /colour_map: expected a text, found null"},
        {R"({"colour_map": "jet"})",
         "v.json: /colour_map: unknown colour map 'jet'; known: plasma, viridis, cividis, grey"},
        {R"({"camera": []})", "v.json: /camera: expected an object, found []"},
        {R"({"camera": {"position": [0, 0]}})", "v.json: /camera/position: expected [x,y,z], found [0,0]"},
        {R"({"cut_plane": {"normal": 1}})", "v.json: /cut_plane/normal: expected three numbers, found 1"},
        {R"({"only_ranges": {"size": [0, 1]}})",
         "v.json: /only_ranges/size: unknown quantity of elements 'size'"},
        {R"({"named_ranges": [{"name": ""}]})",
         "v.json: /named_ranges/0/name: expected a name of 1 to 100 bytes, found 0"},
        {R"({"zoom": 2})",
         "v.json: /zoom: unknown key; known: "
         "camera, projection, focus_distance, show_faces, cull_back_faces, wireframe, "
         "shading, show_boxes, box_levels, only_subtree, without_subtree, only_ranges, named_ranges, "
         "cut_plane, "
         "cut_box, show_axes, show_frustum, minimum_accesses, colour_by, colour_map, "
         "range_mode, range_min, range_max, range_metric, range_pixel_metric, range_of_difference, "
         "range_locked"},
    };
    for (const auto& c : cases) {
        try {
            (void)view_from_json(c.json, "v.json");
            ADD_FAILURE() << c.json;
        } catch (const FileError& error) {
            EXPECT_STREQ(error.what(), c.message);
        }
    }
}

TEST(ViewJson, ABadCameraIsAnErrorOfTheFile) {
    for (const char* camera : {R"({"position": [0, 0], "forward": [0, 0, -1]})", R"({"forward": [0, 0, -1]})",
                               R"({"position": [0, 0, 0], "forward": [0, 0, 0]})",
                               R"({"position": [0, 0, 0], "forward": [0, 1, 0], "up": [0, 2, 0]})"}) {
        try {
            (void)view_from_json(std::string("{\"camera\": ") + camera + "}", "v.json");
            ADD_FAILURE() << camera;
        } catch (const FileError& error) {
            EXPECT_EQ(error.file(), "v.json") << camera;
        }
    }
}

} // namespace
} // namespace hitmap
