#include "core/base/error.h"
#include "tests/render/golden_image.h"
#include "tests/render/pane.h"

#include <epoxy/gl.h>
#include <gmock/gmock.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace hitmap {
namespace {

using test::colour_at;
using test::equals_golden;
using test::pixel_of;
using test::tiny_view;

class SceneRendererTest : public test::Pane {};

// Golden images: one for each kind of state of the view.

TEST_F(SceneRendererTest, FacesWithoutAnAccessAreHatchedGrey) {
    renderer_.set_values(face_kind, nullptr);
    EXPECT_TRUE(equals_golden(picture(tiny_view())));
}

TEST_F(SceneRendererTest, AccessedFacesAreFlat) {
    EXPECT_TRUE(equals_golden(picture(tiny_view())));
}

TEST_F(SceneRendererTest, ShadedFacesTurnDarkerFromTheSide) {
    View view = tiny_view();
    view.camera.position = {-8.0F, 0.0F, 2.5F};
    view.camera.forward = {1.0F, 0.0F, -0.3F};
    view.camera = normalised(view.camera);
    view.shading = true;
    EXPECT_TRUE(equals_golden(picture(view)));
}

TEST_F(SceneRendererTest, ShadingKeepsTheHueAndTakesABoundedPart) {
    View view = tiny_view();
    view.camera.position = {-8.0F, 0.0F, 2.5F};
    view.camera.forward = {1.0F, 0.0F, -0.3F};
    view.camera = normalised(view.camera);
    const Image flat = picture(view);
    view.shading = true;
    const Image shaded = picture(view);
    const ColourMap& map = colour_map_named(view.colour_map);
    int darker = 0;
    for (int y = 0; y < flat.size.height; ++y) {
        for (int x = 0; x < flat.size.width; ++x) {
            const Rgb before = colour_at(flat, {x, y});
            if (!(before == map.at(0.25F)) && !(before == map.at(0.75F))) continue;
            const Rgb after = colour_at(shaded, {x, y});
            const float share = static_cast<float>(after.r) / static_cast<float>(before.r);
            EXPECT_GE(share, 1.0F - shading_strength - 0.01F);
            EXPECT_LE(share, 1.0F);
            EXPECT_NEAR(after.g, share * static_cast<float>(before.g), 2.0F);
            EXPECT_NEAR(after.b, share * static_cast<float>(before.b), 2.0F);
            darker += share < 0.95F ? 1 : 0;
        }
    }
    EXPECT_GT(darker, 100);
}

TEST_F(SceneRendererTest, GreyFacesTurnDarkerFromTheSide) {
    View view = tiny_view();
    view.camera.position = {-8.0F, 0.0F, 2.5F};
    view.camera.forward = {1.0F, 0.0F, -0.3F};
    view.camera = normalised(view.camera);
    renderer_.set_values(face_kind, nullptr);
    EXPECT_TRUE(equals_golden(picture(view)));
}

TEST_F(SceneRendererTest, BoxesAreEdgesWithHalos) {
    show_boxes();
    View view = tiny_view();
    view.show(box_kind);
    EXPECT_TRUE(equals_golden(picture(view)));
}

TEST_F(SceneRendererTest, OnlyAccessedBoxesOfTheLevelsAreDrawn) {
    renderer_.set_values(box_kind, test::values({0.2F, std::nanf(""), 0.9F}));
    View view = tiny_view();
    view.show(box_kind);
    view.box_levels = {0, 0};
    EXPECT_TRUE(equals_golden(picture(view)));
}

TEST_F(SceneRendererTest, BoxesWithoutFacesOnDark) {
    show_boxes();
    View view = tiny_view();
    view.show(box_kind);
    view.show(face_kind, false);
    PictureStyle style;
    style.background = {0x1e, 0x1e, 0x1e};
    EXPECT_TRUE(equals_golden(picture(view, style)));
}

TEST_F(SceneRendererTest, AxesAndGrid) {
    View view = tiny_view();
    view.camera.position = {2.0F, 3.0F, 6.0F};
    view.camera.forward = {-0.3F, -0.5F, -1.0F};
    view.camera = normalised(view.camera);
    view.show_axes = true;
    EXPECT_TRUE(equals_golden(picture(view)));
}

TEST_F(SceneRendererTest, FrustumOfTheRecordedCamera) {
    View view = tiny_view();
    view.camera.position = {3.0F, 3.0F, 7.0F};
    view.camera.forward = {-0.5F, -0.4F, -1.0F};
    view.camera = normalised(view.camera);
    view.show_frustum = true;
    EXPECT_TRUE(equals_golden(picture(view)));
}

TEST_F(SceneRendererTest, Orthographic) {
    show_boxes();
    View view = tiny_view();
    view.projection = Projection::orthographic;
    view.show(box_kind);
    EXPECT_TRUE(equals_golden(picture(view)));
}

TEST_F(SceneRendererTest, CameraInsideABox) {
    show_boxes();
    View view = tiny_view();
    view.show(face_kind, false);
    view.camera.position = {-2.0F, 0.0F, 0.4F};
    view.show(box_kind);
    EXPECT_TRUE(equals_golden(picture(view)));
}

TEST_F(SceneRendererTest, MapViridis) {
    View view = tiny_view();
    view.colour_map = "viridis";
    EXPECT_TRUE(equals_golden(picture(view)));
}

TEST_F(SceneRendererTest, MapCividis) {
    View view = tiny_view();
    view.colour_map = "cividis";
    EXPECT_TRUE(equals_golden(picture(view)));
}

TEST_F(SceneRendererTest, MapGrey) {
    View view = tiny_view();
    view.colour_map = "grey";
    EXPECT_TRUE(equals_golden(picture(view)));
}

// Properties that pictures must have regardless of golden images.

TEST_F(SceneRendererTest, ColoursAreExactlyThoseOfTheMap) {
    const Image image = picture(tiny_view());
    const ColourMap& map = colour_map_named("plasma");
    EXPECT_EQ(colour_at(image, pixel_of(-1.5F, -0.5F)), map.at(0.25F));
    EXPECT_EQ(colour_at(image, pixel_of(-2.5F, 0.5F)), map.at(0.75F));
    EXPECT_EQ(colour_at(image, pixel_of(1.5F, 0.5F)), map.at(1.0F));
    EXPECT_EQ(colour_at(image, pixel_of(0.0F, 0.0F)), (Rgb{255, 255, 255}));
    const Rgb grey = colour_at(image, pixel_of(2.5F, -0.5F));
    EXPECT_GE(grey.r, 0xa8);
    EXPECT_LE(grey.r, 0xc4);
    EXPECT_EQ(grey.r, grey.g);
}

TEST_F(SceneRendererTest, EveryEntryOfTheMapIsReached) {
    const ColourMap& map = colour_map_named("plasma");
    for (int i = 0; i < 256; i += 15) {
        const float value = (static_cast<float>(i) + 0.5F) / 256.0F;
        renderer_.set_values(face_kind, test::values({value, value, value, value, value}));
        EXPECT_EQ(colour_at(picture(tiny_view()), pixel_of(-2.5F, 0.5F)),
                  map.colours[static_cast<std::size_t>(i)])
            << i;
    }
}

TEST_F(SceneRendererTest, ValuesBeyondTheRangeAreClamped) {
    renderer_.set_values(face_kind, test::values({-5.0F, 9.0F, 0.0F, -INFINITY, INFINITY}));
    const Image image = draw_mesh_view(renderer_, tiny_view(), {2.0F, 4.0F}, {160, 120});
    const ColourMap& map = colour_map_named("plasma");
    EXPECT_EQ(colour_at(image, pixel_of(-1.5F, -0.5F)), map.colours.front());
    EXPECT_EQ(colour_at(image, pixel_of(-2.5F, 0.5F)), map.colours.back());
    EXPECT_EQ(colour_at(image, pixel_of(2.5F, -0.5F)), map.colours.front());
    EXPECT_EQ(colour_at(image, pixel_of(1.5F, 0.5F)), map.colours.back());
}

TEST_F(SceneRendererTest, ColoursDoNotDependOnTheLight) {
    View view = tiny_view();
    view.camera.position = {-2.5F, 0.5F, 0.3F};
    view.camera.forward = {0.1F, 0.2F, -1.0F};
    view.camera = normalised(view.camera);
    EXPECT_EQ(colour_at(picture(view), {40, 80}), colour_map_named("plasma").at(0.75F));
}

TEST_F(SceneRendererTest, BackFacesAreShownUnlessCulled) {
    View view = tiny_view();
    view.camera.position.z = -6.0F;
    view.camera.forward.z = 1.0F; // mirrors x
    EXPECT_EQ(colour_at(picture(view), pixel_of(2.5F, 0.5F)), colour_map_named("plasma").at(0.75F));
    view.cull_back_faces = true;
    EXPECT_EQ(colour_at(picture(view), pixel_of(2.5F, 0.5F)), (Rgb{255, 255, 255}));
    view = tiny_view();
    view.cull_back_faces = true;
    EXPECT_EQ(colour_at(picture(view), pixel_of(-2.5F, 0.5F)), colour_map_named("plasma").at(0.75F));
}

TEST_F(SceneRendererTest, ANewFrameChangesColoursWithoutDrawingTriangles) {
    const DrawTarget target = whole();
    const DrawState first = renderer_.draw(tiny_view(), {}, target, {3, true});
    EXPECT_EQ(first.triangles_drawn, 3U);
    EXPECT_FALSE(first.complete());
    const DrawState second = renderer_.draw(tiny_view(), {}, target, {3, true});
    EXPECT_TRUE(second.complete());
    renderer_.set_values(face_kind, test::values({0.5F, 0.5F, 0.5F, 0.5F, 0.5F}));
    // With a budget of no triangles.
    const DrawState third = renderer_.draw(tiny_view(), {}, target, {0, true});
    EXPECT_TRUE(third.complete());
    EXPECT_EQ(colour_at(picture(tiny_view()), pixel_of(2.5F, -0.5F)), colour_map_named("plasma").at(0.5F));
}

TEST_F(SceneRendererTest, AnotherCameraStartsAgain) {
    const DrawTarget target = whole();
    (void)renderer_.draw(tiny_view(), {}, target);
    View moved = tiny_view();
    moved.camera.position.x = 0.5F;
    EXPECT_EQ(renderer_.draw(moved, {}, target, {1, true}).triangles_drawn, 1U);
    EXPECT_FALSE(face_at(pixel_of(1.0F, 0.5F).x, pixel_of(1.0F, 0.5F).y)); // that face is not there yet
}

TEST_F(SceneRendererTest, PicksFaceAndPosition) {
    (void)picture(tiny_view());
    const auto place = pixel_of(1.5F, 0.5F);
    const std::optional<ElementPick> found = face_at(place.x, place.y);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->element.element, 4U); // memory slot: padding is counted
    EXPECT_NEAR(found->position.x, 1.5F, 0.03F);
    EXPECT_NEAR(found->position.y, 0.5F, 0.03F);
    EXPECT_NEAR(found->position.z, 0.0F, 1e-3F);
    EXPECT_FALSE(face_at(80, 60));
    EXPECT_FALSE(face_at(-1, 5));
    EXPECT_FALSE(face_at(160, 5));
}

TEST_F(SceneRendererTest, PicksInEachTile) {
    for (const int x : {0, 80}) {
        DrawTarget target = whole();
        target.x = x;
        target.y = 60;
        target.tile = {80, 60};
        (void)renderer_.draw(tiny_view(), {}, target);
        const auto place = pixel_of(x == 0 ? -2.5F : 1.5F, 0.5F);
        const std::optional<ElementPick> found = face_at(place.x - x, place.y);
        ASSERT_TRUE(found) << x;
        EXPECT_EQ(found->element.element, x == 0 ? 1U : 4U);
        EXPECT_NEAR(found->position.x, x == 0 ? -2.5F : 1.5F, 0.03F);
        EXPECT_NEAR(found->position.y, 0.5F, 0.03F);
    }
}

TEST_F(SceneRendererTest, APartIsWhatASceneWithoutTheOthersWouldShow) {
    View view = tiny_view();
    view.show(box_kind);
    show_boxes();
    const Image all = picture(view);
    // The left square with its boxes; the part is set before and after the values.
    const auto left = std::make_shared<const ScenePart>(ScenePart{
        {std::vector<bool>{true, false, true}, std::vector<bool>{true, true, false, false, false}}});
    renderer_.set_part(left);
    show_boxes();
    const Image part = picture(view);
    for (int y = 0; y < 120; ++y)
        for (int x = 0; x < 160; ++x)
            EXPECT_EQ(colour_at(part, {x, y}), x < 80 ? colour_at(all, {x, y}) : (Rgb{255, 255, 255}))
                << x << ' ' << y;
    (void)renderer_.draw(view, {}, whole());
    const auto in = [this](float x, float y) { return face_at(pixel_of(x, y).x, pixel_of(x, y).y); };
    EXPECT_TRUE(in(-1.2F, 0.9F));
    EXPECT_FALSE(in(1.2F, 0.9F));
    EXPECT_FALSE(box_at(pixel_of(1.0F, 0.0F).x, 60)) << "an edge of the right box";
    renderer_.set_part(nullptr);
    EXPECT_EQ(picture(view).rgba, all.rgba);
    EXPECT_THROW(renderer_.set_part(std::make_shared<const ScenePart>()), std::invalid_argument);
}

TEST_F(SceneRendererTest, APartIsUploadedInPieces) {
    renderer_.set_part(std::make_shared<const ScenePart>(ScenePart{
        {std::vector<bool>{true, false, true}, std::vector<bool>{true, true, false, false, false}}}));
    DrawEffort effort;
    effort.upload_bytes = 1;
    DrawState state = renderer_.draw(tiny_view(), {}, whole(), effort);
    EXPECT_FALSE(state.uploaded);
    for (int i = 0; i < 40 && !(state.uploaded && state.complete()); ++i)
        state = renderer_.draw(tiny_view(), {}, whole(), effort);
    EXPECT_TRUE(state.uploaded && state.complete());
    const auto left = pixel_of(-1.2F, 0.9F);
    EXPECT_TRUE(face_at(left.x, left.y));
}

TEST_F(SceneRendererTest, KeepsThePictureUntilOneOfAnotherSizeIsComplete) {
    const auto coloured = [this](FrameSize size) {
        std::vector<std::uint8_t> rgba(static_cast<std::size_t>(4 * size.width * size.height));
        glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.name());
        glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
        glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
        double pixels = 0.0;
        for (std::size_t i = 0; i < rgba.size(); i += 4)
            if (rgba[i] != 255 || rgba[i + 1] != 255 || rgba[i + 2] != 255) pixels += 1.0;
        return pixels;
    };
    DrawTarget lower = whole();
    lower.picture = lower.tile = {160, 100};
    DrawEffort effort;
    effort.keeps_picture = true;
    ASSERT_TRUE(renderer_.draw(tiny_view(), {0.0F, 1.0F}, whole(), effort).complete());
    effort.triangles = 1;
    DrawState state = renderer_.draw(tiny_view(), {0.0F, 1.0F}, lower, effort);
    EXPECT_TRUE(state.is_older);
    EXPECT_FALSE(state.complete());
    const double kept = coloured(lower.tile);
    for (int i = 0; i < 10 && !state.complete(); ++i)
        state = renderer_.draw(tiny_view(), {0.0F, 1.0F}, lower, effort);
    EXPECT_FALSE(state.is_older);
    EXPECT_NEAR(kept / coloured(lower.tile), 1.0, 0.2) << "as large as in the new picture";
    View other = tiny_view();
    other.camera.position.x += 0.1F;
    EXPECT_FALSE(renderer_.draw(other, {0.0F, 1.0F}, whole(), effort).is_older) << "another camera";
    effort.triangles = ~std::uint64_t{0};
    ASSERT_TRUE(renderer_.draw(other, {0.0F, 1.0F}, whole(), effort).complete());
    effort.triangles = 1;
    effort.keeps_picture = false;
    EXPECT_FALSE(renderer_.draw(other, {0.0F, 1.0F}, lower, effort).is_older) << "the camera moves";
}

TEST_F(SceneRendererTest, FacesAreDrawnWhileBoxesAreUploaded) {
    show_boxes();
    View view = tiny_view();
    ASSERT_TRUE(renderer_.draw(view, {}, whole()).complete());
    view.show(box_kind);
    view.camera.position.x += 0.05F;
    DrawEffort effort;
    effort.upload_bytes = 1;
    DrawState state = renderer_.draw(view, {}, whole(), effort);
    EXPECT_FALSE(state.uploaded);
    EXPECT_TRUE(state.faces_uploaded);
    EXPECT_EQ(state.triangles_drawn, state.triangles_total);
    const auto left = pixel_of(-1.2F, 0.9F);
    EXPECT_TRUE(face_at(left.x, left.y));
    for (int i = 0; i < 40 && !state.complete(); ++i)
        state = renderer_.draw(view, {}, whole(), effort);
    EXPECT_TRUE(state.complete());
    const Image in_pieces = picture(view);
    view.show(box_kind, false);
    EXPECT_NE(in_pieces.rgba, picture(view).rgba) << "boxes are there";
}

TEST_F(SceneRendererTest, APlaneAndABoxCutFacesAndBoxes) {
    View view = tiny_view();
    view.show(box_kind);
    show_boxes();
    const Image all = picture(view);
    view.cut_plane = CutPlane{{2.0F, 0.0F, 0.0F}, 0.0F}; // x <= 0: nothing of the left square is cut
    const Image left = picture(view);
    for (int y = 0; y < 120; ++y)
        for (int x = 0; x < 160; ++x)
            EXPECT_EQ(colour_at(left, {x, y}), x < 80 ? colour_at(all, {x, y}) : (Rgb{255, 255, 255}))
                << x << ' ' << y;
    (void)renderer_.draw(view, {}, whole());
    EXPECT_FALSE(box_at(pixel_of(1.0F, 0.0F).x, 60)) << "an edge of the right box";
    view = tiny_view();
    view.cut_box = Aabb{{-2.6F, -0.5F, -2.0F}, {2.4F, 0.6F, 2.0F}};
    const Image middle = picture(view);
    const Image uncut = picture(tiny_view());
    const auto same = [&](float x, float y) {
        return colour_at(middle, pixel_of(x, y)) == colour_at(uncut, pixel_of(x, y));
    };
    EXPECT_TRUE(same(-2.4F, 0.5F) && same(-1.2F, -0.4F) && same(2.2F, -0.4F));
    for (const auto& [x, y] :
         {std::pair(-2.8F, 0.0F), std::pair(-2.0F, 0.8F), std::pair(2.0F, -0.7F), std::pair(2.7F, 0.0F)})
        EXPECT_EQ(colour_at(middle, pixel_of(x, y)), (Rgb{255, 255, 255})) << x << ' ' << y;
    (void)renderer_.draw(view, {}, whole());
    EXPECT_TRUE(face_at(pixel_of(2.2F, -0.4F).x, pixel_of(2.2F, -0.4F).y));
    EXPECT_FALSE(face_at(pixel_of(2.7F, 0.0F).x, pixel_of(2.7F, 0.0F).y));
    EXPECT_EQ(picture(tiny_view()).rgba, uncut.rgba) << "no state is left";
}

TEST_F(SceneRendererTest, RefusesValuesOfAnotherLengthOrKind) {
    EXPECT_THROW(renderer_.set_values(face_kind, test::values({1.0F})), std::invalid_argument);
    EXPECT_THROW(renderer_.set_values(box_kind, test::values({1.0F})), std::invalid_argument);
    EXPECT_THROW(renderer_.set_values(pixel_kind, nullptr), std::invalid_argument);
}

TEST_F(SceneRendererTest, RefusesUnknownMaps) {
    View view = tiny_view();
    view.colour_map = "jet";
    EXPECT_THROW((void)picture(view), UsageError);
}

TEST_F(SceneRendererTest, BoxesCanBeFewerAndThinner) {
    show_boxes();
    View view = tiny_view();
    view.show(box_kind);
    view.show(face_kind, false);
    const DrawTarget target = whole();
    const auto drawn_pixels = [&](const DrawEffort& effort) {
        (void)renderer_.draw(view, {}, target, effort);
        Image image({160, 120});
        glReadPixels(0, 0, 160, 120, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
        int count = 0;
        for (std::size_t at = 0; at < image.rgba.size(); at += 4)
            count += image.rgba[at + 1] < 0xf0 ? 1 : 0;
        return count;
    };
    const int all = drawn_pixels({0, true});
    const int without_halo = drawn_pixels({0, false});
    const int one = drawn_pixels({0, false, 1});
    const int none = drawn_pixels({0, false, 0});
    EXPECT_GT(all, without_halo);
    EXPECT_GT(without_halo, one);
    EXPECT_GT(one, 100);
    EXPECT_EQ(none, 0);
}

/// Qt's painter and others share the context: drawing must not rely on their state, and must not leave its
/// own state.
TEST_F(SceneRendererTest, KeepsToItsOwnState) {
    const Image expected = picture(tiny_view());
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 10, 10);
    glEnable(GL_BLEND);
    glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
    glDepthMask(GL_FALSE);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    View moved = tiny_view();
    moved.camera.position.x = 1.0F;
    (void)picture(moved);
    EXPECT_EQ(picture(tiny_view()), expected);
    GLint value = 0;
    glGetIntegerv(GL_DEPTH_FUNC, &value);
    EXPECT_EQ(value, GL_LESS);
    glGetIntegerv(GL_CLIP_DEPTH_MODE, &value);
    EXPECT_EQ(value, GL_NEGATIVE_ONE_TO_ONE);
    glGetIntegerv(GL_CURRENT_PROGRAM, &value);
    EXPECT_EQ(value, 0);
    EXPECT_EQ(glIsEnabled(GL_DEPTH_TEST), GL_FALSE);
}

} // namespace
} // namespace hitmap
