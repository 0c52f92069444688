#pragma once

#include "core/jobs/progress.h"
#include "core/profile/models/headline.h"
#include "core/profile/query/profile.h"
#include "render/plot/plot_data.h"
#include "render/plot/rate_axis.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// The values of the curves over the equal intervals of a recording. Each frame begins with an interval.
/// Computed by a worker, then immutable.
struct FrameCurve {
    std::shared_ptr<const Profile> profile;    ///< profile of the recording
    CountedAs counting;                        ///< definition of the look-ups that rates count
    std::vector<std::vector<KindSums>> totals; ///< [intervals][element_kinds()]
    std::vector<Headline> headlines;           ///< [intervals]
    std::vector<float> l1; ///< [intervals] hit rate of the headline, 0..1; NaN without look-ups
    std::vector<float> l2;
    /// [element_kinds()][intervals] share of the accesses; empty if accesses of elements are not known
    std::vector<std::vector<float>> shares;

    [[nodiscard]] std::uint64_t intervals() const { return totals.size(); }
    [[nodiscard]] TimeWindow window(std::uint64_t interval) const {
        return frame_window(profile->positions(), intervals(), interval);
    }
};

/// Computes the curve. Throws Cancelled.
[[nodiscard]] std::shared_ptr<const FrameCurve> frame_curve(std::shared_ptr<const Profile> profile,
                                                            const CountedAs& counting,
                                                            std::uint64_t intervals,
                                                            const JobContext& job = {});

/// The values of a series in a column of pixels.
struct CurveColumn {
    float min = 0.0F; ///< all three are NaN if no interval of the column has a value
    float max = 0.0F;
    float mean = 0.0F; ///< mean of the intervals with a value
};

/// Returns the columns of a series. Column i of n contains the intervals from
/// floor(i q / n) to before ceil((i + 1) q / n) of q, so that every interval is in a column.
[[nodiscard]] std::vector<CurveColumn> curve_columns(std::span<const float> series, std::size_t columns);

/// The two plots of a curve, one above the other, over the same time.
struct CurvePlots {
    PlotData rates;  ///< hit rates of L1 and L2; with minimum and maximum of columns of several intervals
    PlotData shares; ///< share of each kind in the accesses; without series if there are no elements
};

/// @param curve  null: only axes and names of the series are set
/// @param columns  number of columns of pixels, each of which is a point; at least 1
/// @param rate_axis  where the axis of hit rates begins
[[nodiscard]] CurvePlots curve_plots(const FrameCurve* curve, std::size_t columns,
                                     RateAxis rate_axis = RateAxis::fitted);

} // namespace hitmap
