#include "widgets/contents/allocation_looks.h"

#include <algorithm>
#include <numeric>

namespace hitmap {

namespace {

void add_shares(std::vector<double>& shares, const std::vector<std::uint64_t>& counts) {
    const auto all = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
    for (std::size_t i = 0; i < std::min(shares.size(), counts.size()) && all > 0.0; ++i)
        shares[i] += static_cast<double>(counts[i]) / all;
}

} // namespace

AllocationLooks::AllocationLooks(const ContentsResults& results) {
    const std::size_t of_none = results.simulation->recording->info().allocations.size();
    std::vector<std::uint64_t> held(of_none + 1);
    results.held[index(Level::l2)].for_each([&](std::size_t, const std::vector<std::uint64_t>& lines) {
        for (std::size_t i = 0; i < std::min(held.size(), lines.size()); ++i)
            held[i] += lines[i];
    });
    std::vector<std::uint64_t> evicted(of_none + 1);
    for (const EvictionCell& cell : results.evictions.l1.allocations)
        evicted[std::min<std::size_t>(cell.evicted.value_or(of_none), of_none)] += cell.evictions;
    std::vector<double> shares(of_none + 1);
    add_shares(shares, held);
    add_shares(shares, evicted);
    std::vector<std::size_t> order(of_none + 1);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return shares[a] > shares[b]; });
    looks_.assign(of_none + 1, own);
    for (std::size_t rank = 0; rank < std::min(order.size(), own); ++rank)
        looks_[order[rank]] = rank;
}

std::size_t AllocationLooks::look_of(std::size_t allocation) const {
    return looks_.empty() ? own : looks_[std::min(allocation, looks_.size() - 1)];
}

} // namespace hitmap
