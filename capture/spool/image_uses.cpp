#include "capture/spool/image_uses.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>

namespace hitmap::capture {

namespace {

constexpr std::size_t most_images = 100;

/// A number without superfluous zeros.
std::string number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6g", value);
    return text.data();
}

} // namespace

void ImageUses::add(const LogRecord& record, const std::vector<Binding>& bindings, const Access& access) {
    if (access.binding >= bindings.size()) return;
    const Binding& binding = bindings[access.binding];
    for (std::uint32_t rank = 0; rank < record.lanes; ++rank) {
        const std::uint32_t index = record.word(rank, 3);
        Use& use = uses_[{binding.set, binding.binding, index, binding.name, access.float_coordinates}];
        for (std::uint32_t axis = 0; axis < 3; ++axis) {
            const std::uint32_t word = record.word(rank, axis);
            const double value = access.float_coordinates
                                     ? static_cast<double>(std::bit_cast<float>(word))
                                     : static_cast<double>(static_cast<std::int32_t>(word));
            if (!std::isfinite(value)) continue;
            Range& range = use.ranges[axis];
            range.least = use.lanes == 0 ? value : std::min(range.least, value);
            range.most = use.lanes == 0 ? value : std::max(range.most, value);
        }
        ++use.lanes;
    }
}

std::vector<std::string> ImageUses::lines() const {
    constexpr std::array axes{"x", "y", "z"};
    std::vector<std::string> lines;
    for (const auto& [key, use] : uses_) {
        if (lines.size() == most_images) break;
        const auto& [set, binding, index, name, is_float] = key;
        std::string line =
            (name.empty() ? "image" : name) + (index == 0 ? "" : "[" + std::to_string(index) + "]");
        line += " (set " + std::to_string(set) + ", binding " + std::to_string(binding) +
                "): " + std::to_string(use.lanes) + (use.lanes == 1 ? " lane access" : " lane accesses");
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            const Range& range = use.ranges[axis];
            // A coordinate that an image does not have is 0.
            if (axis != 0 && range.least == 0 && range.most == 0) continue;
            line += std::string(", ") + axes[axis] + " " + number(range.least) + " to " + number(range.most);
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace hitmap::capture
