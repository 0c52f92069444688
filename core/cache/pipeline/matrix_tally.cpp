#include "core/cache/pipeline/matrix_tally.h"

#include "core/cache/pipeline/sector_counts.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace hitmap {

namespace {

std::uint64_t key_of(std::uint32_t instruction, std::uint16_t allocation) {
    return std::uint64_t{instruction} << 16 | allocation;
}

MatrixCell cell_of(std::uint64_t key, const MatrixTally::Cell& counted) {
    const auto allocation = static_cast<std::uint16_t>(key);
    return {static_cast<std::uint32_t>(key >> 16),
            allocation == CoalescedRequests::no_allocation ? MatrixCell::outside : allocation,
            counted.active_lanes, allocation_sums(counted.sums)};
}

bool is_before(const MatrixCell& a, const MatrixCell& b) {
    return std::tie(a.instruction, a.allocation) < std::tie(b.instruction, b.allocation);
}

} // namespace

void MatrixTally::count(const PipelineBlock& block, Block& sums) const {
    sums.intervals.assign(block.input.intervals.size(), {});
    sums.places.clear();
    std::size_t request = 0;
    for (std::size_t interval = 0; interval < sums.intervals.size(); ++interval) {
        sums.intervals[interval].requests.assign(paths_.size(), 0);
        sums.intervals[interval].active_lanes.assign(paths_.size(), 0);
        for (; request < block.input.intervals[interval].last_request; ++request)
            count_request(block, request, interval, sums);
    }
}

namespace {

MatrixTally::Cell& cell_in(MatrixTally::Block& sums, std::size_t interval, std::uint64_t key) {
    auto& cells = sums.intervals[interval].cells;
    // Successive requests are mostly of one instruction in one allocation.
    if (!cells.empty() && cells.back().first == key) return cells.back().second;
    MatrixTally::Block::Place& place = sums.places[key];
    if (place.interval != interval) {
        place = {interval, cells.size()};
        cells.emplace_back(key, MatrixTally::Cell{});
    }
    return cells[place.cell].second;
}

} // namespace

void MatrixTally::count_request(const PipelineBlock& block, std::size_t request, std::size_t interval,
                                Block& sums) const {
    const RequestBlock::Entry& entry = block.input.requests.entries[request];
    const auto active = static_cast<std::uint64_t>(std::popcount(entry.mask));
    ++sums.intervals[interval].requests[entry.instruction];
    sums.intervals[interval].active_lanes[entry.instruction] += active;
    const std::uint16_t allocation = block.coalesced.allocations[request];
    if (allocation == CoalescedRequests::several_allocations)
        return count_parts(block, request, interval, sums);
    Cell& cell = cell_in(sums, interval, key_of(entry.instruction, allocation));
    ++cell.sums.requests;
    cell.active_lanes += active;
    add_counts(cell.sums, paths_[entry.instruction], counts_of(block, request));
}

/// Counts a request that has lanes in several allocations, or that has no lines.
void MatrixTally::count_parts(const PipelineBlock& block, std::size_t request, std::size_t interval,
                              Block& sums) const {
    const RequestBlock::Entry& entry = block.input.requests.entries[request];
    std::vector<std::uint16_t> allocations;
    coalescer_.append_allocations(block.input.requests, request, allocations);
    bool is_outside = allocations.empty();
    block.coalesced.for_each_part(
        request, [&](std::uint16_t allocation, std::uint32_t at, LineSectors sectors) {
            is_outside = is_outside || allocation == CoalescedRequests::no_allocation;
            add_counts(cell_in(sums, interval, key_of(entry.instruction, allocation)).sums,
                       paths_[entry.instruction], counts_of(block.outcome(at), sectors));
        });
    if (is_outside) allocations.push_back(CoalescedRequests::no_allocation);
    for (const std::uint16_t allocation : allocations) {
        Cell& cell = cell_in(sums, interval, key_of(entry.instruction, allocation));
        ++cell.sums.requests;
        cell.active_lanes += static_cast<std::uint64_t>(std::popcount(entry.mask));
    }
}

void MatrixTally::add(const AccessBlock& block, const Block& sums, MatrixHistory* history) {
    BlockInterval begin;
    for (std::size_t interval = 0; interval < sums.intervals.size(); ++interval) {
        const Interval& of = sums.intervals[interval];
        for (std::size_t i = 0; i < of.requests.size(); ++i) {
            whole_.requests[i] += of.requests[i];
            whole_.active_lanes[i] += of.active_lanes[i];
        }
        for (const auto& [key, counted] : of.cells) {
            if (whole_.has_too_many_cells) break;
            Cell& cell = cells_[key];
            cell.sums += counted.sums;
            cell.active_lanes += counted.active_lanes;
        }
        if (history != nullptr) add_to_history(begin, block.intervals[interval], of, *history);
        begin = block.intervals[interval];
    }
    if (cells_.size() <= AccessMatrix::most_cells) return;
    whole_.has_too_many_cells = true;
    cells_ = {};
}

void MatrixTally::add_to_history(const BlockInterval& begin, const BlockInterval& end, const Interval& sums,
                                 MatrixHistory& history) {
    sorted_.clear();
    for (const auto& [key, counted] : sums.cells)
        sorted_.push_back(cell_of(key, counted));
    // The order of the rows of a history must not depend on how requests are cut into blocks.
    std::sort(sorted_.begin(), sorted_.end(), is_before);
    history.add({end.last_access - begin.last_access, end.last_request - begin.last_request, sums.requests,
                 sums.active_lanes, sorted_});
}

AccessMatrix MatrixTally::take() {
    whole_.cells.reserve(cells_.size());
    for (const auto& [key, counted] : cells_)
        whole_.cells.push_back(cell_of(key, counted));
    std::sort(whole_.cells.begin(), whole_.cells.end(), is_before);
    return std::move(whole_);
}

} // namespace hitmap
