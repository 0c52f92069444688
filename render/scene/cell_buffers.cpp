#include "render/scene/cell_buffers.h"

#include "render/gl/shader_program.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

const GlProgram& CellPrograms::of_triangles(bool marks) {
    GlProgram& program = triangles_[marks ? 1 : 0];
    if (!program) {
        std::vector<std::string_view> defines;
        if (marks) defines.emplace_back("HITMAP_MARKS");
        program = build_program({"elements", std::move(defines)});
    }
    return program;
}

const GlProgram& CellPrograms::of_edges(EdgeProgram program, bool marks) {
    GlProgram& built = edges_.at(static_cast<std::size_t>(program))[marks ? 1 : 0];
    if (!built) {
        std::vector<std::string_view> defines{"HITMAP_CELLS"};
        if (program == EdgeProgram::halos) defines.emplace_back("HITMAP_HALO");
        if (program == EdgeProgram::lines) defines.emplace_back("HITMAP_THIN");
        if (marks) defines.emplace_back("HITMAP_MARKS");
        built = build_program({"box_edges", std::move(defines)});
    }
    return built;
}

void CellBuffers::allocate(bool with_fade) {
    BufferTexture corners;
    BufferTexture elements;
    if (elements_.bytes == 0) {
        constexpr const char* what = "the cells";
        const std::uint64_t count = std::max<std::uint64_t>(cells_.corners.size(), 1);
        if (cells_.form == CellForm::edges)
            corners = allocate_buffer_texture(GL_RGB32F, count, sizeof(glm::vec3), what);
        else
            corners = {allocate_buffer(count * sizeof(glm::vec3), what), {}, count * sizeof(glm::vec3)};
        elements = allocate_buffer_texture(GL_R32UI, cells_.elements.size(), 4, what);
    }
    values_.allocate(with_fade);
    if (elements.bytes == 0) return;
    corners_ = std::move(corners); // kept only if there is memory for all
    elements_ = std::move(elements);
}

std::uint64_t CellBuffers::cell_bytes() const {
    return cells_.corners.size() * sizeof(glm::vec3) + cells_.elements.size() * sizeof(std::uint32_t);
}

bool CellBuffers::ready() const {
    return elements_.bytes != 0 && uploaded_ == cell_bytes();
}

bool CellBuffers::upload(std::uint64_t& max_bytes) {
    constexpr std::uint64_t piece_bytes = 12U << 16;
    allocate(false);
    const auto send = [&](const GlBuffer& target, const void* data, std::uint64_t first,
                          std::uint64_t bytes) {
        while (uploaded_ < first + bytes && max_bytes != 0) {
            const std::uint64_t at = uploaded_ - first;
            const std::uint64_t piece = std::min(piece_bytes, bytes - at);
            glNamedBufferSubData(target.name(), static_cast<GLintptr>(at), static_cast<GLsizeiptr>(piece),
                                 static_cast<const std::byte*>(data) + at);
            uploaded_ += piece;
            max_bytes -= std::min(max_bytes, piece);
        }
    };
    const std::uint64_t corner_bytes = cells_.corners.size() * sizeof(glm::vec3);
    send(corners_.buffer, cells_.corners.data(), 0, corner_bytes);
    if (uploaded_ >= corner_bytes)
        send(elements_.buffer, cells_.elements.data(), corner_bytes, cell_bytes() - corner_bytes);
    return ready();
}

std::uint64_t CellBuffers::gpu_bytes() const {
    return corners_.bytes + elements_.bytes + values_.gpu_bytes();
}

} // namespace hitmap
