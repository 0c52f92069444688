#include "core/analysis/groups/element_histogram.h"

#include "core/analysis/groups/value_bins.h"
#include "core/jobs/check_often.h"

#include <algorithm>
#include <cmath>

namespace hitmap {

ElementHistogram element_histogram(const SceneInTime& in_time, const ElementQuantity& quantity,
                                   std::size_t bins, const JobContext& job) {
    const RecordedScene& scene = in_time.scene;
    const std::vector<float> values = element_quantity_values(in_time, quantity, job);
    WindowSums sums;
    in_time.profile->window(in_time.window, sums, job);
    const auto& elements = sums.elements[quantity.kind];
    const std::uint64_t count = element_count(scene, quantity.kind);
    const ValueBins ranges(values, quantity, bins);
    ElementHistogram histogram;
    histogram.undefined.sums.counts_accesses = in_time.profile->capabilities().counts_accesses;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        ElementBin& bin = histogram.bins.emplace_back(histogram.undefined);
        bin.from = ranges.from(i);
        bin.to = ranges.to(i);
    }
    for (std::size_t e = 0; e < std::max(elements.size(), values.size()); ++e) {
        check_often(e, job);
        const ElementSums element = e < elements.size() ? elements[e] : ElementSums();
        const bool defined = e < values.size() && std::isfinite(values[e]);
        const bool is_none = e >= count || is_padding(scene, quantity.kind, e);
        if (!defined && is_none && element.accesses == 0) continue;
        ElementBin& bin = defined ? histogram.bins[ranges.bin_of(values[e])] : histogram.undefined;
        ++bin.elements;
        bin.sums += element;
    }
    return histogram;
}

ElementBin sum_of_bins(const ElementHistogram& histogram, std::size_t first, std::size_t last) {
    ElementBin sum = histogram.bins.at(first);
    for (std::size_t i = first + 1; i <= last; ++i) {
        const ElementBin& bin = histogram.bins.at(i);
        sum.to = bin.to;
        sum.elements += bin.elements;
        sum.sums.accesses += bin.sums.accesses;
        sum.sums.elements_accessed += bin.sums.elements_accessed; // an element is in one bin
        sum.sums.l1 += bin.sums.l1;
        sum.sums.l2 += bin.sums.l2;
    }
    return sum;
}

} // namespace hitmap
