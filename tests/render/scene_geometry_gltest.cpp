#include "core/base/error.h"
#include "tests/render/pane.h"

#include <gmock/gmock.h>

namespace hitmap {
namespace {

using test::colour_at;
using test::pixel_of;
using test::tiny_view;

class SceneGeometryTest : public test::Pane {};

TEST_F(SceneGeometryTest, PanesShareEverythingButTheirPictures) {
    const std::uint64_t bytes = geometry_->gpu_bytes();
    SceneRenderer other(geometry_);
    other.set_values(face_kind, test::values({1.0F, 0.0F, 0.0F, 0.0F, 0.0F}));
    const ColourMap& map = colour_map_named("plasma");
    const auto place = pixel_of(-1.5F, -0.5F);
    for (int round = 0; round < 3; ++round) { // each pane gets its own values again
        EXPECT_EQ(colour_at(picture(tiny_view()), place), map.at(0.25F));
        EXPECT_EQ(colour_at(draw_mesh_view(other, tiny_view(), {}, {160, 120}), place), map.at(1.0F));
    }
    EXPECT_EQ(geometry_->gpu_bytes(), bytes);
}

TEST_F(SceneGeometryTest, APaneThatGoesLeavesTheOthers) {
    {
        SceneRenderer other(geometry_);
        (void)draw_mesh_view(other, tiny_view(), {}, {16, 12});
    }
    EXPECT_EQ(colour_at(picture(tiny_view()), pixel_of(-1.5F, -0.5F)), colour_map_named("plasma").at(0.25F));
}

TEST_F(SceneGeometryTest, CountsItsBytes) {
    // 8 vertices, 4 triangles (indices, slot), and one float for each of 5 slots
    constexpr std::uint64_t faces = 8 * 12 + 4 * (12 + 4) + 4 * 5;
    View view = tiny_view();
    view.show(box_kind, false);
    (void)picture(view);
    EXPECT_EQ(geometry_->gpu_bytes(), faces);
    view.show(box_kind);
    (void)picture(view);
    // 3 boxes (corners, order), and one float for each
    EXPECT_EQ(geometry_->gpu_bytes(), faces + 3 * (24 + 4) + 4 * 3);
}

TEST_F(SceneGeometryTest, UploadsInPieces) {
    SceneGeometry geometry(prepare_scene(test::tiny_scene()));
    int calls = 1;
    while (!geometry.upload(1))
        ++calls;
    EXPECT_GT(calls, 1);
    EXPECT_LE(calls, 6);
}

TEST_F(SceneGeometryTest, AnEmptySceneIsAnEmptyPicture) {
    SceneRenderer renderer(std::make_shared<SceneGeometry>(prepare_scene(std::make_shared<RecordedScene>())));
    View view = tiny_view();
    view.show(box_kind);
    view.show_axes = view.show_frustum = true;
    view.show_axes = false;
    const Image image = draw_mesh_view(renderer, view, {}, {40, 30});
    for (const std::uint8_t byte : image.rgba)
        ASSERT_EQ(byte, 255);
}

} // namespace
} // namespace hitmap
