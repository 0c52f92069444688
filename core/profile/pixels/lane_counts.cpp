#include "core/profile/pixels/lane_counts.h"

#include "core/profile/sums/stack_traffic.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>

namespace hitmap {

namespace {

bool holds_nodes(const Allocation& allocation) {
    return allocation.role == Role::nodes && allocation.space == Space::global && allocation.stride != 0 &&
           allocation.layout == ElementLayout::linear;
}

/// Words of 4 bytes of its local memory that a lane accesses.
struct Words {
    std::uint64_t first = 1;
    std::uint64_t last = 0; ///< no words if it is less than `first`
    [[nodiscard]] bool has(std::uint64_t word) const { return first <= word && word <= last; }
};

} // namespace

LaneCounts::LaneCounts(const RecordingInfo& info) : info_(info) {
    for (const Allocation& allocation : info.allocations)
        if (holds_nodes(allocation))
            nodes_.push_back({allocation.address, allocation.bytes, allocation.stride});
}

bool LaneCounts::may_have_nodes(const RequestBlock::Entry& entry) const {
    return has_nodes() && info_.instructions[entry.instruction].space == Space::global;
}

bool LaneCounts::is_of_stack(const RequestBlock::Entry& entry) const {
    return info_.instructions[entry.instruction].space == Space::local;
}

void LaneCounts::count_nodes(const RequestView& block, const RequestBlock::Entry& entry, std::uint32_t mask,
                             Counts& counts) const {
    const std::uint64_t bytes = info_.instructions[entry.instruction].bytes_per_lane;
    const std::uint64_t* address = block.addresses.data() + entry.first_address;
    for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1, ++address) {
        if ((mask & rest & ~(rest - 1)) == 0) continue;
        std::uint64_t& count = counts[static_cast<std::size_t>(std::countr_zero(rest))];
        count = 0;
        for (const Nodes& nodes : nodes_)
            count += starts_of_nodes(nodes, *address, bytes);
    }
}

/// Returns the number of nodes whose first byte is one of `bytes` bytes from an address on.
std::uint64_t LaneCounts::starts_of_nodes(const Nodes& nodes, std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t before = address < nodes.address ? nodes.address - address : 0;
    if (before >= bytes) return 0;
    const std::uint64_t first = address < nodes.address ? 0 : address - nodes.address;
    const std::uint64_t end = nodes.bytes / nodes.stride * nodes.stride; // of the last whole node
    if (first >= end) return 0;
    const std::uint64_t last = std::min(first + (bytes - before), end);
    const auto starts_before = [&](std::uint64_t at) { return (at + nodes.stride - 1) / nodes.stride; };
    return starts_before(last) - starts_before(first);
}

void LaneCounts::count_stack(const RequestView& block, const RequestBlock::Entry& entry, std::uint32_t mask,
                             Counts& counts) const {
    constexpr unsigned lanes_of_a_sector = 8;
    constexpr std::uint64_t word_bytes = 4;
    const std::uint64_t more_bytes =
        std::max<std::uint64_t>(info_.instructions[entry.instruction].bytes_per_lane, 1) - 1;
    std::array<Words, warp_size> words;
    const std::uint64_t* address = block.addresses.data() + entry.first_address;
    for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1, ++address)
        words[static_cast<std::size_t>(std::countr_zero(rest))] = {*address / word_bytes,
                                                                   (*address + more_bytes) / word_bytes};
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        const auto group =
            std::span(words).subspan(lane / lanes_of_a_sector * lanes_of_a_sector, lanes_of_a_sector);
        counts[lane] = 0;
        for (std::uint64_t word = words[lane].first; word <= words[lane].last; ++word)
            counts[lane] += StackSums::unit / static_cast<std::uint64_t>(std::count_if(
                                                  group.begin(), group.end(),
                                                  [&](const Words& other) { return other.has(word); }));
    }
}

} // namespace hitmap
