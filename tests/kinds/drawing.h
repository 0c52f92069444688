#pragma once

#include "render/gl/offscreen.h"
#include "render/picture/picture.h"
#include "render/scene/scene_renderer.h"
#include "tests/kinds/cell_table.h"

#include <epoxy/gl.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace hitmap {

/// For failure messages of GoogleTest.
inline void PrintTo(const Rgb& c, std::ostream* out) {
    *out << int{c.r} << ' ' << int{c.g} << ' ' << int{c.b};
}

namespace test {

inline const float nothing = std::numeric_limits<float>::quiet_NaN();

/// Looks along -z from (0, 0, 6): 20 pixels a unit at z = 0.
inline View flat_view(ElementKindId shown) {
    View view;
    view.camera.position = {0.0F, 0.0F, 6.0F};
    view.camera.forward = {0.0F, 0.0F, -1.0F};
    view.camera.up = {0.0F, 1.0F, 0.0F};
    view.camera.fov_y_degrees = 53.130104F; // 2 atan(3 / 6)
    view.shading = false;
    view.show_axes = false;
    view.show_frustum = false;
    view.range_mode = RangeMode::full;
    view.show(shown);
    return view;
}

struct Place {
    int x;
    int y;
};
/// The pixel of (x, y, 0).
inline Place pixel_of(float x, float y) {
    return {static_cast<int>(std::floor(80.0F + 20.0F * x)), static_cast<int>(std::floor(60.0F - 20.0F * y))};
}

inline Rgb colour_at(const Image& image, Place place) {
    const std::uint8_t* pixel = image.pixel(place.x, place.y);
    return {pixel[0], pixel[1], pixel[2]};
}

/// The colours of a rectangle between two places.
inline std::set<std::tuple<int, int, int>> colours_within(const Image& image, Place from, Place to) {
    std::set<std::tuple<int, int, int>> colours;
    for (int y = from.y; y <= to.y; ++y) {
        for (int x = from.x; x <= to.x; ++x) {
            const Rgb colour = colour_at(image, {x, y});
            colours.insert({colour.r, colour.g, colour.b});
        }
    }
    return colours;
}
inline std::tuple<int, int, int> tuple_of(Rgb colour) {
    return {colour.r, colour.g, colour.b};
}

/// A picture of one draw() of a renderer with some effort.
struct PictureOfEffort {
    PictureOfEffort(SceneRenderer& renderer, const View& view, const DrawEffort& effort,
                    FrameSize size = {160, 120})
        : image(size) {
        const GlTexture colour = GlTexture::create(GL_TEXTURE_2D);
        const GlFramebuffer framebuffer = GlFramebuffer::create();
        glTextureStorage2D(colour.name(), 1, GL_RGBA8, size.width, size.height);
        glNamedFramebufferTexture(framebuffer.name(), GL_COLOR_ATTACHMENT0, colour.name(), 0);
        DrawTarget target;
        target.framebuffer = framebuffer.name();
        target.picture = target.tile = size;
        state = renderer.draw(view, {0.0F, 1.0F}, target, effort);
        Image upwards(size);
        glGetTextureImage(colour.name(), 0, GL_RGBA, GL_UNSIGNED_BYTE,
                          static_cast<GLsizei>(upwards.rgba.size()), upwards.rgba.data());
        for (int y = 0; y < size.height; ++y)
            std::copy_n(upwards.pixel(0, size.height - 1 - y), 4 * size.width, image.pixel(0, y));
    }
    Image image;
    DrawState state;
};

/// A pane that draws a scene in pictures of 160 x 120 pixels, in the colours of the range 0 to 1.
class KindDrawing : public testing::Test {
protected:
    static constexpr FrameSize size{160, 120};

    explicit KindDrawing(const std::shared_ptr<const RecordedScene>& scene)
        : geometry_(std::make_shared<SceneGeometry>(prepare_scene(scene))), renderer_(geometry_) {}
    void TearDown() override { EXPECT_NO_THROW(check_gl_errors("the test")); }

    void set_values(ElementKindId kind, std::vector<float> values) {
        renderer_.set_values(kind, std::make_shared<const std::vector<float>>(std::move(values)));
    }
    void set_counts(ElementKindId kind, std::vector<float> counts) {
        renderer_.set_access_counts(kind, std::make_shared<const std::vector<float>>(std::move(counts)));
    }
    void set_part(ElementKindId kind, std::vector<bool> drawn) {
        auto part = std::make_shared<ScenePart>();
        for (const ElementKindId mesh : mesh_kinds)
            part->drawn[mesh].assign(element_count(geometry_->scene(), mesh), true);
        part->drawn[kind] = std::move(drawn);
        renderer_.set_part(part);
    }
    Image picture(const View& view, const ColourRange& range = {0.0F, 1.0F}) {
        return draw_mesh_view(renderer_, view, range, size);
    }
    std::optional<ElementPick> pick(Place place, const View& view) {
        return renderer_.pick_element(place.x, place.y, view.shown_kinds);
    }

    OffscreenContext context_;
    std::shared_ptr<SceneGeometry> geometry_;
    SceneRenderer renderer_;
    const ColourMap& map_ = colour_map_named("plasma");
    const Rgb white_{255, 255, 255};
};

} // namespace test
} // namespace hitmap
