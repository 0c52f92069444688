#pragma once

#include <memory>
#include <string>

namespace hitmap {

/// An OpenGL 4.5 core context without any window system, by EGL's surfaceless platform; current in the
/// creating thread from construction to destruction. Needs no DISPLAY. Nothing is drawn to a default
/// framebuffer: everything goes into framebuffer objects.
class OffscreenContext {
public:
    /// Shares buffers, textures and programs with `share`, which must live as long, where one is given.
    /// Throws Error saying what is missing (EGL, surfaceless platform, OpenGL 4.5).
    explicit OffscreenContext(const OffscreenContext* share = nullptr);
    ~OffscreenContext();
    OffscreenContext(const OffscreenContext&) = delete;
    OffscreenContext& operator=(const OffscreenContext&) = delete;
    OffscreenContext(OffscreenContext&&) = delete;
    OffscreenContext& operator=(OffscreenContext&&) = delete;

    /// Makes it current again, after another one.
    void make_current() const;

    /// GL_RENDERER, e.g. "llvmpipe (LLVM 15.0.6, 256 bits)".
    [[nodiscard]] std::string renderer() const;

private:
    struct Handles;
    std::unique_ptr<Handles> handles_;
};

/// Throws Error where the current context (anyone's) is older than OpenGL 4.5 core, saying what was found.
/// Call it once before anything else of render is created in a foreign context.
void require_opengl_45();

/// Throws Error naming the GL error codes that are pending, if any; `where` says after what.
void check_gl_errors(const char* where);

} // namespace hitmap
