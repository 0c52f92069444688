#include "core/base/error.h"
#include "render/gl/offscreen.h"
#include "render/picture/picture.h"
#include "render/scene/resolve_pass.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>

namespace hitmap {
namespace {

/// A framebuffer with RGBA contents that can be read back.
class ReadableTarget {
public:
    explicit ReadableTarget(FrameSize size)
        : colour_(GlTexture::create(GL_TEXTURE_2D)), framebuffer_(GlFramebuffer::create()) {
        glTextureStorage2D(colour_.name(), 1, GL_RGBA8, size.width, size.height);
        glNamedFramebufferTexture(framebuffer_.name(), GL_COLOR_ATTACHMENT0, colour_.name(), 0);
    }
    [[nodiscard]] unsigned framebuffer() const { return framebuffer_.name(); }
    /// Reads the lower left part of this size, rows from bottom to top.
    void read(FrameSize size, std::vector<std::uint8_t>& rgba) const {
        rgba.resize(std::size_t{4} * static_cast<std::size_t>(size.width) *
                    static_cast<std::size_t>(size.height));
        glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.name());
        glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
        glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    }

private:
    GlTexture colour_;
    GlFramebuffer framebuffer_;
};

/// Returns the mean of n x n premultiplied samples as a straight RGBA pixel.
void average(const std::uint8_t* samples, std::size_t row_bytes, int n, std::uint8_t* pixel) {
    unsigned sum[4] = {0, 0, 0, 0};
    for (int y = 0; y < n; ++y) {
        for (int i = 0; i < 4 * n; ++i)
            sum[i % 4] += samples[static_cast<std::size_t>(y) * row_bytes + static_cast<std::size_t>(i)];
    }
    const unsigned count = static_cast<unsigned>(n * n);
    pixel[3] = static_cast<std::uint8_t>((sum[3] + count / 2) / count);
    for (int channel = 0; channel < 3; ++channel) {
        const unsigned value = sum[3] == 0 ? 0 : (sum[channel] * 255U + sum[3] / 2) / sum[3];
        pixel[channel] = static_cast<std::uint8_t>(std::min(value, 255U));
    }
}

int most_samples() {
    GLint side = 0;
    GLint viewport[2] = {0, 0};
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    return std::min({side, viewport[0], viewport[1]});
}

} // namespace

Image draw_mesh_view(SceneRenderer& renderer, const View& view, const ColourRange& range, FrameSize size,
                     const PictureStyle& style, int supersampling, float pixel_scale, const JobContext& job) {
    return draw_mesh_part(renderer, view, range, {size, 0, 0, size}, style, supersampling, pixel_scale, job);
}

Image draw_mesh_part(SceneRenderer& renderer, const View& view, const ColourRange& range,
                     const PicturePart& part, const PictureStyle& style, int supersampling, float pixel_scale,
                     const JobContext& job) {
    const FrameSize size = part.size;
    const FrameSize picture = part.picture;
    if (size.width < 1 || size.height < 1 || picture.width > 32768 || picture.height > 32768) {
        throw UsageError(
            fmt::format("a picture has 1x1 to 32768x32768 pixels, not {}x{}", picture.width, picture.height));
    }
    const int n = std::clamp(supersampling, 1, 4);
    DrawTarget target;
    target.picture = {picture.width * n, picture.height * n};
    target.pixel_scale = pixel_scale * static_cast<float>(n);
    target.background = style.background;
    target.background_alpha = style.transparent ? 0.0F : 1.0F;
    // Drawing a pixel reads this many samples around it, so that tiles must overlap by this margin.
    const int margin = view.wireframe ? 2 * wire_width(target.pixel_scale) : 0;
    const int tile_side = std::max(1, (std::min(style.largest_tile, most_samples()) - 2 * margin) / n);
    const ReadableTarget readable({std::min(size.width, tile_side) * n + 2 * margin,
                                   std::min(size.height, tile_side) * n + 2 * margin});
    target.framebuffer = readable.framebuffer();

    Image image(size);
    std::vector<std::uint8_t> samples;
    for (int top = 0; top < size.height; top += tile_side) {
        for (int left = 0; left < size.width; left += tile_side) {
            job.check();
            const FrameSize tile{std::min(tile_side, size.width - left),
                                 std::min(tile_side, size.height - top)};
            target.tile = {tile.width * n + 2 * margin, tile.height * n + 2 * margin};
            target.x = (part.left + left) * n - margin;
            target.y = (picture.height - part.top - top - tile.height) * n - margin;
            renderer.draw(view, range, target);
            readable.read(target.tile, samples);
            const std::size_t row_bytes = std::size_t{4} * static_cast<std::size_t>(target.tile.width);
            for (int y = 0; y < tile.height; ++y) {
                const std::uint8_t* row =
                    samples.data() + static_cast<std::size_t>((tile.height - 1 - y) * n + margin) * row_bytes;
                for (int x = 0; x < tile.width; ++x) {
                    average(row + static_cast<std::size_t>(4 * (n * x + margin)), row_bytes, n,
                            image.pixel(left + x, top + y));
                }
            }
        }
    }
    check_gl_errors("drawing a picture");
    return image;
}

} // namespace hitmap
