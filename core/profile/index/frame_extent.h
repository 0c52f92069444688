#pragma once

#include "core/profile/encoding/columns.h"
#include "core/profile/index/tile_log.h"
#include "core/profile/query/frame_table.h"
#include "core/profile/query/window_sums.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// Makes `extent` hold `more` as well.
void extend(std::optional<ValueExtent>& extent, const std::optional<ValueExtent>& more);

/// Finds the smallest and largest value of a metric over all elements and frames of some tiles, one tile
/// after the other: sums of the frame that is being read, and which elements they are of.
class FrameExtent {
public:
    /// Log and frames outlive the tile.
    void begin(const TileLog& log, const FrameTable& frames, Metric metric);
    /// The columns that add() needs.
    [[nodiscard]] ColumnSet columns() const { return columns_; }
    /// The tile's runs, in order.
    void add(const DecodedRuns& runs);
    /// After the tile's last runs.
    void end() { close_frame(); }

    /// Of all tiles so far.
    [[nodiscard]] const std::optional<ValueExtent>& extent() const { return extent_; }

private:
    void add_part(const DecodedRuns& runs, std::size_t r, std::uint64_t last, std::uint64_t count,
                  bool with_first);
    void close_frame();

    const TileLog* log_ = nullptr;
    const FrameTable* frames_ = nullptr;
    Metric metric_;
    ColumnSet columns_;
    TileSums sums_;                        ///< of the open frame; 0 for elements that it did not touch
    std::vector<std::uint8_t> is_touched_; ///< [elements]
    std::vector<std::uint16_t> touched_;
    TimeWindow window_; ///< of the open frame
    std::optional<ValueExtent> extent_;
};

} // namespace hitmap
