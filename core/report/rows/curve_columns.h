#pragma once

#include "core/profile/elements/time_curve.h"
#include "core/report/column/report_column.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace hitmap {

/// A row of a file of curves: one frame of one curve.
struct CurveRow {
    const TimeCurve& curve;
    std::uint64_t frame = 0;
    /// The point of the frame.
    [[nodiscard]] const CurvePoint& point() const { return curve.points[frame]; }
};

/// Returns the columns of a file of curves.
[[nodiscard]] const ReportColumns<CurveRow>& curve_columns();

/// Writes a CSV table of curves, line by line: one row for each frame of each curve. Curves with a refusal
/// have none.
void write_curve_csv(std::span<const TimeCurve> curves, const std::function<void(std::string_view)>& write);

} // namespace hitmap
