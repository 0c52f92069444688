#include "render/gl/seen_framebuffer.h"

#include "render/gl/gl_object.h"

#include <epoxy/gl.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

void see_framebuffer_with(ColourVision vision, unsigned framebuffer, FrameSize size) {
    if (vision == ColourVision::normal) return;
    const auto pixels = static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
    std::vector<std::uint8_t> rgba(4 * pixels);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    see_with(vision, rgba);
    const GlTexture texture = GlTexture::create(GL_TEXTURE_2D);
    glTextureStorage2D(texture.name(), 1, GL_RGBA8, size.width, size.height);
    glTextureSubImage2D(texture.name(), 0, 0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE,
                        rgba.data());
    const GlFramebuffer seen = GlFramebuffer::create();
    glNamedFramebufferTexture(seen.name(), GL_COLOR_ATTACHMENT0, texture.name(), 0);
    glBlitNamedFramebuffer(seen.name(), framebuffer, 0, 0, size.width, size.height, 0, 0, size.width,
                           size.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

} // namespace hitmap
