#include "render/scene/part_indices.h"

#include "render/gl/value_store.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

constexpr std::uint64_t index_bytes = sizeof(glm::uvec3); // of a triangle

} // namespace

void PartIndices::set(std::shared_ptr<const ScenePart> part) {
    if (part == part_) return;
    part_ = std::move(part);
    uploaded_ = 0;
    ++version_;
    if (part_ != nullptr) return;
    buffer_ = {};
    bytes_ = 0;
}

void PartIndices::allocate() {
    if (part_ == nullptr || buffer_) return;
    const std::uint64_t bytes = std::max<std::uint64_t>(count_, 1) * index_bytes;
    buffer_ = allocate_buffer(bytes, what_);
    bytes_ = bytes;
}

bool PartIndices::upload(const Fill& fill, std::uint64_t& max_bytes) {
    if (part_ == nullptr) return true;
    constexpr std::uint64_t piece = 1U << 16; // triangles
    allocate();
    std::vector<glm::uvec3> corners;
    while (uploaded_ < count_) {
        if (max_bytes == 0) return false;
        corners.assign(std::min(piece, count_ - uploaded_), glm::uvec3(0));
        fill(uploaded_, corners);
        const std::uint64_t bytes = corners.size() * index_bytes;
        glNamedBufferSubData(buffer_.name(), static_cast<GLintptr>(uploaded_ * index_bytes),
                             static_cast<GLsizeiptr>(bytes), corners.data());
        uploaded_ += corners.size();
        max_bytes -= std::min(max_bytes, bytes);
    }
    return true;
}

} // namespace hitmap
