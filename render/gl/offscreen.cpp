#include "render/gl/offscreen.h"

#include "core/base/error.h"
#include "core/jobs/memory.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <fmt/format.h>

namespace hitmap {

struct OffscreenContext::Handles {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;

    Handles() = default;
    Handles(const Handles&) = delete;
    Handles& operator=(const Handles&) = delete;
    Handles(Handles&&) = delete;
    Handles& operator=(Handles&&) = delete;
    ~Handles() {
        if (context != EGL_NO_CONTEXT) {
            if (eglGetCurrentContext() == context)
                eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
            eglDestroyContext(display, context);
        }
        // All contexts of the process share the display, so that it is not terminated here.
    }
};

namespace {

/// With less address space, OpenGL in software (Mesa 22.3 with LLVM) terminates the program instead of
/// failing. With two cores this was observed at 620 MiB, and not at 820 MiB. It reserves more for each core.
void require_memory_to_draw() {
    constexpr std::uint64_t needed = std::uint64_t{1} << 30;
    const auto free = free_address_space();
    if (free && *free < needed)
        throw Error(fmt::format(
            "not enough memory for drawing: expected {} MiB of address space for OpenGL, found {} MiB; {}",
            needed >> 20, *free >> 20, address_space_limit_text()));
}

} // namespace

OffscreenContext::OffscreenContext(const OffscreenContext* share) : handles_(std::make_unique<Handles>()) {
    require_memory_to_draw();
    if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) {
        throw Error(
            "no picture without a window: EGL has no surfaceless platform (EGL_MESA_platform_surfaceless; "
            "Debian: libegl1 with libgl1-mesa-dri)");
    }
    handles_->display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
    EGLint major = 0;
    EGLint minor = 0;
    if (handles_->display == EGL_NO_DISPLAY ||
        eglInitialize(handles_->display, &major, &minor) == EGL_FALSE) {
        throw Error(
            fmt::format("no picture without a window: EGL cannot start its surfaceless platform (error "
                        "{:#x}; Debian: libgl1-mesa-dri)",
                        eglGetError()));
    }
    if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) throw Error("EGL has no OpenGL");
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 4,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 5,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 EGL_NONE};
    const EGLContext group = share == nullptr ? EGL_NO_CONTEXT : share->handles_->context;
    handles_->context = eglCreateContext(handles_->display, EGL_NO_CONFIG_KHR, group, attributes);
    if (handles_->context == EGL_NO_CONTEXT) {
        throw Error(fmt::format("EGL {}.{} has no OpenGL 4.5 core profile (error {:#x})", major, minor,
                                eglGetError()));
    }
    make_current();
    require_opengl_45();
}

void OffscreenContext::make_current() const {
    if (eglMakeCurrent(handles_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, handles_->context) == EGL_FALSE) {
        throw Error(fmt::format("EGL cannot make an OpenGL context current without a surface (error {:#x})",
                                eglGetError()));
    }
}

OffscreenContext::~OffscreenContext() = default;

std::string OffscreenContext::renderer() const {
    return reinterpret_cast<const char*>(glGetString(GL_RENDERER)); // NOLINT: GLubyte is text
}

void require_opengl_45() {
    const int version = epoxy_gl_version();
    if (!epoxy_is_desktop_gl() || version < 45) {
        throw Error(fmt::format("OpenGL 4.5 is needed, found {} {}.{}",
                                epoxy_is_desktop_gl() ? "OpenGL" : "OpenGL ES", version / 10, version % 10));
    }
}

void check_gl_errors(const char* where) {
    std::string codes;
    // The loop is bounded, since some implementations return errors endlessly if there is no context.
    for (int i = 0; i < 16; ++i) {
        const GLenum code = glGetError();
        if (code == GL_NO_ERROR) break;
        codes += fmt::format(" {:#06x}", code);
    }
    if (!codes.empty()) throw Error(fmt::format("OpenGL error after {}:{}", where, codes));
}

} // namespace hitmap
