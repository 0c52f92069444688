#include "render/plot/step_line.h"

namespace hitmap {

std::vector<CanvasPoint> step_line(CanvasPoint start, std::span<const CanvasPoint> points, double right) {
    constexpr double least_step = 0.25; // in pixels
    std::vector<CanvasPoint> line{start};
    double y = start.y;
    for (const CanvasPoint& point : points) {
        y = point.y;
        if (point.x - line.back().x < least_step && line.back().y - y < least_step) continue;
        line.push_back({point.x, line.back().y});
        line.push_back({point.x, y});
    }
    line.push_back({right, y});
    return line;
}

} // namespace hitmap
