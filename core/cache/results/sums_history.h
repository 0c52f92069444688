#pragma once

#include "core/cache/results/allocation_sums.h"
#include "core/cache/results/traffic_sums.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// The greatest distance between two checkpoints in requests.
inline constexpr std::uint64_t most_requests_to_checkpoint = 4096;
/// The distance to the next checkpoint in requests where no element is accessed. It is a share of the
/// requests that passed, so that short recordings have several checkpoints, too, but greater for many rows,
/// whose sums take more memory.
[[nodiscard]] std::uint64_t requests_to_next_checkpoint(std::uint64_t passed, std::size_t rows);

/// The sums of a cell of an AccessMatrix.
struct CellSums {
    AllocationSums sums;
    std::uint64_t active_lanes = 0;
    friend bool operator==(const CellSums&, const CellSums&) = default;
};
CellSums& operator+=(CellSums& sums, const CellSums& more);
CellSums& operator-=(CellSums& sums, const CellSums& less);

/// Sums of rows, for example of a table of allocations, over any window of time. Between requests there are
/// checkpoints, which store the sums since the checkpoint before in few bytes. Some checkpoints are anchors,
/// which store the sums since the start of the recording. Neighbouring checkpoints are merged if they would
/// take too much memory.
template <class Sums>
class SumsHistory {
public:
    /// Distance between two checkpoints in element accesses; as long as there were none, it is
    /// requests_to_next_checkpoint().
    static constexpr std::uint32_t interval_accesses = 512;

    /// The changes between two moments.
    struct Step {
        std::uint64_t accesses = 0;
        std::uint64_t requests = 0;
        std::vector<Sums> sums; ///< [rows]
        void operator+=(const Step& more);
    };
    /// The window [begin, end) in element accesses (or requests).
    struct Answer {
        std::uint64_t first = 0;
        std::uint64_t last = 0;
        std::vector<Sums> sums; ///< [rows]
    };

    /// The changes of one row between two moments.
    struct RowSums {
        std::size_t row = 0;
        Sums sums;
    };

    SumsHistory() = default;
    explicit SumsHistory(std::size_t rows);
    /// Adds a row, which is 0 so far.
    void add_row();

    /// Adds the next requests; a request must not be divided.
    void add(const Step& step);
    /// The same for the rows that change.
    void add(std::uint64_t accesses, std::uint64_t requests, std::span<const RowSums> rows);
    /// Call it once after the last step.
    void finish();

    [[nodiscard]] bool empty() const { return anchors_.empty(); }
    /// Returns the sums of the window [first, last) rounded outwards to checkpoints. If the recording has no
    /// element accesses, positions count requests. The result is exact for the whole recording, and 0 for an
    /// empty window.
    [[nodiscard]] Answer between(std::uint64_t first, std::uint64_t last) const;
    [[nodiscard]] std::uint64_t memory_bytes() const;

private:
    friend struct IndexTransfer; // core/profile/index/stored_index.cpp
    /// There is at most one anchor per this number of checkpoints.
    static constexpr std::size_t anchor_distance = 32;
    struct Anchor {
        Step since_begin;
        std::size_t next_byte = 0; ///< index of the byte where the next step starts
    };
    [[nodiscard]] std::uint64_t anchor_bytes() const;
    /// Makes a checkpoint if the pending step is long enough, and memory permits it.
    void close_if_due();
    void close_step();
    /// The sums at an anchor, with all rows.
    [[nodiscard]] Step sums_at(const Anchor& anchor) const;
    [[nodiscard]] std::uint64_t position_of(const Step& since_begin) const;
    [[nodiscard]] const Anchor& anchor(std::uint64_t position, bool strictly) const;
    [[nodiscard]] Step at_or_before(std::uint64_t position) const;
    [[nodiscard]] Step at_or_after(std::uint64_t position) const;

    Step total_;                  ///< from the start to the last checkpoint
    Step pending_;                ///< after the last checkpoint
    std::size_t checkpoints_ = 0; ///< number of checkpoints since the last anchor
    std::vector<Anchor> anchors_; ///< the first one is the start
    std::vector<std::uint8_t> bytes_;
};

extern template class SumsHistory<AllocationSums>;
extern template class SumsHistory<TrafficSums>;
extern template class SumsHistory<CellSums>;
using AllocationHistory = SumsHistory<AllocationSums>; ///< rows: [info.allocations]
using TrafficHistory = SumsHistory<TrafficSums>;       ///< rows as in TrafficRows
using CellHistory = SumsHistory<CellSums>;             ///< rows as in MatrixHistory

} // namespace hitmap
