#include "tests/examples/pixel_accesses.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace hitmap {

const std::vector<std::string_view>& tracer_buffers() {
    static const std::vector<std::string_view> names{
        "framebuffer", "nodes", "boxes", "faces", "vertices", "normal indices", "normals", "source faces"};
    return names;
}

std::string text_of(const PixelAccesses& accesses) {
    std::string text;
    for (const std::uint32_t access : accesses)
        text += fmt::format("{}:{} ", access >> 28, access & 0x0fff'ffffU);
    return text;
}

namespace {

/// The name that a buffer of a replayed tree has in a recording of `hitmap trace`.
std::string_view without_tree(std::string_view name) {
    constexpr std::string_view prefix = "tree ";
    return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

} // namespace

AccessesByPixel::AccessesByPixel(const RecordingInfo& info, const std::vector<std::string_view>& buffers,
                                 std::size_t pixels)
    : instructions_(info.instructions), pixels_(pixels) {
    for (std::uint32_t number = 0; number < tracer_buffers().size(); ++number)
        for (const Allocation& allocation : info.allocations)
            if (without_tree(allocation.name) == tracer_buffers()[number] &&
                std::ranges::find(buffers, allocation.name) != buffers.end())
                buffers_.push_back({number, allocation});
}

std::optional<std::uint32_t> AccessesByPixel::access_of(std::uint64_t address) const {
    for (const auto& [number, allocation] : buffers_) {
        const std::uint64_t offset = address - allocation.address;
        if (offset >= allocation.bytes) continue;
        const bool begins = allocation.layout == ElementLayout::planar ? offset < allocation.plane_bytes()
                                                                       : offset % allocation.stride == 0;
        if (!begins) return std::nullopt;
        return number << 28 | static_cast<std::uint32_t>(offset / allocation.stride);
    }
    return std::nullopt;
}

void AccessesByPixel::add(const RequestBlock& block) {
    constexpr std::uint32_t framebuffer = 0;
    for (const RequestBlock::Entry& entry : block.entries) {
        if (instructions_[entry.instruction].space != Space::global) continue;
        std::uint32_t rest = entry.mask;
        for (const std::uint64_t address : block.addresses_of(entry)) {
            const auto lane = static_cast<unsigned>(std::countr_zero(rest));
            rest &= rest - 1;
            const auto access = access_of(address);
            if (!access) continue;
            PixelAccesses& of_lane = lanes_[{entry.warp, lane}];
            of_lane.push_back(*access);
            if (*access >> 28 == framebuffer) pixels_.at(*access) = std::exchange(of_lane, {});
        }
    }
}

} // namespace hitmap
