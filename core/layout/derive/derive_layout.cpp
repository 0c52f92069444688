#include "core/layout/derive/derive_layout.h"

#include "core/base/error.h"
#include "core/layout/derive/access_survey.h"
#include "core/layout/derive/base_vertex_ranges.h"
#include "core/layout/derive/buffer_extent.h"
#include "core/layout/derive/buffer_use.h"
#include "core/layout/derive/derive_roles.h"
#include "core/layout/derive/face_reads.h"
#include "core/layout/derive/nested_boxes.h"
#include "core/layout/derive/stored_contents.h"
#include "core/layout/model/image_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// Several boxes that are always read together, such as those of two children, look like one element.
void split_boxes(BufferLayout& buffer) {
    if (buffer.stride <= stored_box_bytes || buffer.stride % stored_box_bytes != 0 ||
        buffer.element_bytes != buffer.stride)
        return;
    buffer.stride = buffer.element_bytes = stored_box_bytes;
}

/// The elements of some buffers are too small for what their accesses suggest, such as faces of 4 bytes.
void leave_role_if_impossible(BufferLayout& buffer) {
    try {
        check_buffer(buffer);
    } catch (const Error&) {
        buffer.role = Role::other;
        buffer.layout = ElementLayout::linear;
        buffer.element_bytes = std::min(buffer.element_bytes, buffer.stride);
        buffer.index_bytes = BufferLayout().index_bytes;
    }
}

BufferLayout layout_of_use(const BufferUse& use, Role role, const RecordingInfo& info) {
    BufferLayout buffer;
    buffer.role = role;
    buffer.space = use.extent.space;
    buffer.address = use.extent.begin;
    buffer.bytes = use.extent.end - use.extent.begin;
    buffer.origin = Origin::derived;
    buffer.stride = use.stride;
    buffer.element_bytes = use.element_bytes;
    if (use.extent.allocation) buffer.name = info.allocations[*use.extent.allocation].name;
    const bool has_planes = role == Role::vertices || role == Role::vertex_attributes;
    if (use.plane_bytes != 0 && has_planes) {
        buffer.layout = ElementLayout::planar;
    } else if (use.plane_bytes != 0) {
        buffer.element_bytes = buffer.stride;
    }
    if (role == Role::boxes) split_boxes(buffer);
    constexpr std::uint32_t wide_index = 12;
    if (role == Role::faces && buffer.element_bytes < wide_index) buffer.index_bytes = 2;
    leave_role_if_impossible(buffer);
    return buffer;
}

/// Gives each buffer without a name its role as the name, with a number if there are several.
void name_buffers(std::vector<BufferLayout>& buffers) {
    std::array<std::uint32_t, role_count> last{};
    for (BufferLayout& buffer : buffers) {
        if (!buffer.name.empty()) continue;
        const std::uint32_t number = ++last[static_cast<std::size_t>(buffer.role)];
        buffer.name = number == 1 ? std::string(name_of(buffer.role))
                                  : fmt::format("{} {}", name_of(buffer.role), number);
    }
}

using Size = std::pair<std::uint32_t, std::uint32_t>;

/// The grid of threads of the first launch, if it has two dimensions and covers the pixels.
Size size_of_grid(const RecordingInfo& info, std::uint64_t pixels) {
    if (info.launches.empty()) return {};
    const Launch& launch = info.launches.front();
    const std::uint64_t width = std::uint64_t{launch.grid[0]} * launch.block[0];
    const std::uint64_t height = std::uint64_t{launch.grid[1]} * launch.block[1];
    if (height < 2 || width < 2 || width > 65536 || height > 65536 || width * height != pixels) return {};
    return {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
}

void set_image(const RecordingInfo& info, RecordingLayout& layout) {
    const BufferLayout* framebuffer = find_buffer(std::as_const(layout), Role::framebuffer);
    if (framebuffer == nullptr) return;
    const std::uint64_t pixels = framebuffer->element_count();
    if (const Size size = size_of_grid(info, pixels); size.first != 0) {
        layout.width = size.first;
        layout.height = size.second;
        layout.image_origin = Origin::derived;
    } else {
        set_usual_image_size(layout);
    }
    layout.pixels = PixelOrder::writes;
}

/// What the accesses of a recording say, from which roles are derived.
struct Uses {
    std::vector<BufferUse> buffers;
    BufferLinks links;
};

/// The buffers with their roles. Those whose indices are single ones have faces of three.
std::vector<BufferLayout> buffers_with_roles(const Uses& uses, const DerivedRoles& derived,
                                             const RecordingInfo& info) {
    std::vector<BufferLayout> buffers;
    for (std::size_t b = 0; b < uses.buffers.size(); ++b) {
        BufferUse use = uses.buffers[b];
        const bool has_single_indices = derived.single_indices && derived.faces->index == b;
        const std::uint32_t index_bytes = use.element_bytes;
        if (has_single_indices) use.stride = use.element_bytes = 3 * index_bytes;
        buffers.push_back(layout_of_use(use, derived.roles[b], info));
        if (has_single_indices && buffers.back().role == Role::faces)
            buffers.back().index_bytes = index_bytes;
    }
    return buffers;
}

/// The buffers, and what lanes read of faces and vertices if that was looked at.
struct FoundBuffers {
    std::vector<BufferLayout> buffers;
    std::optional<FaceReads> reads;
};

/// Pairs of buffers that look like faces with vertices by their counts alone are tried, until one is that.
FoundBuffers find_roles(const Uses& uses, const HmtFile& file, ThreadPool& pool, const JobContext& job) {
    constexpr double least_share = 0.9; // share of the indices that must be read by threes
    constexpr std::size_t most_tries = 4;
    std::vector<IndexedPair> refused;
    for (;;) {
        const DerivedRoles derived = derive_roles(uses.buffers, uses.links, refused);
        FoundBuffers found{buffers_with_roles(uses, derived, file.info()), {}};
        if (!derived.is_unproven) return found;
        RecordingLayout layout;
        layout.buffers = found.buffers;
        found.reads = read_faces(file, layout, pool, job);
        if (found.reads->indices != 0 && static_cast<double>(found.reads->indices_of_tests) >=
                                             least_share * static_cast<double>(found.reads->indices))
            return found;
        if (refused.size() < most_tries) {
            refused.push_back(*derived.faces);
            continue;
        }
        for (BufferLayout& buffer : found.buffers)
            if (buffer.role == Role::faces || buffer.role == Role::vertices) buffer.role = Role::other;
        return {std::move(found.buffers), {}};
    }
}

/// Where the indices are stored: sets what has to be added to them to get the vertices that lanes read.
void set_base_vertices(const HmtFile& file, std::optional<FaceReads> reads, RecordingLayout& layout,
                       ThreadPool& pool, const JobContext& job) {
    BufferLayout* faces = find_buffer(layout, Role::faces);
    const BufferLayout* vertices = find_buffer(std::as_const(layout), Role::vertices);
    if (faces == nullptr || vertices == nullptr) return;
    const std::vector<std::uint8_t> index_bytes = stored_bytes(file, *faces);
    const std::vector<std::uint8_t> vertex_bytes = stored_bytes(file, *vertices);
    if (index_bytes.empty() || vertex_bytes.empty()) return;
    if (!reads) reads = read_faces(file, layout, pool, job);
    std::uint64_t broken = 0;
    faces->base_vertices = find_base_vertices(decode_indices(index_bytes, *faces),
                                              decode_vertices(vertex_bytes, *vertices, broken), *reads);
}

/// Where no buffer has boxes alone, the stored contents say which elements contain their boxes: those of
/// nodes, or else those that are read most often.
void find_boxes_in_elements(const HmtFile& file, const std::vector<BufferUse>& uses,
                            std::vector<BufferLayout>& buffers) {
    if (std::ranges::count(buffers, Role::boxes, &BufferLayout::role) != 0) return;
    std::vector<std::size_t> order;
    for (std::size_t b = 0; b < buffers.size(); ++b)
        if ((buffers[b].role == Role::nodes || buffers[b].role == Role::other) && uses[b].is_read_only() &&
            uses[b].extent.space == Space::global)
            order.push_back(b);
    const auto rank = [&](std::size_t b) {
        return std::pair(buffers[b].role != Role::nodes, ~uses[b].elements_read);
    };
    std::ranges::stable_sort(order, {}, rank);
    for (const std::size_t b : order) {
        BufferLayout& buffer = buffers[b];
        if (buffer.stride < stored_box_bytes) continue;
        const std::vector<std::uint8_t> bytes = stored_bytes(file, buffer);
        const auto offset = bytes.empty() ? std::nullopt : find_box_offset(bytes, buffer);
        if (!offset) continue;
        buffer.role = Role::boxes;
        buffer.offset = *offset;
        buffer.element_bytes = *offset + stored_box_bytes;
        return;
    }
}

} // namespace

RecordingLayout derive_layout(const HmtFile& file, ThreadPool& pool, const JobContext& job) {
    if (file.info().has_sums())
        throw FileError(file.name(), "", "expected requests, from which a layout is derived, found sums");
    const std::vector<BufferExtent> extents = find_buffers(file, pool, job);
    const AccessSurvey survey = survey_accesses(file, extents, pool, job);
    auto [buffers, links] = buffer_uses(extents, survey, file.info().instructions);
    const Uses uses{std::move(buffers), std::move(links)};
    FoundBuffers found = find_roles(uses, file, pool, job);
    find_boxes_in_elements(file, uses.buffers, found.buffers);
    RecordingLayout layout;
    layout.buffers = std::move(found.buffers);
    name_buffers(layout.buffers);
    set_base_vertices(file, std::move(found.reads), layout, pool, job);
    set_image(file.info(), layout);
    return layout;
}

} // namespace hitmap
