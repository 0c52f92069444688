#include "core/profile/query/frame_table.h"

namespace hitmap {

FrameTable::FrameTable(std::uint64_t positions, std::uint64_t q)
    : frames_per_position_(static_cast<double>(q) / static_cast<double>(positions)) {
    first_.reserve(q + 1);
    for (std::uint64_t f = 0; f < q; ++f)
        first_.push_back(frame_window(positions, q, f).first);
    first_.push_back(positions);
}

} // namespace hitmap
