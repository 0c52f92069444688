#include "core/profile/query/profile.h"

#include "core/cache/results/matrix_history.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hitmap {

bool can_answer(const ProfileCapabilities& capabilities, Metric metric) {
    if (const auto term = info_of(metric.quantity).term) return capabilities.terms.has(*term);
    const SumSet sums = info_of(metric.quantity).sums;
    if (sums.has(Sum::accesses) && !capabilities.counts_accesses) return false;
    if (sums.has(Sum::last_access) && !capabilities.knows_order) return false;
    if (sums.has(Sum::distance) && !capabilities.has_reuse_distance) return false;
    if (sums.has(Sum::conflict) && !capabilities.has_miss_classes) return false;
    return !sums.has(Sum::cold) || capabilities.has_miss_classes || capabilities.has_reuse_distance;
}

std::optional<ElementTerms::Values> Profile::terms(ElementTerm term, const JobContext& job) const {
    if (!capabilities().terms.has(term)) return std::nullopt;
    return facts_.terms->of(term, job);
}

void Profile::term_values(const QuantityInfo& quantity, ElementKindId kind, std::vector<float>& out,
                          const JobContext& job) const {
    out.assign(element_count(kind), std::numeric_limits<float>::quiet_NaN());
    const auto values = quantity.is_of(kind) ? terms(quantity.term.value(), job) : std::nullopt;
    if (!values) return;
    const auto known = values->elements.first(std::min(out.size(), values->elements.size()));
    std::ranges::transform(known, out.begin(), [](double value) { return static_cast<float>(value); });
}

std::vector<KindSums> Profile::totals(TimeWindow window, const JobContext& job) const {
    WindowSums sums;
    this->window(window, sums, job);
    return std::move(sums.totals);
}

std::vector<std::vector<KindSums>> Profile::frame_totals(std::uint64_t q, const JobContext& job) const {
    std::vector<std::vector<KindSums>> frames;
    frames.reserve(q);
    for (std::uint64_t f = 0; f < q; ++f) {
        job.check();
        frames.push_back(totals(frame_window(positions(), q, f), job));
    }
    return frames;
}

/// Computes values from WindowSums. These contain neither reuse distances nor classes of misses.
TimeWindow Profile::values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                           const JobContext& job) const {
    if (const QuantityInfo& quantity = info_of(metric.quantity); quantity.term) {
        term_values(quantity, kind, out, job);
        return served(window);
    }
    out.assign(element_count(kind), std::numeric_limits<float>::quiet_NaN());
    if (!can_answer(capabilities(), metric) || info_of(metric.quantity).sums.intersects(reuse_sums))
        return served(window);
    WindowSums sums;
    this->window(window, sums, job);
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<float>(metric_value(metric, sums.elements[kind][i], sums.window.count()));
    return sums.window;
}

ElementSums Profile::element(TimeWindow window, ElementKindId kind, std::uint64_t element) const {
    WindowSums sums;
    this->window(window, sums);
    const auto& elements = sums.elements[kind];
    return element < elements.size() ? elements[element] : ElementSums{};
}

std::vector<ElementFrame> Profile::element_frames(std::uint64_t q, ElementKindId kind, std::uint64_t element,
                                                  const JobContext& job) const {
    std::vector<ElementFrame> frames;
    frames.reserve(q);
    for (std::uint64_t f = 0; f < q; ++f) {
        job.check();
        const TimeWindow window = frame_window(positions(), q, f);
        const ElementSums sums = this->element(window, kind, element);
        const std::uint64_t accessed = sums.accesses != 0 ? 1 : 0;
        frames.push_back({served(window),
                          {sums.accesses, accessed, sums.l1(), sums.l2(), capabilities().counts_accesses},
                          sums.last_access});
    }
    return frames;
}

std::optional<ValueExtent> Profile::extent_over_frames(std::uint64_t q, Metric metric,
                                                       const JobContext& job) const {
    if (q > 1 && info_of(metric.quantity).term) q = 1; // the same in all frames
    std::optional<ValueExtent> extent;
    std::vector<float> values;
    for (std::uint64_t f = 0; f < q; ++f)
        for (const ElementKindId kind : kinds_with_look_ups()) {
            this->values(frame_window(positions(), q, f), kind, metric, values, job);
            for (const float value : values) {
                if (!std::isfinite(value)) continue;
                if (!extent) extent = ValueExtent{value, value};
                extent = ValueExtent{std::min(extent->min, value), std::max(extent->max, value)};
            }
        }
    return extent;
}

std::shared_ptr<const SmTable> Profile::sm_table(const JobContext& /*job*/) const {
    return facts_.sm_table;
}

std::optional<MatrixWindow> Profile::matrix(TimeWindow /*window*/) const {
    return std::nullopt;
}

std::optional<std::vector<PixelAccess>>
Profile::pixel_accesses(std::uint32_t /*pixel*/, TimeWindow /*window*/, const JobContext& /*job*/) const {
    return std::nullopt;
}

} // namespace hitmap
