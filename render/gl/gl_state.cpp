#include "render/gl/gl_state.h"

#include "render/gl/bindings.h"

#include <epoxy/gl.h>
#include <glm/gtc/type_ptr.hpp>

#include <initializer_list>

namespace hitmap {

void set_known_state() {
    for (const GLenum capability : {GL_BLEND, GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_DEPTH_TEST,
                                    GL_DEPTH_CLAMP, GL_FRAMEBUFFER_SRGB, GL_DITHER, GL_MULTISAMPLE}) {
        glDisable(capability);
    }
    for (GLenum i = 0; i < HITMAP_HALF_SPACES; ++i)
        glDisable(GL_CLIP_DISTANCE0 + i);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glDepthFunc(GL_GREATER);
    glFrontFace(GL_CCW);
    glCullFace(GL_BACK);
}

void set_default_state() {
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glEnable(GL_DITHER);
    glEnable(GL_MULTISAMPLE);
    glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
    glDepthFunc(GL_LESS);
    glUseProgram(0);
    glBindVertexArray(0);
    for (GLuint unit = 0; unit < HITMAP_TEXTURE_COUNT; ++unit)
        glBindTextureUnit(unit, 0);
    glActiveTexture(GL_TEXTURE0);
}

void set_half_spaces(std::span<const glm::vec4> spaces) {
    if (!spaces.empty())
        glUniform4fv(HITMAP_UNIFORM_HALF_SPACES, static_cast<GLsizei>(spaces.size()),
                     glm::value_ptr(spaces.front()));
    glUniform1i(HITMAP_UNIFORM_HALF_SPACE_COUNT, static_cast<GLint>(spaces.size()));
}

ClipDistances::ClipDistances(std::span<const glm::vec4> spaces)
    : count_(static_cast<unsigned>(spaces.size())) {
    if (!spaces.empty())
        glUniform4fv(HITMAP_UNIFORM_HALF_SPACES, static_cast<GLsizei>(count_),
                     glm::value_ptr(spaces.front()));
    for (unsigned i = 0; i < count_; ++i)
        glEnable(GL_CLIP_DISTANCE0 + i);
}

ClipDistances::~ClipDistances() {
    for (unsigned i = 0; i < count_; ++i)
        glDisable(GL_CLIP_DISTANCE0 + i);
}

void set_matrix(const glm::mat4& matrix) {
    glUniformMatrix4fv(HITMAP_UNIFORM_WORLD_TO_CLIP, 1, GL_FALSE, glm::value_ptr(matrix));
}

} // namespace hitmap
