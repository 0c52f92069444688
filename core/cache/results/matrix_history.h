#pragma once

#include "core/cache/results/access_matrix.h"
#include "core/cache/results/sums_history.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace hitmap {

/// A matrix over a window of time.
struct MatrixWindow {
    std::uint64_t first = 0; ///< [first, last) in element accesses (or requests)
    std::uint64_t last = 0;
    AccessMatrix matrix;
};

/// The matrix of instructions by allocations over any window of time. Its cells are found while requests are
/// added. Between checkpoints there are at least as many accesses as in a SumsHistory, and more if there are
/// many cells, so that the work for an access does not depend on their number.
class MatrixHistory {
public:
    /// A recording with more cells has sums of the whole recording only.
    static constexpr std::size_t most_cells = std::size_t{1} << 14;

    MatrixHistory() = default;
    /// @param instructions  [info.instructions]
    explicit MatrixHistory(std::size_t instructions);

    /// The sums of successive requests.
    struct Step {
        std::uint64_t accesses = 0;
        std::uint64_t total_requests = 0;
        std::span<const std::uint64_t> requests;     ///< [info.instructions]
        std::span<const std::uint64_t> active_lanes; ///< [info.instructions]
        std::span<const MatrixCell> cells;           ///< sorted by instruction and allocation
    };
    void add(const Step& step);
    /// Call it once after the last step.
    void finish();

    /// Returns true if nothing is known: nothing was added, or there are too many cells.
    [[nodiscard]] bool empty() const { return history_.empty(); }
    /// Returns the sums of the window [first, last) rounded outwards to checkpoints, as
    /// SumsHistory::between() does.
    [[nodiscard]] MatrixWindow between(std::uint64_t first, std::uint64_t last) const;
    [[nodiscard]] std::uint64_t memory_bytes() const;

private:
    [[nodiscard]] std::size_t row_of(const MatrixCell& cell);
    void add_to_row(std::size_t row, const CellSums& sums);
    void close_step();

    std::size_t instructions_ = 0;
    CellHistory history_; ///< rows: the instructions, then the cells in the order of their first requests
    std::vector<MatrixCell> cells_;                       ///< [cells] without sums
    std::unordered_map<std::uint64_t, std::size_t> rows_; ///< [instruction and allocation] row of the cell
    // The requests since the last step of history_.
    std::uint64_t accesses_ = 0;
    std::uint64_t requests_ = 0;
    std::vector<CellSums> pending_;    ///< [rows]
    std::vector<std::size_t> touched_; ///< the rows that are not 0
};

} // namespace hitmap
