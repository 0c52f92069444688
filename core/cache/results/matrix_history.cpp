#include "core/cache/results/matrix_history.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace hitmap {

namespace {

/// Up to this many rows, steps have the usual length.
constexpr std::size_t usual_rows = 64;

} // namespace

MatrixHistory::MatrixHistory(std::size_t instructions)
    : instructions_(instructions), history_(instructions), pending_(instructions) {}

std::size_t MatrixHistory::row_of(const MatrixCell& cell) {
    const std::uint64_t key = std::uint64_t{cell.instruction} << 32 | cell.allocation;
    const auto [found, is_new] = rows_.emplace(key, instructions_ + cells_.size());
    if (is_new) {
        cells_.push_back({cell.instruction, cell.allocation, 0, {}});
        pending_.emplace_back();
        history_.add_row();
    }
    return found->second;
}

void MatrixHistory::add_to_row(std::size_t row, const CellSums& sums) {
    if (sums == CellSums{}) return;
    if (pending_[row] == CellSums{}) touched_.push_back(row);
    pending_[row] += sums;
}

void MatrixHistory::add(const Step& step) {
    if (history_.empty()) return;
    accesses_ += step.accesses;
    requests_ += step.total_requests;
    for (std::size_t i = 0; i < step.requests.size(); ++i)
        add_to_row(i, {{.requests = step.requests[i], .l1 = {}, .l2 = {}}, step.active_lanes[i]});
    for (const MatrixCell& cell : step.cells)
        add_to_row(row_of(cell), {cell.sums, cell.active_lanes});
    if (cells_.size() > most_cells) {
        *this = MatrixHistory();
        return;
    }
    const std::uint64_t interval =
        CellHistory::interval_accesses * ((pending_.size() + usual_rows - 1) / usual_rows);
    if (accesses_ >= interval || requests_ >= most_requests_to_checkpoint ||
        (accesses_ == 0 && requests_ >= requests_to_next_checkpoint(requests_, pending_.size())))
        close_step();
}

void MatrixHistory::close_step() {
    std::sort(touched_.begin(), touched_.end());
    std::vector<CellHistory::RowSums> rows;
    for (const std::size_t row : touched_)
        rows.push_back({row, std::exchange(pending_[row], {})});
    touched_.clear();
    history_.add(std::exchange(accesses_, 0), std::exchange(requests_, 0), rows);
}

void MatrixHistory::finish() {
    if (history_.empty()) return;
    if (requests_ != 0) close_step();
    history_.finish();
    pending_ = {};
    rows_ = {};
}

MatrixWindow MatrixHistory::between(std::uint64_t first, std::uint64_t last) const {
    const CellHistory::Answer answer = history_.between(first, last);
    MatrixWindow window{answer.first, answer.last, {}};
    for (std::size_t i = 0; i < instructions_; ++i) {
        window.matrix.requests.push_back(answer.sums[i].sums.requests);
        window.matrix.active_lanes.push_back(answer.sums[i].active_lanes);
    }
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        const CellSums& of = answer.sums[instructions_ + i];
        if (of == CellSums{}) continue;
        window.matrix.cells.push_back(
            {cells_[i].instruction, cells_[i].allocation, of.active_lanes, of.sums});
    }
    std::sort(window.matrix.cells.begin(), window.matrix.cells.end(),
              [](const MatrixCell& a, const MatrixCell& b) {
                  return std::tie(a.instruction, a.allocation) < std::tie(b.instruction, b.allocation);
              });
    return window;
}

std::uint64_t MatrixHistory::memory_bytes() const {
    return empty() ? 0 : history_.memory_bytes() + cells_.capacity() * sizeof(MatrixCell);
}

} // namespace hitmap
