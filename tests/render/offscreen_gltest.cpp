#include "core/base/error.h"
#include "render/gl/gl_object.h"
#include "render/gl/offscreen.h"
#include "render/gl/shader_program.h"

#include <epoxy/gl.h>
#include <gmock/gmock.h>

#include <cstdlib>

namespace hitmap {
namespace {

using testing::HasSubstr;

TEST(OffscreenContext, NeedsNoDisplay) {
    unsetenv("DISPLAY");         // NOLINT: single-threaded here
    unsetenv("WAYLAND_DISPLAY"); // NOLINT
    const OffscreenContext context;
    EXPECT_FALSE(context.renderer().empty());
    EXPECT_NO_THROW(require_opengl_45());
    EXPECT_NO_THROW(check_gl_errors("nothing"));
}

TEST(OffscreenContext, CanBeHadAgain) {
    for (int i = 0; i < 3; ++i) {
        const OffscreenContext context;
        EXPECT_TRUE(GlBuffer::create());
    }
}

TEST(CheckGlErrors, NamesCodeAndPlace) {
    const OffscreenContext context;
    glEnable(GL_TEXTURE_2D + 17);
    try {
        check_gl_errors("a wrong call");
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "OpenGL error after a wrong call: 0x0500");
    }
}

TEST(GlObject, IsMoveOnlyAndDeletesItsName) {
    const OffscreenContext context;
    GlBuffer first = GlBuffer::create();
    const unsigned name = first.name();
    GlBuffer second = std::move(first);
    EXPECT_EQ(second.name(), name);
    EXPECT_FALSE(first); // NOLINT: that it is empty is the contract
    second = GlBuffer();
    EXPECT_EQ(glIsBuffer(name), GL_FALSE);
}

TEST(ShaderProgram, EveryVariantLinks) {
    const OffscreenContext context;
    for (const ProgramVariant& variant : program_variants()) {
        EXPECT_NO_THROW((void)build_program(variant)) << variant.stem;
    }
}

TEST(ShaderProgram, AFailureShowsLogAndNumberedSource) {
    const OffscreenContext context;
    try {
        (void)compile_stage(GL_FRAGMENT_SHADER, "#version 450 core\nvoid main() { nonsense; }\n",
                            "broken.frag");
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("shader broken.frag does not compile:"));
        EXPECT_THAT(error.what(), HasSubstr("nonsense"));
        EXPECT_THAT(error.what(), HasSubstr("   2 void main() { nonsense; }"));
    }
    check_gl_errors("a failed compilation");
}

} // namespace
} // namespace hitmap
