#include "core/analysis/groups/element_histogram.h"

#include "core/jobs/check_often.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hitmap {

namespace {

constexpr std::size_t most_whole_bins = 64;

/// The lower ends of the bins, rising.
std::vector<float> bin_starts(const std::vector<float>& values, const ElementQuantity& quantity,
                              std::size_t bins) {
    float least = std::numeric_limits<float>::infinity();
    float least_positive = least;
    float most = -least;
    for (const float value : values) {
        if (!std::isfinite(value)) continue;
        least = std::min(least, value);
        most = std::max(most, value);
        if (value > 0.0F) least_positive = std::min(least_positive, value);
    }
    if (least > most) return {};
    const bool single = quantity.whole && most - least < static_cast<float>(most_whole_bins);
    if (single) bins = static_cast<std::size_t>(most - least) + 1;
    const bool ratios = quantity.logarithmic && most > 0.0F;
    std::vector<float> starts;
    for (std::size_t i = 0; i < bins; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(bins);
        double start = double{least} + share * (double{most} - double{least});
        if (single) start = double{least} + static_cast<double>(i);
        if (ratios) start = double{least_positive} * std::pow(double{most} / double{least_positive}, share);
        const float lower = i == 0 ? least : static_cast<float>(start);
        // Values that are close together leave fewer bins.
        if (starts.empty() || (lower > starts.back() && lower <= most)) starts.push_back(lower);
    }
    return starts;
}

float last_value(const std::vector<float>& values) {
    float most = -std::numeric_limits<float>::infinity();
    for (const float value : values)
        if (std::isfinite(value)) most = std::max(most, value);
    return most;
}

} // namespace

ElementHistogram element_histogram(const RecordedScene& scene, const Profile& profile, TimeWindow window,
                                   const ElementQuantity& quantity, std::size_t bins, const JobContext& job) {
    const std::vector<float> values = element_quantity_values(scene, quantity, job);
    WindowSums sums;
    profile.window(window, sums, job);
    const auto& elements = sums.elements[quantity.kind];
    const std::vector<float> starts = bin_starts(values, quantity, bins);
    ElementHistogram histogram;
    histogram.undefined.sums.counts_accesses = profile.capabilities().counts_accesses;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        ElementBin& bin = histogram.bins.emplace_back(histogram.undefined);
        bin.from = starts[i];
        bin.to = i + 1 == starts.size()
                     ? last_value(values)
                     : std::nextafter(starts[i + 1], -std::numeric_limits<float>::infinity());
        if (quantity.whole) bin.to = std::floor(bin.to);
    }
    for (std::size_t e = 0; e < std::max(elements.size(), values.size()); ++e) {
        check_often(e, job);
        const ElementSums element = e < elements.size() ? elements[e] : ElementSums();
        const bool defined = e < values.size() && std::isfinite(values[e]);
        const bool is_padding = quantity.kind == face_kind
                                    ? e >= scene.face_slots.size() || scene.is_padding(e)
                                    : e >= scene.boxes.size();
        if (!defined && is_padding && element.accesses == 0) continue;
        const auto next = std::ranges::upper_bound(starts, defined ? values[e] : 0.0F);
        ElementBin& bin = defined ? histogram.bins[static_cast<std::size_t>(next - starts.begin()) - 1]
                                  : histogram.undefined;
        ++bin.elements;
        bin.sums += element;
    }
    return histogram;
}

} // namespace hitmap
