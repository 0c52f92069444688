#include "core/export/buffered_bytes.h"

namespace hitmap {

void BufferedBytes::bytes(std::span<const std::byte> bytes) {
    constexpr std::size_t piece = std::size_t{1} << 20;
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
    if (buffer_.size() >= piece) flush();
}

void BufferedBytes::points(const std::vector<glm::vec3>& points, const glm::dvec3& offset) {
    const bool is_far = offset != glm::dvec3(0.0);
    for (const glm::vec3& point : points)
        for (int axis = 0; axis < 3; ++axis) {
            if (is_far)
                number(double{point[axis]} + offset[axis]);
            else
                number(point[axis]);
        }
}

void BufferedBytes::flush() {
    job_.check();
    out_.write(buffer_);
    buffer_.clear();
}

} // namespace hitmap
