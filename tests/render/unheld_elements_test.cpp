#include "render/view/element_values.h"
#include "render/view/unheld_elements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace hitmap {
namespace {

/// Returns a recording with a scene of boxes and faces, and an allocation for each role.
RecordingInfo recording_with(const std::vector<Role>& roles) {
    RecordingInfo info;
    info.scene.present = true;
    info.scene.boxes = 3;
    info.scene.face_slots = 2;
    for (const Role role : roles) {
        Allocation& allocation = info.allocations.emplace_back();
        allocation.role = role;
        allocation.bytes = 96;
        allocation.stride = allocation.element_bytes = 24;
    }
    return info;
}

TEST(UnheldElements, SaysWhatIsInNoAllocation) {
    const std::string boxes = "No box was accessed, because boxes are in no allocation.";
    const std::string faces = "No face was accessed, because faces are in no allocation.";
    const std::string vertices =
        "Look-ups of faces are those of their indices alone, because vertices are in no allocation.";
    using Sentences = std::vector<std::string>;
    EXPECT_EQ(unheld_elements(recording_with({Role::boxes, Role::faces, Role::vertices})), Sentences());
    EXPECT_EQ(unheld_elements(recording_with({Role::faces, Role::vertices, Role::other})), Sentences{boxes});
    EXPECT_EQ(unheld_elements(recording_with({Role::boxes, Role::vertices})), Sentences{faces});
    EXPECT_EQ(unheld_elements(recording_with({Role::boxes, Role::faces})), Sentences{vertices});
    EXPECT_EQ(unheld_elements(recording_with({})), (Sentences{boxes, faces}));
    RecordingInfo with_corners = recording_with({Role::boxes, Role::faces});
    with_corners.allocations.back().stride = with_corners.allocations.back().element_bytes = 48;
    EXPECT_EQ(unheld_elements(with_corners), Sentences()) << "faces hold their corners";
    RecordingInfo empty = recording_with({});
    empty.scene = {};
    EXPECT_EQ(unheld_elements(empty), Sentences()) << "there is no scene";
}

TEST(FitToScene, ElementsWithoutAnAllocationHaveNoValue) {
    RecordedScene scene;
    scene.boxes.resize(3);
    scene.face_slots.resize(1);
    const auto values = [](std::vector<float> list) {
        return std::make_shared<const std::vector<float>>(std::move(list));
    };
    ElementValues boxes{values({}), values({}), {}, {}};
    fit_to_scene(boxes, box_kind, scene, false);
    ASSERT_EQ(boxes.values->size(), 3U);
    EXPECT_TRUE(std::isnan(boxes.values->front()) && std::isnan(boxes.values->back()));
    EXPECT_EQ(boxes.access_counts->size(), 3U);
    EXPECT_FALSE(boxes.extent);
    ElementValues faces{values({0.5F, 0.9F}), nullptr, DataExtent{0.5F, 0.9F}, {}};
    fit_to_scene(faces, face_kind, scene, false);
    EXPECT_EQ(*faces.values, std::vector{0.5F}) << "an allocation may be longer than its elements";
    EXPECT_EQ(faces.access_counts, nullptr);
}

} // namespace
} // namespace hitmap
