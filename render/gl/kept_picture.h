#pragma once

#include "render/gl/gl_object.h"
#include "render/image/image.h"

namespace hitmap {

/// A copy of a complete picture, which is shown in the place of one of another size until that is complete.
/// All functions need a current context.
class KeptPicture {
public:
    /// Copies the picture of a framebuffer of this size.
    void take(unsigned framebuffer, FrameSize size);
    void drop();
    [[nodiscard]] bool is_there() const { return static_cast<bool>(colour_); }
    /// Draws the picture into a framebuffer of this size: in its middle, and so large that the scene, seen by
    /// the same camera, is as large as in a picture of that size.
    void draw_to(unsigned framebuffer, FrameSize size) const;

private:
    FrameSize size_;
    GlTexture colour_;
    GlFramebuffer framebuffer_;
};

} // namespace hitmap
