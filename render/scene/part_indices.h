#pragma once

#include "core/tree/subtree.h"
#include "render/gl/gl_object.h"
#include "render/scene/prepared_scene.h"

#include <cstdint>
#include <memory>

namespace hitmap {

/// The indices of the triangles of a part of a scene: those of the scene, with all corners of the other
/// triangles in one point, so that nothing of them is drawn and each triangle keeps its number.
class PartIndices {
public:
    /// @param part  null: all triangles are drawn, and there is no buffer
    void set(std::shared_ptr<const ScenePart> part);
    [[nodiscard]] const ScenePart* part() const { return part_.get(); }
    /// Rises with each set() of another part.
    [[nodiscard]] std::uint64_t version() const { return version_; }
    /// Uploads about `max_bytes` more, by which these are reduced. Returns whether everything is uploaded.
    /// Throws Error (GPU out of memory).
    bool upload(const PreparedScene& prepared, std::uint64_t& max_bytes);
    /// The number of triangles, from the first in drawing order, that can be drawn.
    [[nodiscard]] std::uint64_t triangles_ready(const PreparedScene& prepared) const {
        return part_ != nullptr ? triangles_ : prepared.draw_slots.size();
    }
    /// The GL name of the buffer; 0 without a part or before the first upload.
    [[nodiscard]] unsigned name() const { return buffer_.name(); }
    [[nodiscard]] std::uint64_t gpu_bytes() const { return bytes_; }

private:
    std::shared_ptr<const ScenePart> part_;
    GlBuffer buffer_;
    std::uint64_t bytes_ = 0;
    std::uint64_t triangles_ = 0; ///< that are uploaded
    std::uint64_t version_ = 0;
};

} // namespace hitmap
