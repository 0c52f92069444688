#pragma once

#include "core/tree/subtree.h"
#include "render/gl/gl_object.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace hitmap {

/// The indices of the triangles of a part of a scene: those of the scene, with all corners of the other
/// triangles in one point, so that nothing of them is drawn and each triangle keeps its number.
class PartIndices {
public:
    /// Writes the corners of consecutive triangles, in drawing order, over zeros: those of triangles that are
    /// not drawn stay zero.
    using Fill = std::function<void(std::uint64_t first, std::span<glm::uvec3> corners)>;

    /// @param triangles  number of triangles of the scene
    /// @param what       what error messages call them
    PartIndices(std::uint64_t triangles, const char* what) : count_(triangles), what_(what) {}

    /// @param part  null: all triangles are drawn, and there is no buffer
    void set(std::shared_ptr<const ScenePart> part);
    [[nodiscard]] const ScenePart* part() const { return part_.get(); }
    /// Rises with each set() of another part.
    [[nodiscard]] std::uint64_t version() const { return version_; }
    /// Takes the memory of the indices if there is a part, unless it has it already. Throws Error (GPU out of
    /// memory); then nothing has changed.
    void allocate();
    /// Uploads about `max_bytes` more, by which these are reduced. Returns whether everything is uploaded.
    /// Throws what allocate() throws.
    bool upload(const Fill& fill, std::uint64_t& max_bytes);
    /// The number of triangles, from the first in drawing order, that can be drawn.
    [[nodiscard]] std::uint64_t triangles_ready() const { return part_ != nullptr ? uploaded_ : count_; }
    /// The GL name of the buffer; 0 without a part or before the first upload.
    [[nodiscard]] unsigned name() const { return buffer_.name(); }
    [[nodiscard]] std::uint64_t gpu_bytes() const { return bytes_; }

private:
    std::shared_ptr<const ScenePart> part_;
    GlBuffer buffer_;
    std::uint64_t bytes_ = 0;
    std::uint64_t count_;
    const char* what_;
    std::uint64_t uploaded_ = 0; ///< triangles
    std::uint64_t version_ = 0;
};

} // namespace hitmap
