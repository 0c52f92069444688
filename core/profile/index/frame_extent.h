#pragma once

#include "core/profile/encoding/columns.h"
#include "core/profile/index/tile_log.h"
#include "core/profile/query/frame_table.h"
#include "core/profile/query/window_sums.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// Enlarges `extent` so that it contains `more`.
void extend(std::optional<ValueExtent>& extent, const std::optional<ValueExtent>& more);

/// Finds the smallest and largest value of a metric over all elements and frames. The tiles are read one
/// after the other. It stores the sums of the current frame and which elements that frame accesses.
class FrameExtent {
public:
    /// Starts a tile. `log` and `frames` must stay valid until its end.
    void begin(const TileLog& log, const FrameTable& frames, Metric metric);
    /// Returns the columns that add() reads.
    [[nodiscard]] ColumnSet columns() const { return columns_; }
    /// Adds runs of the tile, in order.
    void add(const DecodedRuns& runs);
    /// Call after the last runs of the tile.
    void end() { close_frame(); }

    /// Returns the extent of all tiles so far.
    [[nodiscard]] const std::optional<ValueExtent>& extent() const { return extent_; }

private:
    void add_part(const DecodedRuns& runs, std::size_t r, std::uint64_t last, std::uint64_t count,
                  bool with_first);
    void close_frame();

    const TileLog* log_ = nullptr;
    const FrameTable* frames_ = nullptr;
    Metric metric_;
    ColumnSet columns_;
    TileSums sums_; ///< sums of the current frame; 0 for elements that it does not access
    std::vector<std::uint8_t> is_touched_; ///< [elements]
    std::vector<std::uint16_t> touched_;
    TimeWindow window_; ///< the current frame
    std::optional<ValueExtent> extent_;
};

} // namespace hitmap
