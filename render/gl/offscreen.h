#pragma once

#include <memory>
#include <string>

namespace hitmap {

/// An OpenGL 4.5 core context without a window system, on EGL's surfaceless platform. It is current in the
/// creating thread from construction to destruction and needs no DISPLAY. There is no default framebuffer:
/// all drawing uses framebuffer objects.
class OffscreenContext {
public:
    /// Shares buffers, textures and programs with `share` if one is given, which must live as long. Throws
    /// Error that names what is missing (EGL, surfaceless platform, OpenGL 4.5).
    explicit OffscreenContext(const OffscreenContext* share = nullptr);
    ~OffscreenContext();
    OffscreenContext(const OffscreenContext&) = delete;
    OffscreenContext& operator=(const OffscreenContext&) = delete;
    OffscreenContext(OffscreenContext&&) = delete;
    OffscreenContext& operator=(OffscreenContext&&) = delete;

    /// Makes this context current after another one was.
    void make_current() const;

    /// GL_RENDERER, e.g. "llvmpipe (LLVM 15.0.6, 256 bits)".
    [[nodiscard]] std::string renderer() const;

private:
    struct Handles;
    std::unique_ptr<Handles> handles_;
};

/// Throws Error with the version found if the current context, of whatever origin, is older than OpenGL 4.5
/// core. Call it once in a foreign context, before other objects of render are created.
void require_opengl_45();

/// Throws Error with the codes of pending GL errors, if there are any. `where` describes the preceding
/// operation.
void check_gl_errors(const char* where);

} // namespace hitmap
