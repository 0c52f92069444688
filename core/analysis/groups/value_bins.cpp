#include "core/analysis/groups/value_bins.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hitmap {

namespace {

constexpr std::size_t most_whole_bins = 64;

} // namespace

ValueBins::ValueBins(std::span<const float> values, const ElementQuantity& quantity, std::size_t most)
    : whole_(quantity.whole) {
    float least = std::numeric_limits<float>::infinity();
    float least_positive = least;
    last_ = -least;
    for (const float value : values) {
        if (!std::isfinite(value)) continue;
        least = std::min(least, value);
        last_ = std::max(last_, value);
        if (value > 0.0F) least_positive = std::min(least_positive, value);
    }
    if (least > last_) return;
    const bool single = whole_ && last_ - least < static_cast<float>(most_whole_bins);
    if (single) most = static_cast<std::size_t>(last_ - least) + 1;
    const bool ratios = quantity.logarithmic && last_ > 0.0F;
    for (std::size_t i = 0; i < most; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(most);
        double start = double{least} + share * (double{last_} - double{least});
        if (single)
            start = double{least} + static_cast<double>(i);
        else if (ratios)
            start = double{least_positive} * std::pow(double{last_} / double{least_positive}, share);
        if (whole_) start = std::ceil(start);
        const float lower = i == 0 ? least : static_cast<float>(start);
        // Values that are close together leave fewer ranges.
        if (starts_.empty() || (lower > starts_.back() && lower <= last_)) starts_.push_back(lower);
    }
}

float ValueBins::to(std::size_t bin) const {
    if (bin + 1 == starts_.size()) return last_;
    const float below = std::nextafter(starts_[bin + 1], -std::numeric_limits<float>::infinity());
    return whole_ ? std::floor(below) : below;
}

std::size_t ValueBins::bin_of(float value) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(starts_, value) - starts_.begin()) - 1;
}

} // namespace hitmap
