#include "core/analysis/groups/element_groups.h"
#include "core/base/error.h"
#include "core/profile/index/profile_builder.h"
#include "tests/profile/reference_case.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace hitmap {
namespace {

/// Four slots seen from the origin along -z, with a picture height of 100 pixels: a triangle of 50 pixels
/// that faces the camera, the same seen from behind, padding, and one that is partly behind the camera. Two
/// boxes of level 0, one of level 1.
RecordedScene scene_of_groups() {
    RecordedScene scene;
    scene.vertices = {{-1, -1, -10}, {1, -1, -10}, {-1, 1, -10}, {0, 0, 5}};
    scene.face_slots = {{0, 1, 2}, {0, 2, 1}, {0, 0, 0}, {0, 1, 3}};
    scene.face_source = {0, 1, -1, 2};
    scene.boxes.resize(3);
    scene.box_level = {0, 0, 1};
    Camera camera;
    camera.position = {0, 0, 0};
    camera.fov_y_degrees = 90;
    scene.cameras = {camera};
    scene.width = 4;
    scene.height = 100;
    return scene;
}

/// Source faces 0 and 1 are of two parts of instance 4, face 2 is of instance 7.
std::vector<InstanceFaces> two_instances() {
    std::vector<InstanceFaces> parts(3);
    parts[0] = {.instance = 4, .first_face = 0, .faces = 1};
    parts[1] = {.instance = 4, .geometry = 1, .first_face = 1, .faces = 1};
    parts[2] = {.instance = 7, .first_face = 2, .faces = 1};
    return parts;
}

std::string text_of(const std::vector<ElementGroup>& groups) {
    std::string text;
    for (const ElementGroup& group : groups)
        text += fmt::format("{}: {} of {} in {} accesses; ", group.name, group.sums.elements_accessed,
                            group.elements, group.sums.accesses);
    return text;
}

class ElementGroups : public testing::Test {
protected:
    ElementGroups() {
        for (const auto& [kind, element] : std::initializer_list<std::pair<ElementKindId, std::uint32_t>>{
                 {face_kind, 0}, {face_kind, 0}, {face_kind, 1}, {box_kind, 2}, {box_kind, 0}, {box_kind, 2}})
            add(kind, element);
        profile_ = builder_.finish(info_, {});
    }
    void add(ElementKindId kind, std::uint32_t element) {
        RequestBlock block;
        Request request;
        request.mask = 1;
        block.append(request);
        ElementAccess access{};
        access.kind = kind;
        access.element = element;
        AccessOutcome outcome;
        outcome.l1_lookups = 2;
        outcome.l1_hits = hit_unit;
        builder_.add(block, {&access, 1}, std::span<const AccessOutcome>(&outcome, 1));
    }
    [[nodiscard]] std::vector<ElementGroup> groups(std::string_view property) const {
        return group_elements(scene_, *profile_, {0, profile_->positions()}, *property_named(property));
    }

    RecordedScene scene_ = scene_of_groups();
    RecordingInfo info_ = test::info_of({.accesses = 6, .boxes = 3, .faces = 4, .pixels = 400});
    ThreadPool pool_{1};
    ProfileBuilder builder_{info_, pool_};
    std::shared_ptr<const Profile> profile_;
};

TEST_F(ElementGroups, OfFacesAndBoxes) {
    EXPECT_EQ(text_of(groups("face-facing")), "front: 1 of 1 in 2 accesses; back: 1 of 2 in 1 accesses; ");
    EXPECT_EQ(text_of(groups("face-size")),
              "16-64 pixels: 2 of 2 in 3 accesses; not wholly before the camera: 0 of 1 in 0 accesses; ");
    EXPECT_EQ(text_of(groups("face-slant")),
              "0-10 degrees: 2 of 2 in 3 accesses; 80-90 degrees: 0 of 1 in 0 accesses; ");
    EXPECT_EQ(text_of(groups("box-level")), "level 0: 1 of 2 in 1 accesses; level 1: 1 of 1 in 2 accesses; ");
    EXPECT_EQ(groups("box-level")[1].sums.l1, (LevelSums{2 * std::uint64_t{hit_unit}, 4}));
}

TEST_F(ElementGroups, OfInstancesAddUpTheirGeometries) {
    scene_.instance_faces = two_instances();
    EXPECT_EQ(text_of(groups("face-instance")),
              "instance 4: 2 of 2 in 3 accesses; instance 7: 0 of 1 in 0 accesses; ");
    scene_.instance_faces.pop_back();
    EXPECT_EQ(text_of(groups("face-instance")), "instance 4: 2 of 2 in 3 accesses; ") << "face 2 is in none";
}

TEST_F(ElementGroups, OfWhatIsNotKnownAreEmpty) {
    EXPECT_EQ(text_of(groups("face-instance")), "");
    EXPECT_EQ(text_of(groups("pixel-work")), "") << "no lane tags";
    scene_.box_level.clear();
    EXPECT_EQ(text_of(groups("box-level")), "");
    scene_.cameras.clear();
    EXPECT_THROW(static_cast<void>(groups("face-slant")), Error);
}

TEST(ElementGroupsOfAStream, AddUpToTheKind) {
    const test::SyntheticStream stream{.accesses = 30000, .boxes = 90, .faces = 4, .pixels = 64};
    ThreadPool pool(2);
    const auto profile = test::indexed(stream, pool);
    RecordedScene all = scene_of_groups();
    all.box_level.assign(90, 0);
    for (std::size_t box = 0; box < 90; ++box)
        all.box_level[box] = static_cast<std::uint16_t>(box % 7);
    KindSums sum;
    for (const ElementGroup& group :
         group_elements(all, *profile, {0, profile->positions()}, *property_named("box-level"))) {
        sum.accesses += group.sums.accesses;
        sum.elements_accessed += group.sums.elements_accessed;
        sum.l1.hits += group.sums.l1.hits;
        sum.l2.lookups += group.sums.l2.lookups;
    }
    const KindSums whole = profile->totals({0, profile->positions()})[box_kind];
    EXPECT_EQ(sum.accesses, whole.accesses);
    EXPECT_EQ(sum.elements_accessed, whole.elements_accessed);
    EXPECT_EQ(sum.l1.hits, whole.l1.hits);
    EXPECT_EQ(sum.l2.lookups, whole.l2.lookups);
}

} // namespace
} // namespace hitmap
