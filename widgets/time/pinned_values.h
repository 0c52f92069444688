#pragma once

#include "core/profile/elements/time_curve.h"
#include "render/plot/curve_strips.h"
#include "widgets/session/panes/pane.h"
#include "widgets/session/recording/open_recording.h"

#include <QtCore/QByteArray>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// The values of the pinned curves of a pane. Computed by a worker, then immutable.
struct PinnedValues {
    std::shared_ptr<const Simulation> simulation;
    std::vector<PinnedCurve> pinned;
    std::vector<TimeCurve> curves; ///< [pinned]
    std::vector<QString> titles;   ///< [pinned]
    /// The number of points of each curve: the frames or, if there is one frame, intervals of it.
    std::uint64_t points = 0;
    bool of_frames = false;       ///< whether points are frames
    std::vector<PlotData> strips; ///< a plot for each unit, with all points

    [[nodiscard]] TimeWindow window(std::uint64_t point) const {
        return frame_window(simulation->profile->positions(), points, point);
    }
    /// Returns the point that contains the first of these frames.
    [[nodiscard]] std::uint64_t point_of(const FrameRange& frames) const;
};

/// What PinnedValues are computed of; equal requests have equal values.
struct WantedPinned {
    std::shared_ptr<const Simulation> simulation;
    std::vector<PinnedCurve> pinned;
    Metric metric;            ///< of the pane
    std::uint64_t frames = 1; ///< number of frames
    RateAxis rate_axis = RateAxis::fitted;
    friend bool operator==(const WantedPinned&, const WantedPinned&) = default;
};
/// Something must be open in the pane.
[[nodiscard]] WantedPinned pinned_request(const Pane& pane);

/// Throws Cancelled.
[[nodiscard]] std::shared_ptr<const PinnedValues> pinned_values(const WantedPinned& request,
                                                                const JobContext& job = {});

/// Returns the value of a curve at a point: "61.3 %", "1,234", or a dash.
[[nodiscard]] QString value_at(const PinnedValues& values, std::size_t curve, std::uint64_t point);
/// Returns lines for a tool tip: the value with its sums, what is counted, and the window.
[[nodiscard]] QStringList explained_at(const PinnedValues& values, std::size_t curve, std::uint64_t point);
/// Returns the title of a curve, with its metric.
[[nodiscard]] QString name_of(const PinnedValues& values, std::size_t curve);

/// The formats in which curves are saved.
enum class CurveFormat : std::uint8_t { csv, png, svg };
/// Returns a file of the curves; pictures have the caption that other pictures have.
[[nodiscard]] QByteArray file_of(const PinnedValues& values, CurveFormat format, FrameSize size);

} // namespace hitmap
