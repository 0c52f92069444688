#include "render/plot/histogram.h"

#include <algorithm>
#include <cmath>

namespace hitmap {

std::uint64_t Histogram::largest_bin() const {
    return bins.empty() ? 0 : *std::max_element(bins.begin(), bins.end());
}

Histogram make_histogram(std::span<const std::span<const float>> values, const ColourRange& range,
                         std::size_t bins) {
    Histogram histogram;
    histogram.bins.resize(bins);
    const float scale = static_cast<float>(bins) / (range.max - range.min);
    for (const std::span<const float> array : values) {
        for (const float value : array) {
            if (std::isnan(value)) {
                ++histogram.without;
            } else if (range.difference && std::isinf(value)) {
                ++(value < 0.0F ? histogram.only_a : histogram.only_b);
            } else if (value < range.min) {
                ++histogram.below;
            } else if (value > range.max) {
                ++histogram.above;
            } else {
                ++histogram.bins[std::min(static_cast<std::size_t>((value - range.min) * scale), bins - 1)];
            }
        }
    }
    return histogram;
}

} // namespace hitmap
