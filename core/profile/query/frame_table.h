#pragma once

#include "core/profile/query/time_window.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// The frames of frame_window(), for finding the frames of many positions quickly.
class FrameTable {
public:
    /// `positions` and q must be > 0.
    FrameTable(std::uint64_t positions, std::uint64_t q);

    [[nodiscard]] std::uint64_t count() const { return first_.size() - 1; }
    [[nodiscard]] TimeWindow window(std::uint64_t f) const { return {first_[f], first_[f + 1]}; }
    /// The same as frame_of(), for a position < N.
    [[nodiscard]] std::uint64_t frame_at(std::uint64_t position) const {
        auto f = static_cast<std::uint64_t>(static_cast<double>(position) * frames_per_position_);
        while (f >= count() || first_[f] > position)
            --f;
        while (first_[f + 1] <= position)
            ++f;
        return f;
    }

private:
    std::vector<std::uint64_t> first_; ///< [q + 1] the first position of each frame; the last entry is N
    double frames_per_position_;
};

} // namespace hitmap
