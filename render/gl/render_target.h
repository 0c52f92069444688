#pragma once

#include "render/gl/gl_object.h"
#include "render/image/image.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// Framebuffers of one pane: which triangle is seen in each pixel with its depth, and the finished picture
/// with a copy of that depth, so that lines drawn over the picture leave the first untouched.
class RenderTarget {
public:
    /// Contents are undefined after a change of size. Throws Error where the GPU has too little memory.
    void resize(FrameSize size);

    void clear_visibility() const; ///< nothing seen, infinitely far
    void copy_depth() const;       ///< from the visibility to the picture
    void clear_colour(const float (&rgba)[4]) const;

    [[nodiscard]] unsigned visibility_framebuffer() const { return visibility_framebuffer_.name(); }
    /// The picture with the depth of the visibility, for passes over what is seen.
    [[nodiscard]] unsigned resolve_framebuffer() const { return resolve_framebuffer_.name(); }
    /// The picture with a depth of its own.
    [[nodiscard]] unsigned colour_framebuffer() const { return colour_framebuffer_.name(); }
    [[nodiscard]] unsigned visibility_texture() const { return visibility_.name(); }

    struct Seen {
        std::uint32_t triangle_plus_one = 0; ///< in drawing order; 0: nothing
        float depth = 0.0F;
    };
    /// At a pixel, y upwards.
    [[nodiscard]] Seen seen_at(int x, int y) const;
    /// Depths of what is seen in a part of the picture that lies inside it, rows upwards.
    [[nodiscard]] std::vector<float> depths_at(int x, int y, FrameSize part) const;

    /// Of all textures: 16 bytes a pixel.
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
