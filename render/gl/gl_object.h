#pragma once

#include <utility>

namespace hitmap {

enum class GlKind : unsigned char {
    buffer,
    texture,
    vertex_array,
    framebuffer,
    renderbuffer,
    program,
    shader
};

/// Owns one GL name; move-only. A default-constructed object owns none (name 0) and needs no context.
/// Otherwise the context must be current when the object is destroyed or assigned to.
template <GlKind kind>
class GlObject {
public:
    GlObject() = default;
    /// Creates an object with the glCreate function of its kind. `type` is the target of a texture or the
    /// stage of a shader, and 0 for other kinds.
    [[nodiscard]] static GlObject create(unsigned type = 0);

    ~GlObject() { reset(); }
    GlObject(const GlObject&) = delete;
    GlObject& operator=(const GlObject&) = delete;
    GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    GlObject& operator=(GlObject&& other) noexcept {
        if (this != &other) {
            reset();
            name_ = std::exchange(other.name_, 0);
        }
        return *this;
    }

    [[nodiscard]] unsigned name() const { return name_; }
    explicit operator bool() const { return name_ != 0; }
    void reset();

private:
    explicit GlObject(unsigned name) : name_(name) {}

    unsigned name_ = 0;
};

using GlBuffer = GlObject<GlKind::buffer>;
using GlTexture = GlObject<GlKind::texture>;
using GlVertexArray = GlObject<GlKind::vertex_array>;
using GlFramebuffer = GlObject<GlKind::framebuffer>;
using GlProgram = GlObject<GlKind::program>;
using GlShader = GlObject<GlKind::shader>;

} // namespace hitmap
