#include "widgets/plot/axis_cells.h"

#include <algorithm>
#include <cmath>

namespace hitmap {

std::size_t cell_at(double place, double start, double length, std::size_t count) {
    const double share = (place - start) / std::max(1.0, length);
    const auto cells = static_cast<double>(count);
    return static_cast<std::size_t>(std::clamp(std::floor(share * cells), 0.0, cells - 1.0));
}

std::optional<std::size_t> cell_by_key(int key, const AxisKeys& keys, std::optional<std::size_t> cursor,
                                       std::size_t start, std::size_t count, std::size_t step) {
    const std::size_t last = count - 1;
    if (key == keys.first) return 0;
    if (key == keys.last) return last;
    if (key != keys.back && key != keys.forward) return std::nullopt;
    if (!cursor) return std::min(start, last);
    if (key == keys.back) return *cursor - std::min(*cursor, step);
    return *cursor + std::min(last - *cursor, step);
}

} // namespace hitmap
