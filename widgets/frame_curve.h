#pragma once

#include "core/jobs/progress.h"
#include "core/profile/profile.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// What a curve over the q frames of a recording shows: computed by a worker, then immutable.
struct FrameCurve {
    std::shared_ptr<const Profile> profile;    ///< of which it is
    std::vector<std::vector<KindSums>> totals; ///< [q][element_kinds()]
    std::vector<float> l1;                     ///< [q] 0..1, NaN without look-ups
    std::vector<float> l2;
    std::vector<std::vector<float>> shares; ///< [element_kinds()][q] of the frame's element accesses

    [[nodiscard]] std::uint64_t q() const { return totals.size(); }
    [[nodiscard]] LevelSums l1_sums(std::uint64_t f) const;
    [[nodiscard]] LevelSums l2_sums(std::uint64_t f) const;
};

/// Throws Cancelled.
[[nodiscard]] std::shared_ptr<const FrameCurve> frame_curve(std::shared_ptr<const Profile> profile,
                                                            std::uint64_t q, const JobContext& job = {});

/// What a column of pixels shows of a series.
struct CurveColumn {
    float min = 0.0F; ///< all three NaN where no frame of the column has a value
    float max = 0.0F;
    float mean = 0.0F; ///< of the frames with a value
};

/// Column i of n shows the frames [floor(i q / n), ceil((i + 1) q / n)): no frame is left out, however many
/// there are.
[[nodiscard]] std::vector<CurveColumn> curve_columns(std::span<const float> series, std::size_t columns);

} // namespace hitmap
