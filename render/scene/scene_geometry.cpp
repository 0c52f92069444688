#include "render/scene/scene_geometry.h"

#include "core/base/error.h"
#include "render/gl/offscreen.h"
#include "render/gl/shader_program.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

struct BuiltProgram {
    GlProgram ScenePrograms::*program;
    ProgramVariant variant;
};
const std::array<BuiltProgram, 14>& built_programs() {
    static const std::array<BuiltProgram, 14> programs = {{
        {&ScenePrograms::visibility, {"visibility", {}}},
        {&ScenePrograms::visibility_orthographic, {"visibility", {"HITMAP_ORTHOGRAPHIC"}}},
        {&ScenePrograms::resolve, {"resolve", {}}},
        {&ScenePrograms::resolve_marks, {"resolve", {"HITMAP_MARKS"}}},
        {&ScenePrograms::box_edges, {"box_edges", {}}},
        {&ScenePrograms::box_edges_marks, {"box_edges", {"HITMAP_MARKS"}}},
        {&ScenePrograms::box_halos, {"box_edges", {"HITMAP_HALO"}}},
        {&ScenePrograms::box_halos_marks, {"box_edges", {"HITMAP_HALO", "HITMAP_MARKS"}}},
        {&ScenePrograms::box_lines, {"box_edges", {"HITMAP_THIN"}}},
        {&ScenePrograms::box_lines_marks, {"box_edges", {"HITMAP_THIN", "HITMAP_MARKS"}}},
        {&ScenePrograms::guide_lines, {"guide_lines", {}}},
        {&ScenePrograms::outlines, {"guide_lines", {"HITMAP_HIGHLIGHT"}}},
        {&ScenePrograms::outline_rims, {"guide_lines", {"HITMAP_HIGHLIGHT", "HITMAP_INVERTED"}}},
        {&ScenePrograms::hidden_outlines, {"guide_lines", {"HITMAP_HIGHLIGHT", "HITMAP_DASHED"}}},
    }};
    return programs;
}

} // namespace

bool ScenePrograms::complete() const {
    return built_ == built_programs().size();
}

bool ScenePrograms::build_next() {
    if (complete()) return true;
    const BuiltProgram& next = built_programs()[built_];
    this->*next.program = build_program(next.variant);
    ++built_;
    return complete();
}

namespace {

/// The indices come last of what faces need, so that the data of a prefix of them is complete.
constexpr unsigned index_part = 2;
constexpr unsigned box_parts = 2;

std::uint64_t bytes_of(std::uint64_t elements) {
    return std::max<std::uint64_t>(elements, 1) * 12; // no buffer may be empty
}

const PreparedScene& checked(const PreparedScene& prepared) {
    if (prepared.draw_slots.size() > most_triangles) {
        throw Error(fmt::format("the scene is too large to draw: {} faces, at most {}",
                                prepared.draw_slots.size(), most_triangles));
    }
    return prepared;
}

} // namespace

SceneGeometry::SceneGeometry(std::shared_ptr<const PreparedScene> prepared)
    : prepared_(std::move(prepared)),
      vertices_(allocate_buffer(bytes_of(checked(*prepared_).scene->vertices.size()), "the vertices")),
      indices_(allocate_buffer(bytes_of(prepared_->draw_slots.size()), "the faces")),
      slots_(allocate_buffer_texture(GL_R32UI, prepared_->draw_slots.size(), 4, "the faces")),
      face_values_(scene().face_slots.size()),
      box_values_(scene().boxes.size()),
      cells_(prepared_->cells.begin(), prepared_->cells.end()) {
    face_values_.allocate();
}

void SceneGeometry::allocate_boxes(bool with_fade) {
    BufferTexture boxes;
    BufferTexture order;
    if (box_order_.bytes == 0) {
        boxes = allocate_buffer_texture(GL_RGB32F, 2 * scene().boxes.size(), 12, "the boxes");
        order = allocate_buffer_texture(GL_R32UI, scene().boxes.size(), 4, "the boxes");
    }
    box_values_.allocate(with_fade);
    if (order.bytes == 0) return;
    boxes_ = std::move(boxes); // kept only if there is memory for all
    box_order_ = std::move(order);
}

std::uint64_t SceneGeometry::gpu_bytes() const {
    std::uint64_t bytes = bytes_of(scene().vertices.size()) + bytes_of(prepared_->draw_slots.size()) +
                          slots_.bytes + boxes_.bytes + box_order_.bytes + face_values_.gpu_bytes() +
                          box_values_.gpu_bytes();
    for (const CellBuffers& cells : cells_)
        bytes += cells.gpu_bytes();
    return bytes;
}

std::uint64_t SceneGeometry::triangles_ready() const {
    if (uploaded_faces_.parts < index_part) return 0;
    return uploaded_faces_.parts > index_part ? prepared_->draw_slots.size() : uploaded_faces_.bytes / 12;
}

bool SceneGeometry::boxes_ready() const {
    return uploaded_boxes_.parts == box_parts;
}

bool SceneGeometry::build_programs(std::uint64_t& max_bytes) {
    // Building a program takes up to as long as uploading this many bytes.
    constexpr std::uint64_t bytes_of_a_program = 32U << 20;
    while (!programs_.complete()) {
        if (max_bytes == 0) return false;
        programs_.build_next();
        max_bytes -= std::min(max_bytes, bytes_of_a_program);
    }
    return true;
}

struct SceneGeometry::Part {
    const GlBuffer& target;
    const void* data; ///< null: the indices, which are gathered in drawing order
    std::uint64_t bytes;
};

bool SceneGeometry::upload(std::uint64_t max_bytes, bool with_boxes) {
    if (with_boxes) allocate_boxes();
    const std::array<Part, index_part + 1> faces = {{
        {vertices_, scene().vertices.data(), scene().vertices.size() * 12},
        {slots_.buffer, prepared_->draw_slots.data(), prepared_->draw_slots.size() * 4},
        {indices_, nullptr, prepared_->draw_slots.size() * 12},
    }};
    const std::array<Part, box_parts> boxes = {{
        {boxes_.buffer, scene().boxes.data(), scene().boxes.size() * sizeof(Aabb)},
        {box_order_.buffer, prepared_->box_order.data(), prepared_->box_order.size() * 4},
    }};
    return upload(faces, uploaded_faces_, max_bytes) &&
           (!with_boxes || upload(boxes, uploaded_boxes_, max_bytes));
}

bool SceneGeometry::upload(std::span<const Part> parts, Uploaded& uploaded, std::uint64_t& max_bytes) const {
    constexpr std::uint64_t piece_bytes = 12U << 16; // a multiple of the element size of every part
    std::vector<glm::uvec3> gathered;
    for (; uploaded.parts < parts.size(); ++uploaded.parts, uploaded.bytes = 0) {
        const Part& part = parts[uploaded.parts];
        while (uploaded.bytes < part.bytes) {
            if (max_bytes == 0) return false;
            const std::uint64_t bytes = std::min(piece_bytes, part.bytes - uploaded.bytes);
            const void* source = nullptr;
            if (part.data != nullptr) {
                source = static_cast<const std::uint8_t*>(part.data) + uploaded.bytes;
            } else {
                gathered.resize(bytes / 12);
                std::size_t drawn = uploaded.bytes / 12;
                for (glm::uvec3& corner : gathered)
                    corner = prepared_->drawn_corners(drawn++);
                source = gathered.data();
            }
            glNamedBufferSubData(part.target.name(), static_cast<GLintptr>(uploaded.bytes),
                                 static_cast<GLsizeiptr>(bytes), source);
            uploaded.bytes += bytes;
            max_bytes -= std::min(max_bytes, bytes);
        }
    }
    return true;
}

} // namespace hitmap
