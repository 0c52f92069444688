#pragma once

#include "core/jobs/progress.h"
#include "core/profile/derived/headline.h"
#include "core/profile/query/profile.h"
#include "render/plot/plot_data.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// What a curve over the intervals of a recording shows (as many equal ones as it has; frames begin where
/// intervals do): computed by a worker, then immutable.
struct FrameCurve {
    std::shared_ptr<const Profile> profile;    ///< of which it is
    CountedAs counting;                        ///< what the rates count
    std::vector<std::vector<KindSums>> totals; ///< [intervals][element_kinds()]
    std::vector<Headline> headlines;           ///< [intervals]
    std::vector<float> l1;                     ///< [intervals] 0..1 of the headline, NaN without look-ups
    std::vector<float> l2;
    std::vector<std::vector<float>> shares; ///< [element_kinds()][intervals] of the interval's accesses

    [[nodiscard]] std::uint64_t intervals() const { return totals.size(); }
    [[nodiscard]] TimeWindow window(std::uint64_t interval) const {
        return frame_window(profile->positions(), intervals(), interval);
    }
};

/// Throws Cancelled.
[[nodiscard]] std::shared_ptr<const FrameCurve> frame_curve(std::shared_ptr<const Profile> profile,
                                                            const CountedAs& counting,
                                                            std::uint64_t intervals,
                                                            const JobContext& job = {});

/// What a column of pixels shows of a series.
struct CurveColumn {
    float min = 0.0F; ///< all three NaN where no frame of the column has a value
    float max = 0.0F;
    float mean = 0.0F; ///< of the frames with a value
};

/// Column i of n shows the intervals [floor(i q / n), ceil((i + 1) q / n)) of q: none is left out, however
/// many there are.
[[nodiscard]] std::vector<CurveColumn> curve_columns(std::span<const float> series, std::size_t columns);

/// The two plots of a curve, one above the other, over the same time.
struct CurvePlots {
    PlotData rates;  ///< of L1 and L2, with smallest and largest value where a column shows several intervals
    PlotData shares; ///< of each kind in the accesses
};

/// @param curve  null: axes and names of the series alone
/// @param columns  of pixels, each of which is a point; at least 1
[[nodiscard]] CurvePlots curve_plots(const FrameCurve* curve, std::size_t columns);

} // namespace hitmap
