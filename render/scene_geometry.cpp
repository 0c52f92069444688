#include "render/scene_geometry.h"

#include "core/base/error.h"
#include "render/offscreen.h"
#include "render/shader_program.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace hitmap {

ScenePrograms::ScenePrograms()
    : visibility(build_program({"visibility", {}})),
      visibility_orthographic(build_program({"visibility", {"HITMAP_ORTHOGRAPHIC"}})),
      resolve(build_program({"resolve", {}})),
      box_edges(build_program({"box_edges", {}})),
      box_halos(build_program({"box_edges", {"HITMAP_HALO"}})),
      box_lines(build_program({"box_edges", {"HITMAP_THIN"}})),
      guide_lines(build_program({"guide_lines", {}})) {}

SceneGeometry::SceneGeometry(std::shared_ptr<const PreparedScene> prepared) : prepared_(std::move(prepared)) {
    const std::uint64_t triangles = prepared_->draw_slots.size();
    const std::uint64_t boxes = scene().boxes.size();
    if (triangles > most_triangles) {
        throw Error(
            fmt::format("the scene is too large to draw: {} faces, at most {}", triangles, most_triangles));
    }
    vertices_ = allocate(scene().vertices.size() * 12);
    indices_ = allocate(triangles * 12);
    slots_ = allocate(GL_R32UI, triangles, 4);
    boxes_ = allocate(GL_RGB32F, 2 * boxes, 12);
    box_order_ = allocate(GL_R32UI, boxes, 4);
    face_values_ = allocate(GL_R32F, scene().face_slots.size(), 4);
    box_values_ = allocate(GL_R32F, boxes, 4);
}

GlBuffer SceneGeometry::allocate(std::uint64_t bytes) {
    bytes = std::max(bytes, std::uint64_t{12}); // one element: no buffer may be empty
    check_gl_errors("preparing the scene");
    GlBuffer buffer = GlBuffer::create();
    glNamedBufferStorage(buffer.name(), static_cast<GLsizeiptr>(bytes), nullptr, GL_DYNAMIC_STORAGE_BIT);
    if (glGetError() == GL_OUT_OF_MEMORY) {
        throw Error(
            fmt::format("the GPU has too little memory for the scene: {} MB more are needed after {} MB",
                        bytes / 1'000'000, gpu_bytes_ / 1'000'000));
    }
    gpu_bytes_ += bytes;
    return buffer;
}

BufferTexture SceneGeometry::allocate(unsigned format, std::uint64_t elements, std::uint64_t element_bytes) {
    GLint most_elements = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most_elements);
    if (elements > static_cast<std::uint64_t>(most_elements)) {
        throw Error(fmt::format("the scene is too large for this GPU: {} elements in a buffer, at most {}",
                                elements, most_elements));
    }
    BufferTexture result{allocate(elements * element_bytes), GlTexture::create(GL_TEXTURE_BUFFER)};
    glTextureBuffer(result.texture.name(), format, result.buffer.name());
    return result;
}

bool SceneGeometry::upload(std::uint64_t max_bytes) {
    struct Part {
        const GlBuffer& target;
        const void* data; ///< null: the indices, gathered in drawing order
        std::uint64_t bytes;
    };
    const std::array<Part, 5> parts = {{
        {vertices_, scene().vertices.data(), scene().vertices.size() * 12},
        {indices_, nullptr, prepared_->draw_slots.size() * 12},
        {slots_.buffer, prepared_->draw_slots.data(), prepared_->draw_slots.size() * 4},
        {boxes_.buffer, scene().boxes.data(), scene().boxes.size() * sizeof(Aabb)},
        {box_order_.buffer, prepared_->box_order.data(), prepared_->box_order.size() * 4},
    }};
    constexpr std::uint64_t piece_bytes = 12U << 16; // whole elements of every part
    std::vector<glm::uvec3> gathered;
    for (; upload_part_ < parts.size(); ++upload_part_, upload_done_ = 0) {
        const Part& part = parts[upload_part_];
        while (upload_done_ < part.bytes) {
            if (max_bytes == 0) return false;
            const std::uint64_t bytes = std::min(piece_bytes, part.bytes - upload_done_);
            const void* source = static_cast<const std::uint8_t*>(part.data) + upload_done_;
            if (part.data == nullptr) {
                gathered.resize(bytes / 12);
                const std::uint32_t* slots = prepared_->draw_slots.data() + upload_done_ / 12;
                for (glm::uvec3& corner : gathered)
                    corner = scene().face_slots[*slots++];
                source = gathered.data();
            }
            glNamedBufferSubData(part.target.name(), static_cast<GLintptr>(upload_done_),
                                 static_cast<GLsizeiptr>(bytes), source);
            upload_done_ += bytes;
            max_bytes -= std::min(max_bytes, bytes);
        }
    }
    return true;
}

} // namespace hitmap
