#pragma once

#include "render/gl/gl_object.h"
#include "render/image/image.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// The framebuffers of one pane: the visibility buffer (which triangle is visible in each pixel, with its
/// depth) and the finished picture with a copy of that depth. Lines drawn over the picture thus leave the
/// visibility buffer unchanged.
class RenderTarget {
public:
    /// Sets the size. Contents are undefined after a change. Throws Error if the GPU has too little memory.
    void resize(FrameSize size);

    void clear_visibility() const; ///< no triangle, infinite distance
    void copy_depth() const;       ///< copies it from the visibility buffer to the picture
    void clear_colour(const float (&rgba)[4]) const;

    [[nodiscard]] unsigned visibility_framebuffer() const { return visibility_framebuffer_.name(); }
    /// Binds the picture with the depth of the visibility buffer, for passes that draw on visible surfaces.
    [[nodiscard]] unsigned resolve_framebuffer() const { return resolve_framebuffer_.name(); }
    /// Binds the picture with a depth buffer of its own.
    [[nodiscard]] unsigned colour_framebuffer() const { return colour_framebuffer_.name(); }
    [[nodiscard]] unsigned visibility_texture() const { return visibility_.name(); }

    struct Seen {
        std::uint32_t triangle_plus_one = 0; ///< number in drawing order, plus 1; 0: none
        float depth = 0.0F;
    };
    /// Reads a pixel; y points upwards.
    [[nodiscard]] Seen seen_at(int x, int y) const;
    /// Reads the depths of a rectangle of the picture, which must be inside it; rows from bottom to top.
    [[nodiscard]] std::vector<float> depths_at(int x, int y, FrameSize part) const;

    /// Memory of all textures: 16 bytes per pixel.
    [[nodiscard]] std::uint64_t gpu_bytes() const {
        return std::uint64_t{16} * static_cast<std::uint64_t>(size_.width) *
               static_cast<std::uint64_t>(size_.height);
    }

private:
    FrameSize size_;
    GlTexture visibility_;
    GlTexture visibility_depth_;
    GlFramebuffer visibility_framebuffer_;
    GlTexture colour_;
    GlTexture colour_depth_;
    GlFramebuffer colour_framebuffer_;
    GlFramebuffer resolve_framebuffer_;
};

} // namespace hitmap
