#include "core/profile/pixels/pixel_lateness.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hitmap {

std::vector<float> pixel_lateness(std::span<const float> order, std::uint32_t width, std::uint32_t reach) {
    std::vector<float> lateness(order.size(), std::numeric_limits<float>::quiet_NaN());
    if (width == 0 || width > order.size()) return lateness;    // less than a row
    std::vector<double> sum(width + std::size_t{1});            // prefix sums of the order along the row
    std::vector<std::uint32_t> written(width + std::size_t{1}); // prefix counts of written pixels
    for (std::size_t row = 0; row + width <= order.size(); row += width) {
        for (std::uint32_t x = 0; x < width; ++x) {
            const float value = order[row + x];
            sum[x + 1] = sum[x] + (std::isnan(value) ? 0.0 : double{value});
            written[x + 1] = written[x] + (std::isnan(value) ? 0 : 1);
        }
        for (std::uint32_t x = 0; x < width; ++x) {
            if (std::isnan(order[row + x])) continue;
            const std::uint32_t first = x - std::min(x, reach);
            const std::uint32_t end = x + std::min(reach, width - 1 - x) + 1;
            const double mean = (sum[end] - sum[first]) / (written[end] - written[first]);
            lateness[row + x] = static_cast<float>(double{order[row + x]} - mean);
        }
    }
    return lateness;
}

} // namespace hitmap
