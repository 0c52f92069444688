#include "render/scene/resolve_pass.h"

#include "render/gl/bindings.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>

namespace hitmap {
namespace {

void set_colour(int location, Rgb colour) {
    glUniform3f(location, static_cast<float>(colour.r) / 255.0F, static_cast<float>(colour.g) / 255.0F,
                static_cast<float>(colour.b) / 255.0F);
}

} // namespace

void set_value_colours(const ColourRange& range, bool marks, bool fade) {
    glUniform2f(HITMAP_UNIFORM_RANGE, range.min, 1.0F / (range.max - range.min));
    if (!marks) return;
    glUniform1i(HITMAP_UNIFORM_MARKS,
                (fade ? HITMAP_MARK_FADE : 0) | (range.difference ? HITMAP_MARK_DIFFERENCE : 0));
    set_colour(HITMAP_UNIFORM_ONLY_A, only_a_colour);
    set_colour(HITMAP_UNIFORM_ONLY_B, only_b_colour);
}

void set_surface_colours(const View& view, const ColourRange& range, const DrawTarget& target, bool marks,
                         bool fade) {
    set_value_colours(range, marks, fade);
    glUniform2f(HITMAP_UNIFORM_HATCH_ORIGIN, static_cast<float>(target.x), static_cast<float>(target.y));
    glUniform1f(HITMAP_UNIFORM_HATCH_SCALE, target.pixel_scale);
    set_colour(HITMAP_UNIFORM_NOT_ACCESSED, not_accessed_colour);
    glUniform1f(HITMAP_UNIFORM_SHADING, view.shading ? shading_strength : 0.0F);
}

void ResolvePass::bind_colour_map(const View& view, const ColourRange& range) {
    const ColourMap& map = range.difference ? difference_map() : colour_map_named(view.colour_map);
    if (map_ != &map) {
        if (!texture_) {
            texture_ = GlTexture::create(GL_TEXTURE_1D);
            glTextureStorage1D(texture_.name(), 1, GL_RGB8, ColourMap::size);
        }
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glTextureSubImage1D(texture_.name(), 0, 0, ColourMap::size, GL_RGB, GL_UNSIGNED_BYTE,
                            map.colours.data());
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        map_ = &map;
    }
    glBindTextureUnit(HITMAP_TEXTURE_COLOUR_MAP, texture_.name());
}

void ResolvePass::draw(const ScenePrograms& programs, const View& view, const ColourRange& range,
                       const DrawTarget& target, bool fade) {
    const bool marks = view.wireframe || fade || range.difference;
    glUseProgram((marks ? programs.resolve_marks : programs.resolve).name());
    set_surface_colours(view, range, target, marks, fade);
    if (marks) glUniform1i(HITMAP_UNIFORM_WIRE, view.wireframe ? wire_width(target.pixel_scale) : 0);
    glBindVertexArray(nothing_.name());
    // The triangle is drawn at depth 0, infinitely far away, so that it only covers pixels without a surface.
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_FALSE);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_GREATER);
    glDisable(GL_DEPTH_TEST);
}

int wire_width(float pixel_scale) {
    return std::max(1, static_cast<int>(std::lround(pixel_scale)));
}

} // namespace hitmap
