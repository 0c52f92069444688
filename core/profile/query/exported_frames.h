#pragma once

#include "core/profile/query/time_window.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// The frames of which a file has values: all of `total`, or one of them.
struct ExportedFrames {
    std::uint64_t total = 1;
    std::optional<std::uint64_t> only{}; ///< if set, only this frame
    bool several = false; ///< whether the file says of which frame a value is: a column, an axis, a name

    [[nodiscard]] std::uint64_t first() const { return only.value_or(0); }
    [[nodiscard]] std::uint64_t last() const { return only ? *only + 1 : total; }
    /// The windows of the frames from first() to last() over `positions` positions.
    [[nodiscard]] std::vector<TimeWindow> windows(std::uint64_t positions) const {
        std::vector<TimeWindow> all;
        for (std::uint64_t f = first(); f < last(); ++f)
            all.push_back(frame_window(positions, total, f));
        return all;
    }
};

} // namespace hitmap
