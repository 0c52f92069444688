#include "render/gl/gl_object.h"

#include <epoxy/gl.h>

namespace hitmap {

template <GlKind kind>
GlObject<kind> GlObject<kind>::create([[maybe_unused]] unsigned type) {
    GLuint name = 0;
    if constexpr (kind == GlKind::buffer) glCreateBuffers(1, &name);
    if constexpr (kind == GlKind::texture) glCreateTextures(type, 1, &name);
    if constexpr (kind == GlKind::vertex_array) glCreateVertexArrays(1, &name);
    if constexpr (kind == GlKind::framebuffer) glCreateFramebuffers(1, &name);
    if constexpr (kind == GlKind::program) name = glCreateProgram();
    if constexpr (kind == GlKind::shader) name = glCreateShader(type);
    return GlObject(name);
}

template <GlKind kind>
void GlObject<kind>::reset() {
    if (name_ == 0) return;
    if constexpr (kind == GlKind::buffer) glDeleteBuffers(1, &name_);
    if constexpr (kind == GlKind::texture) glDeleteTextures(1, &name_);
    if constexpr (kind == GlKind::vertex_array) glDeleteVertexArrays(1, &name_);
    if constexpr (kind == GlKind::framebuffer) glDeleteFramebuffers(1, &name_);
    if constexpr (kind == GlKind::program) glDeleteProgram(name_);
    if constexpr (kind == GlKind::shader) glDeleteShader(name_);
    name_ = 0;
}

template class GlObject<GlKind::buffer>;
template class GlObject<GlKind::texture>;
template class GlObject<GlKind::vertex_array>;
template class GlObject<GlKind::framebuffer>;
template class GlObject<GlKind::program>;
template class GlObject<GlKind::shader>;

} // namespace hitmap
