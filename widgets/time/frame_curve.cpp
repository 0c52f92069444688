#include "widgets/time/frame_curve.h"

#include "core/profile/query/quantity.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/trace/model/element_kind.h"
#include "widgets/base/format.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace hitmap {

namespace {

float rate(const LevelSums& sums) {
    return static_cast<float>(QuantitySums{.level = sums}.hit_rate());
}

std::string curve_text(const char* text) {
    return QCoreApplication::translate("CurveView", text).toStdString();
}

void add_points(PlotSeries& series, const std::vector<float>& values, std::size_t columns, bool with_spread) {
    for (const CurveColumn& column : curve_columns(values, columns)) {
        const double middle = static_cast<double>(series.points.size()) + 0.5;
        series.points.push_back({middle, static_cast<double>(column.mean)});
        if (with_spread)
            series.spread.push_back({static_cast<double>(column.min), static_cast<double>(column.max)});
    }
}

} // namespace

std::shared_ptr<const FrameCurve> frame_curve(std::shared_ptr<const Profile> profile,
                                              const CountedAs& counting, std::uint64_t intervals,
                                              const JobContext& job) {
    auto curve = std::make_shared<FrameCurve>();
    curve->totals = profile->frame_totals(intervals, job);
    curve->profile = std::move(profile);
    curve->counting = counting;
    std::uint64_t elements = 0;
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind)
        elements += curve->profile->element_count(kind);
    if (elements != 0 && curve->profile->capabilities().counts_accesses)
        curve->shares.resize(element_kinds().size());
    for (std::uint64_t i = 0; i < intervals; ++i) {
        job.check();
        const std::vector<KindSums>& kinds = curve->totals[i];
        curve->headlines.push_back(headline_of(*curve->profile, counting, curve->window(i), kinds));
        curve->l1.push_back(rate(curve->headlines.back().l1));
        curve->l2.push_back(rate(curve->headlines.back().l2));
        const KindSums all = sum_of(kinds);
        const std::uint64_t accesses = all.counts_accesses ? all.accesses : 0;
        for (std::size_t kind = 0; kind < curve->shares.size(); ++kind) {
            const auto own = static_cast<float>(kinds[kind].accesses);
            curve->shares[kind].push_back(accesses == 0 ? 0.0F : own / static_cast<float>(accesses));
        }
    }
    return curve;
}

std::vector<CurveColumn> curve_columns(std::span<const float> series, std::size_t columns) {
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    std::vector<CurveColumn> result(columns, {none, none, none});
    for (std::size_t i = 0; i < columns; ++i) {
        const std::size_t first = i * series.size() / columns;
        const std::size_t last = ((i + 1) * series.size() + columns - 1) / columns;
        CurveColumn& column = result[i];
        double sum = 0.0;
        int count = 0;
        for (const float value : series.subspan(first, last - first)) {
            if (std::isnan(value)) continue;
            column.min = std::fmin(column.min, value);
            column.max = std::fmax(column.max, value);
            sum += value;
            ++count;
        }
        if (count > 0) column.mean = static_cast<float>(sum / count);
    }
    return result;
}

CurvePlots curve_plots(const FrameCurve* curve, std::size_t columns, RateAxis rate_axis) {
    CurvePlots plots;
    PlotData& rates = plots.rates;
    rates.x.numbers = AxisNumbers::none; // the slider below shows the frames
    rates.x.range = {0.0, static_cast<double>(columns)};
    rates.y.numbers = AxisNumbers::shares;
    PlotData& shares = plots.shares = rates;
    shares.y.numbers = AxisNumbers::none;
    shares.y.range = {0.0, 1.0};
    shares.look = PlotLook::areas;
    rates.series = {{curve_text("L1 hit rate"), {}}, {curve_text("L2 hit rate"), {}}};
    if (curve == nullptr || !curve->shares.empty()) {
        for (const ElementKind& kind : element_kinds())
            shares.series.push_back({capitalised(kind.plural).toStdString(), {}});
    }
    if (curve != nullptr) {
        add_points(rates.series[0], curve->l1, columns, true);
        add_points(rates.series[1], curve->l2, columns, true);
    }
    set_rate_axis(rates, rate_axis);
    for (std::size_t kind = 0; curve != nullptr && kind < curve->shares.size(); ++kind)
        add_points(shares.series[kind], curve->shares[kind], columns, false);
    return plots;
}

} // namespace hitmap
