#include "tests/render/pane.h"

#include <gmock/gmock.h>

namespace hitmap {
namespace {

using test::colour_at;
using test::pixel_of;
using test::tiny_view;

/// The situation in windows: each pane has a context, and all contexts are in one share group.
class SharingTest : public test::Pane {};

TEST_F(SharingTest, PanesOfDifferentContextsShareAScene) {
    const Image expected = picture(tiny_view());
    const ColourMap& map = colour_map_named("plasma");
    const auto place = pixel_of(-1.5F, -0.5F);
    const OffscreenContext other(&context_);
    {
        SceneRenderer pane(geometry_);
        pane.set_values(face_kind, test::values({1.0F, 0.0F, 0.0F, 0.0F, 0.0F}));
        for (int round = 0; round < 3; ++round) {
            other.make_current();
            EXPECT_EQ(colour_at(draw_mesh_view(pane, tiny_view(), {}, {160, 120}), place), map.at(1.0F));
            EXPECT_TRUE(pane.pick_element(place.x, place.y, KindSet(face_kind)));
            context_.make_current();
            EXPECT_EQ(picture(tiny_view()), expected);
            EXPECT_TRUE(face_at(place.x, place.y));
        }
        other.make_current();
        EXPECT_NO_THROW(check_gl_errors("two contexts"));
    }
    context_.make_current();
    EXPECT_EQ(picture(tiny_view()), expected);
}

/// A grid of triangles, so large that the time depends on the scene and not on the picture.
std::shared_ptr<const RecordedScene> grid(std::uint32_t side) {
    auto scene = std::make_shared<RecordedScene>();
    for (std::uint32_t y = 0; y <= side; ++y) {
        for (std::uint32_t x = 0; x <= side; ++x)
            scene->vertices.emplace_back(static_cast<float>(x), static_cast<float>(y), 0.0F);
    }
    for (std::uint32_t y = 0; y < side; ++y) {
        for (std::uint32_t x = 0; x < side; ++x) {
            const std::uint32_t corner = y * (side + 1) + x;
            scene->face_slots.emplace_back(corner, corner + 1, corner + side + 2);
            scene->face_slots.emplace_back(corner, corner + side + 2, corner + side + 1);
        }
    }
    return scene;
}

TEST_F(SharingTest, NewValuesComeInPiecesWhileTheOldPictureStays) {
    const auto geometry = std::make_shared<SceneGeometry>(prepare_scene(grid(600)));
    const std::size_t faces = geometry->scene().face_slots.size();
    const auto all = [faces](float value) {
        return std::make_shared<const std::vector<float>>(faces, value);
    };
    const ColourMap& map = colour_map_named("plasma");
    SceneRenderer pane(geometry);
    View view = tiny_view();
    const auto seen = [this] {
        const auto place = pixel_of(1.5F, 0.5F);
        Rgb colour;
        glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.name());
        glReadPixels(place.x, 119 - place.y, 1, 1, GL_RGB, GL_UNSIGNED_BYTE, &colour);
        return colour;
    };
    DrawEffort little;
    little.upload_bytes = 1;
    pane.set_values(face_kind, all(0.0F));
    EXPECT_TRUE(pane.draw(view, {}, whole()).complete());
    EXPECT_EQ(seen(), map.at(0.0F));
    pane.set_values(face_kind, all(1.0F));
    EXPECT_FALSE(pane.draw(view, {}, whole(), little).uploaded);
    EXPECT_EQ(seen(), map.at(0.0F)) << "some of both would be of no frame";
    pane.set_values(face_kind, all(0.5F)); // while other values are being uploaded, which are shown first
    while (seen() == map.at(0.0F))
        (void)pane.draw(view, {}, whole(), little);
    while (!pane.draw(view, {}, whole(), little).uploaded) {
    }
    EXPECT_EQ(seen(), map.at(0.5F));

    pane.set_access_counts(face_kind, all(3.0F));
    view.minimum_accesses = 4;
    int calls = 1;
    while (!pane.draw(view, {}, whole(), little).uploaded)
        ++calls;
    EXPECT_GT(calls, 2);
    EXPECT_NE(seen(), map.at(0.5F)) << "all are faded";

    // Panes that alternately use the buffer upload everything at once; in parts, neither upload would ever be
    // completed.
    SceneRenderer other(geometry);
    other.set_values(face_kind, all(1.0F));
    view.minimum_accesses = 1;
    EXPECT_TRUE(other.draw(view, {}, whole(), little).uploaded);
    EXPECT_EQ(seen(), map.at(1.0F));
    EXPECT_TRUE(pane.draw(view, {}, whole(), little).uploaded);
    EXPECT_EQ(seen(), map.at(0.5F));
}

/// Counted: all buffers of the scene with one set of values and fade bits and, for each pane, its textures
/// (triangle, depth, colour, depth of the lines: 16 bytes per pixel), colour map and lines. Programs and the
/// framebuffers of the window system are not counted. Each of four panes has a quarter of the pixels.
TEST_F(SharingTest, FourPanesTakeAtMostATenthMoreThanOne) {
    const auto geometry = std::make_shared<SceneGeometry>(prepare_scene(grid(300)));
    const auto values = std::make_shared<const std::vector<float>>(geometry->scene().face_slots.size(), 0.5F);
    View view = tiny_view();
    view.minimum_accesses = 2;
    const auto bytes_with = [&](int panes, FrameSize size) {
        std::vector<std::unique_ptr<SceneRenderer>> renderers;
        std::uint64_t bytes = 0;
        for (int pane = 0; pane < panes; ++pane) {
            renderers.push_back(std::make_unique<SceneRenderer>(geometry));
            renderers.back()->set_values(face_kind, values);
            renderers.back()->set_access_counts(face_kind, values);
            (void)draw_mesh_view(*renderers.back(), view, {}, size);
        }
        for (const auto& renderer : renderers)
            bytes += renderer->gpu_bytes();
        return bytes + geometry->gpu_bytes();
    };
    const std::uint64_t one = bytes_with(1, {640, 480});
    const std::uint64_t four = bytes_with(4, {320, 240});
    EXPECT_GT(one, 300U * 300 * 2 * 20);
    EXPECT_GE(four, one);
    EXPECT_LE(static_cast<double>(four), 1.1 * static_cast<double>(one));
    std::printf("four panes: %.4f times the GPU memory of one\n",
                static_cast<double>(four) / static_cast<double>(one));
}

} // namespace
} // namespace hitmap
