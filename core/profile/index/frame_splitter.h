#pragma once

#include "core/profile/index/tile_log.h"
#include "core/profile/query/frame_table.h"
#include "core/profile/query/window_sums.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// Adds the runs of one tile, in order, to the totals of their frames.
class FrameSplitter {
public:
    /// `frames`: [q] totals of the tile's kind. All arguments must outlive the splitter.
    FrameSplitter(const TileLog& log, const FrameTable& table, std::vector<KindSums>& frames);
    /// Adds the runs of one element alone.
    /// @param last  [q] is set to the position of the element's last access in each frame that has one
    FrameSplitter(const TileLog& log, const FrameTable& table, std::vector<KindSums>& frames,
                  std::uint16_t element, std::vector<std::uint64_t>& last);
    /// The runs must be decoded with all columns.
    void add(const DecodedRuns& runs);

private:
    void add_part(const DecodedRuns& runs, std::size_t r, std::uint64_t count, bool with_first);

    const TileLog& log_;
    const FrameTable& table_;
    std::vector<KindSums>& frames_;
    std::vector<std::uint64_t> last_frame_; ///< [elements] frame of the last access so far
    std::optional<std::uint16_t> only_;     ///< the only element that counts; no value: all
    std::vector<std::uint64_t>* last_ = nullptr;
    std::uint64_t frame_ = 0;
    TimeWindow window_; ///< the window of frame_
};

} // namespace hitmap
