#pragma once

#include "core/trace/model/recording.h"
#include "core/trace/model/request.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

/// The loads and stores of a pixel in order, each the number of a buffer in the upper 4 bits and an element.
using PixelAccesses = std::vector<std::uint32_t>;

/// The buffers of a recording of the ray tracer, by their numbers: those of their bindings for Vulkan.
[[nodiscard]] const std::vector<std::string_view>& tracer_buffers();

[[nodiscard]] std::string text_of(const PixelAccesses& accesses);

/// Sorts the accesses of a recording of the ray tracer by pixel. What a lane accesses up to a store in the
/// framebuffer is for the pixel that it stores, so that no lane tags are needed.
class AccessesByPixel {
public:
    /// @param buffers  names of the buffers that count; the framebuffer is one of them
    AccessesByPixel(const RecordingInfo& info, const std::vector<std::string_view>& buffers,
                    std::size_t pixels);
    /// Adds requests of one launch, in order.
    void add(const RequestBlock& block);
    /// [pixels]
    [[nodiscard]] const std::vector<PixelAccesses>& pixels() const { return pixels_; }

private:
    struct Buffer {
        std::uint32_t number;
        Allocation allocation;
    };
    /// The access, if it reads or writes the first part of an element.
    [[nodiscard]] std::optional<std::uint32_t> access_of(std::uint64_t address) const;

    std::vector<Instruction> instructions_;
    std::vector<Buffer> buffers_;
    std::map<std::pair<std::uint32_t, unsigned>, PixelAccesses>
        lanes_; ///< since the last pixel; by warp, lane
    std::vector<PixelAccesses> pixels_;
};

} // namespace hitmap
