#include "core/layout/derive/derive_layout.h"

#include "core/base/error.h"
#include "core/layout/derive/buffer_use.h"
#include "core/layout/derive/derive_roles.h"
#include "core/layout/model/image_size.h"
#include "core/layout/survey/access_survey.h"
#include "core/layout/survey/buffer_extent.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace hitmap {

namespace {

constexpr std::uint32_t box_bytes = 24; // two corners of three floats

/// Several boxes that are always read together, such as those of two children, look like one element.
void split_boxes(BufferLayout& buffer) {
    if (buffer.stride <= box_bytes || buffer.stride % box_bytes != 0 || buffer.element_bytes != buffer.stride)
        return;
    buffer.stride = buffer.element_bytes = box_bytes;
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

} // namespace

RecordingLayout derive_layout(const HmtFile& file, ThreadPool& pool, const JobContext& job) {
    if (file.info().has_sums())
        throw FileError(file.name(), "", "expected requests, from which a layout is derived, found sums");
    const std::vector<BufferExtent> extents = find_buffers(file, pool, job);
    const AccessSurvey survey = survey_accesses(file, extents, pool, job);
    const auto [uses, links] = buffer_uses(extents, survey, file.info().instructions);
    const std::vector<Role> roles = derive_roles(uses, links);
    RecordingLayout layout;
    for (std::size_t b = 0; b < uses.size(); ++b)
        layout.buffers.push_back(layout_of_use(uses[b], roles[b], file.info()));
    name_buffers(layout.buffers);
    set_image(file.info(), layout);
    return layout;
}

} // namespace hitmap
