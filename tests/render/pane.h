#pragma once

#include "render/gl/offscreen.h"
#include "render/picture/picture.h"
#include "tests/render/tiny_scene.h"

#include <epoxy/gl.h>
#include <gmock/gmock.h>

#include <cmath>
#include <optional>

namespace hitmap::test {

/// A context and one pane that shows tiny_scene(). Values of faces: 0.25, 0.75, (padding), not accessed, 1;
/// of boxes: 0, 0.5, 0.9. GL errors are checked at the end of each test.
class Pane : public testing::Test {
protected:
    Pane() {
        glTextureStorage2D(colour_.name(), 1, GL_RGBA8, 160, 120);
        glNamedFramebufferTexture(framebuffer_.name(), GL_COLOR_ATTACHMENT0, colour_.name(), 0);
        renderer_.set_values(face_kind, values({0.25F, 0.75F, 0.5F, std::nanf(""), 1.0F}));
    }

    void TearDown() override { EXPECT_NO_THROW(check_gl_errors("the test")); }

    [[nodiscard]] Image picture(const View& view, const PictureStyle& style = {}) {
        return draw_mesh_view(renderer_, view, {0.0F, 1.0F}, {160, 120}, style);
    }
    void show_boxes() { renderer_.set_values(box_kind, values({0.0F, 0.5F, 0.9F})); }

    [[nodiscard]] std::optional<ElementPick> face_at(int x, int y) const {
        return renderer_.pick_element(x, y, KindSet(face_kind));
    }
    [[nodiscard]] std::optional<ElementPick> box_at(int x, int y) const {
        return renderer_.pick_element(x, y, KindSet(box_kind));
    }

    /// All of a 160x120 picture.
    [[nodiscard]] DrawTarget whole() const {
        DrawTarget target;
        target.framebuffer = framebuffer_.name();
        target.picture = target.tile = {160, 120};
        return target;
    }

    OffscreenContext context_;
    GlTexture colour_ = GlTexture::create(GL_TEXTURE_2D);
    GlFramebuffer framebuffer_ = GlFramebuffer::create();
    std::shared_ptr<SceneGeometry> geometry_ = std::make_shared<SceneGeometry>(prepare_scene(tiny_scene()));
    SceneRenderer renderer_{geometry_};
};

[[nodiscard]] inline Rgb colour_at(const Image& image, PixelPlace place) {
    const std::uint8_t* pixel = image.pixel(place.x, place.y);
    return {pixel[0], pixel[1], pixel[2]};
}

} // namespace hitmap::test

namespace hitmap {
/// For failure messages of GoogleTest.
inline void PrintTo(const Rgb& c, std::ostream* out) {
    *out << int{c.r} << ' ' << int{c.g} << ' ' << int{c.b};
}
} // namespace hitmap
