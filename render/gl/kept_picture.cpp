#include "render/gl/kept_picture.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>

namespace hitmap {

void KeptPicture::take(unsigned framebuffer, FrameSize size) {
    if (size != size_ || !is_there()) {
        colour_ = GlTexture::create(GL_TEXTURE_2D);
        glTextureStorage2D(colour_.name(), 1, GL_RGBA8, size.width, size.height);
        framebuffer_ = GlFramebuffer::create();
        glNamedFramebufferTexture(framebuffer_.name(), GL_COLOR_ATTACHMENT0, colour_.name(), 0);
        size_ = size;
    }
    glBlitNamedFramebuffer(framebuffer, framebuffer_.name(), 0, 0, size.width, size.height, 0, 0, size.width,
                           size.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void KeptPicture::drop() {
    framebuffer_.reset();
    colour_.reset();
    size_ = {};
}

void KeptPicture::draw_to(unsigned framebuffer, FrameSize size) const {
    // The opening angle of a camera is that of the shorter side.
    const double scale = static_cast<double>(std::min(size.width, size.height)) /
                         static_cast<double>(std::min(size_.width, size_.height));
    const auto first = [scale](int now, int before) {
        return static_cast<int>(std::lround((now - before * scale) / 2.0));
    };
    const auto last = [scale](int now, int before) {
        return static_cast<int>(std::lround((now + before * scale) / 2.0));
    };
    glBlitNamedFramebuffer(framebuffer_.name(), framebuffer, 0, 0, size_.width, size_.height,
                           first(size.width, size_.width), first(size.height, size_.height),
                           last(size.width, size_.width), last(size.height, size_.height),
                           GL_COLOR_BUFFER_BIT, GL_LINEAR);
}

} // namespace hitmap
