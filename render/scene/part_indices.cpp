#include "render/scene/part_indices.h"

#include "render/gl/value_store.h"

#include <epoxy/gl.h>
#include <glm/vec3.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace hitmap {

void PartIndices::set(std::shared_ptr<const ScenePart> part) {
    if (part == part_) return;
    part_ = std::move(part);
    triangles_ = 0;
    ++version_;
    if (part_ != nullptr) return;
    buffer_ = {};
    bytes_ = 0;
}

bool PartIndices::upload(const PreparedScene& prepared, std::uint64_t& max_bytes) {
    if (part_ == nullptr) return true;
    constexpr std::uint64_t index_bytes = sizeof(glm::uvec3);
    constexpr std::uint64_t piece = 1U << 16; // triangles
    const std::uint64_t count = prepared.draw_slots.size();
    if (!buffer_) {
        bytes_ = std::max<std::uint64_t>(count, 1) * index_bytes;
        buffer_ = allocate_buffer(bytes_, "the faces of a part of the scene");
    }
    std::vector<glm::uvec3> corners;
    while (triangles_ < count) {
        if (max_bytes == 0) return false;
        corners.assign(std::min(piece, count - triangles_), glm::uvec3(0));
        for (std::uint64_t i = 0; i < corners.size(); ++i) {
            const std::uint32_t slot = prepared.draw_slots[triangles_ + i];
            if (part_->drawn[face_kind][slot]) corners[i] = prepared.scene->face_slots[slot];
        }
        const std::uint64_t bytes = corners.size() * index_bytes;
        glNamedBufferSubData(buffer_.name(), static_cast<GLintptr>(triangles_ * index_bytes),
                             static_cast<GLsizeiptr>(bytes), corners.data());
        triangles_ += corners.size();
        max_bytes -= std::min(max_bytes, bytes);
    }
    return true;
}

} // namespace hitmap
