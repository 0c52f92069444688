#include "render/gl/render_target.h"

#include "core/base/error.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

namespace hitmap {
namespace {

GlTexture texture(GLenum format, FrameSize size) {
    GlTexture result = GlTexture::create(GL_TEXTURE_2D);
    glTextureStorage2D(result.name(), 1, format, size.width, size.height);
    // With any other filter, integer textures are incomplete and read as 0.
    glTextureParameteri(result.name(), GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(result.name(), GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    return result;
}

GlFramebuffer framebuffer(const GlTexture& colour, const GlTexture& depth) {
    GlFramebuffer result = GlFramebuffer::create();
    glNamedFramebufferTexture(result.name(), GL_COLOR_ATTACHMENT0, colour.name(), 0);
    glNamedFramebufferTexture(result.name(), GL_DEPTH_ATTACHMENT, depth.name(), 0);
    return result;
}

} // namespace

void RenderTarget::resize(FrameSize size) {
    if (size == size_) return;
    visibility_ = texture(GL_R32UI, size);
    visibility_depth_ = texture(GL_DEPTH_COMPONENT32F, size);
    visibility_framebuffer_ = framebuffer(visibility_, visibility_depth_);
    colour_ = texture(GL_RGBA8, size);
    colour_depth_ = texture(GL_DEPTH_COMPONENT32F, size);
    colour_framebuffer_ = framebuffer(colour_, colour_depth_);
    resolve_framebuffer_ = framebuffer(colour_, visibility_depth_);
    for (const GlFramebuffer* made :
         {&visibility_framebuffer_, &resolve_framebuffer_, &colour_framebuffer_}) {
        const GLenum status = glCheckNamedFramebufferStatus(made->name(), GL_FRAMEBUFFER);
        if (status != GL_FRAMEBUFFER_COMPLETE) {
            size_ = {};
            throw Error(
                fmt::format("the GPU cannot draw a picture of {}x{} pixels (framebuffer status {:#x})",
                            size.width, size.height, status));
        }
    }
    size_ = size;
}

void RenderTarget::clear_visibility() const {
    const GLuint nothing[] = {0, 0, 0, 0};
    const GLfloat far_away = 0.0F; // depth is reversed: 0 is infinitely far
    glClearNamedFramebufferuiv(visibility_framebuffer_.name(), GL_COLOR, 0, nothing);
    glClearNamedFramebufferfv(visibility_framebuffer_.name(), GL_DEPTH, 0, &far_away);
}

void RenderTarget::copy_depth() const {
    glCopyImageSubData(visibility_depth_.name(), GL_TEXTURE_2D, 0, 0, 0, 0, colour_depth_.name(),
                       GL_TEXTURE_2D, 0, 0, 0, 0, size_.width, size_.height, 1);
}

void RenderTarget::clear_colour(const float (&rgba)[4]) const {
    glClearNamedFramebufferfv(colour_framebuffer_.name(), GL_COLOR, 0, rgba);
}

RenderTarget::Seen RenderTarget::seen_at(int x, int y) const {
    Seen seen;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, visibility_framebuffer_.name());
    glReadPixels(x, y, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, &seen.triangle_plus_one);
    seen.triangle_plus_one >>= 6U; // the lower bits say how the face is oriented to the eye
    glReadPixels(x, y, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &seen.depth);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    return seen;
}

std::vector<float> RenderTarget::depths_at(int x, int y, FrameSize part) const {
    std::vector<float> depths(static_cast<std::size_t>(part.width) * static_cast<std::size_t>(part.height));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, visibility_framebuffer_.name());
    glReadPixels(x, y, part.width, part.height, GL_DEPTH_COMPONENT, GL_FLOAT, depths.data());
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    return depths;
}

} // namespace hitmap
