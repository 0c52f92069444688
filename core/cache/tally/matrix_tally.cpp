#include "core/cache/tally/matrix_tally.h"

#include "core/cache/tally/sector_counts.h"

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

} // namespace

void MatrixTally::count(const PipelineBlock& block, Block& sums) const {
    sums.requests.assign(paths_.size(), 0);
    sums.active_lanes.assign(paths_.size(), 0);
    sums.cells.clear();
    const auto& entries = block.input.requests.entries;
    Cell* last = nullptr; // successive requests are mostly of one instruction in one allocation
    std::uint64_t last_key = 0;
    for (std::size_t request = 0; request < entries.size(); ++request) {
        const std::uint32_t instruction = entries[request].instruction;
        const auto active = static_cast<std::uint64_t>(std::popcount(entries[request].mask));
        ++sums.requests[instruction];
        sums.active_lanes[instruction] += active;
        const std::uint16_t allocation = block.coalesced.allocations[request];
        if (allocation == CoalescedRequests::several_allocations) {
            count_parts(block, request, active, sums);
            continue;
        }
        const std::uint64_t key = key_of(instruction, allocation);
        if (last == nullptr || key != last_key) last = &sums.cells[key]; // stays where it is
        last_key = key;
        ++last->sums.requests;
        last->active_lanes += active;
        add_counts(last->sums, paths_[instruction], counts_of(block, request));
    }
}

/// Counts a request that has lanes in several allocations, or that has no lines.
void MatrixTally::count_parts(const PipelineBlock& block, std::size_t request, std::uint64_t active,
                              Block& sums) const {
    const std::uint32_t instruction = block.input.requests.entries[request].instruction;
    std::vector<std::uint16_t> allocations;
    coalescer_.append_allocations(block.input.requests, request, allocations);
    bool is_outside = allocations.empty();
    block.coalesced.for_each_part(
        request, [&](std::uint16_t allocation, std::uint32_t at, LineSectors sectors) {
            is_outside = is_outside || allocation == CoalescedRequests::no_allocation;
            add_counts(sums.cells[key_of(instruction, allocation)].sums, paths_[instruction],
                       counts_of(block.outcome(at), sectors));
        });
    if (is_outside) allocations.push_back(CoalescedRequests::no_allocation);
    for (const std::uint16_t allocation : allocations) {
        Cell& cell = sums.cells[key_of(instruction, allocation)];
        ++cell.sums.requests;
        cell.active_lanes += active;
    }
}

void MatrixTally::add(const Block& sums) {
    for (std::size_t i = 0; i < sums.requests.size(); ++i) {
        whole_.requests[i] += sums.requests[i];
        whole_.active_lanes[i] += sums.active_lanes[i];
    }
    if (whole_.has_too_many_cells) return;
    for (const auto& [key, counted] : sums.cells) {
        Cell& cell = cells_[key];
        cell.sums += counted.sums;
        cell.active_lanes += counted.active_lanes;
    }
    if (cells_.size() <= AccessMatrix::most_cells) return;
    whole_.has_too_many_cells = true;
    cells_ = {};
}

AccessMatrix MatrixTally::take() {
    whole_.cells.reserve(cells_.size());
    for (const auto& [key, counted] : cells_)
        whole_.cells.push_back(cell_of(key, counted));
    std::sort(whole_.cells.begin(), whole_.cells.end(), [](const MatrixCell& a, const MatrixCell& b) {
        return std::tie(a.instruction, a.allocation) < std::tie(b.instruction, b.allocation);
    });
    return std::move(whole_);
}

} // namespace hitmap
