#include "core/layout/model/recording_layout.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace hitmap {

namespace {

constexpr std::uint32_t component_bytes = 4; // of planes and positions
constexpr std::uint32_t position_bytes = 3 * component_bytes;

[[noreturn]] void refuse_buffer(const BufferLayout& buffer, std::string_view expected,
                                const std::string& found) {
    throw Error(fmt::format("allocation '{}': expected {}, found {}", buffer.name, expected, found));
}

void check_planes(const BufferLayout& buffer) {
    if (buffer.role != Role::vertices && buffer.role != Role::vertex_attributes)
        refuse_buffer(buffer, "planes of vertices or vertex attributes", std::string(name_of(buffer.role)));
    if (buffer.stride != component_bytes)
        refuse_buffer(buffer, "a stride of 4 bytes in planes", std::to_string(buffer.stride));
    if (buffer.element_bytes % component_bytes != 0 || buffer.address % component_bytes != 0)
        refuse_buffer(buffer, "an address and element bytes that are multiples of 4",
                      fmt::format("{:#x} and {}", buffer.address, buffer.element_bytes));
    if (buffer.offset != 0) refuse_buffer(buffer, "no offset in planes", std::to_string(buffer.offset));
}

void check_size(const BufferLayout& buffer) {
    if (buffer.bytes > ~buffer.address || buffer.offset > ~buffer.address - buffer.bytes)
        refuse_buffer(buffer, "an end within 64 bits",
                      fmt::format("{} bytes at {:#x}", buffer.bytes, buffer.address));
    if (buffer.layout == ElementLayout::planar) {
        check_planes(buffer);
    } else if (buffer.element_bytes > buffer.stride) {
        refuse_buffer(buffer, fmt::format("at most {} element bytes, its stride", buffer.stride),
                      std::to_string(buffer.element_bytes));
    }
}

void check_offset(const BufferLayout& buffer) {
    if (buffer.layout != ElementLayout::linear || buffer.offset == 0) return;
    const bool of_box = buffer.role == Role::boxes;
    const std::uint32_t needed = of_box ? stored_box_bytes : position_bytes;
    if ((!of_box && buffer.role != Role::vertices) || buffer.offset > buffer.element_bytes ||
        buffer.element_bytes - buffer.offset < needed)
        refuse_buffer(buffer,
                      of_box ? "an offset of a box within its element"
                             : "an offset of a position within a vertex",
                      std::to_string(buffer.offset));
}

} // namespace

void check_buffer(const BufferLayout& buffer) {
    check_size(buffer);
    if (buffer.role == Role::vertices && buffer.element_bytes < position_bytes)
        refuse_buffer(buffer, "at least 12 bytes a vertex", std::to_string(buffer.element_bytes));
    check_offset(buffer);
    if (buffer.index_bytes != 2 && buffer.index_bytes != 4)
        refuse_buffer(buffer, "indices of 2 or 4 bytes", std::to_string(buffer.index_bytes));
    if (buffer.role == Role::faces && buffer.stride < 3 * buffer.index_bytes)
        refuse_buffer(buffer, fmt::format("a stride of at least {}, three indices", 3 * buffer.index_bytes),
                      std::to_string(buffer.stride));
    if (buffer.role != Role::faces && !buffer.base_vertices.empty())
        refuse_buffer(buffer, "base vertices of faces only", std::string(name_of(buffer.role)));
    try {
        check_base_vertices(buffer.base_vertices, buffer.element_count());
    } catch (const Error& error) {
        throw Error(fmt::format("allocation '{}': {}", buffer.name, error.what()));
    }
}

std::string_view name_of(PixelOrder order) {
    constexpr std::array<std::string_view, 4> names{"recorded", "writes", "grid", "threads"};
    return names[static_cast<std::size_t>(order)];
}

RecordingLayout layout_of(const RecordingInfo& info) {
    RecordingLayout layout;
    for (const Allocation& a : info.allocations) {
        BufferLayout& buffer = layout.buffers.emplace_back();
        buffer.name = a.name;
        buffer.role = a.role;
        buffer.space = a.space;
        buffer.address = a.address;
        buffer.bytes = a.bytes;
        buffer.stride = a.stride;
        buffer.element_bytes = a.element_bytes;
        buffer.layout = a.layout;
        buffer.origin = origin_of(info, "allocations");
    }
    layout.image_origin = origin_of(info, image_field);
    layout.width = info.scene.width;
    layout.height = info.scene.height;
    if (!info.scene.cameras.empty()) layout.camera = info.scene.cameras.front();
    return layout;
}

void check_layout(const RecordingLayout& layout) {
    std::uint64_t pixels = 0;
    for (const BufferLayout& buffer : layout.buffers) {
        check_buffer(buffer);
        if (buffer.role == Role::framebuffer) pixels += buffer.element_count();
    }
    const std::uint64_t image = std::uint64_t{layout.width} * layout.height;
    if (image != 0 && pixels != 0 && image != pixels)
        throw Error(
            fmt::format("expected an image of {} pixels, the elements of the framebuffer, found {} x {}",
                        pixels, layout.width, layout.height));
}

const BufferLayout* find_buffer(const RecordingLayout& layout, Role role) {
    const BufferLayout* found = nullptr;
    for (const BufferLayout& buffer : layout.buffers)
        if (buffer.role == role && (found == nullptr || found->element_count() < buffer.element_count()))
            found = &buffer;
    return found;
}

BufferLayout* find_buffer(RecordingLayout& layout, Role role) {
    return const_cast<BufferLayout*>(find_buffer(std::as_const(layout), role));
}

} // namespace hitmap
