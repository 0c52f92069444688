#include "core/trace/model/mesh_offset.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace hitmap {

std::string mesh_offset_text(const glm::dvec3& offset) {
    return fmt::format("{},{},{}", offset.x, offset.y, offset.z);
}

glm::dvec3 mesh_offset(const RecordingInfo& info) {
    glm::dvec3 offset(0.0);
    const auto option =
        std::ranges::find(info.options, mesh_offset_option, &std::pair<std::string, std::string>::first);
    if (option == info.options.end()) return offset;
    const std::string& text = option->second;
    const char* next = text.data();
    const char* const end = next + text.size();
    for (int axis = 0; axis < 3; ++axis) {
        const auto [stop, error] = std::from_chars(next, end, offset[axis]);
        const bool ends_well = axis == 2 ? stop == end : stop != end && *stop == ',';
        if (error != std::errc() || !ends_well || !std::isfinite(offset[axis]))
            throw Error(
                fmt::format("option {}: expected three finite numbers separated by commas, found '{}'",
                            mesh_offset_option, text));
        next = axis == 2 ? end : stop + 1;
    }
    return offset;
}

} // namespace hitmap
