#include "core/profile/pixels/pixel_table_builder.h"

#include "core/base/error.h"
#include "core/profile/sums/stack_traffic.h"
#include "core/profile/sums/stack_traffic_builder.h"
#include "core/trace/formats/cpu/cpu_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace hitmap {

namespace {

bool holds_nodes(const Allocation& allocation) {
    return allocation.role == Role::nodes && allocation.space == Space::global && allocation.stride != 0 &&
           allocation.layout == ElementLayout::linear;
}

void add_classes(MissClasses& sums, const RequestMisses& more) {
    sums.cold += more.cold;
    sums.capacity += more.capacity;
    sums.conflict += more.conflict;
}

/// Words of 4 bytes of its local memory that a lane accesses.
struct Words {
    std::uint64_t first = 1;
    std::uint64_t last = 0; ///< no words if it is less than `first`
    [[nodiscard]] bool has(std::uint64_t word) const { return first <= word && word <= last; }
};

} // namespace

std::uint64_t estimate_pixel_table_bytes(const RecordingInfo& info) {
    constexpr std::uint64_t bytes_a_pixel = sizeof(PixelSums) + sizeof(PixelMisses) + sizeof(std::uint64_t);
    constexpr std::uint64_t bytes_of_tags = 96; // one lane tag for each pixel while it is read and sorted
    return std::uint64_t{info.scene.width} * info.scene.height * (bytes_a_pixel + bytes_of_tags);
}

PixelTableBuilder::PixelTableBuilder(const RecordingInfo& info, const CountedForPixels& counted,
                                     TimeWindow window, std::span<const LaneTagRun> tags, bool misses)
    : info_(info),
      window_(window),
      positions_(info.positions()),
      counts_requests_(info.axis_is_requests()),
      lanes_(info, counted, tags) {
    const std::uint64_t pixels = std::uint64_t{info.scene.width} * info.scene.height;
    if (pixels == 0 || pixels > most_table_pixels)
        throw Error(fmt::format("expected a framebuffer of 1 to {} pixels, found {}x{}", most_table_pixels,
                                info.scene.width, info.scene.height));
    table_.width = info.scene.width;
    table_.height = info.scene.height;
    table_.set_known(PixelPart::causes, misses);
    table_.set_known(PixelPart::nodes,
                     std::any_of(info.allocations.begin(), info.allocations.end(), holds_nodes));
    table_.set_known(PixelPart::stack, has_local_memory(info));
    table_.sums.resize(pixels);
    if (misses) table_.misses.resize(pixels);
    last_added_.resize(pixels);
    for (const Allocation& allocation : info.allocations)
        if (holds_nodes(allocation))
            nodes_.push_back({allocation.address, allocation.bytes, allocation.stride});
}

void PixelTableBuilder::add(const RequestView& block, std::span<const ElementAccess> accesses,
                            const AccessOutcomes& outcomes) {
    add_block(block, {accesses, outcomes, {}, next_position_});
    next_position_ += accesses.size();
}

void PixelTableBuilder::add(const RequestView& block, std::span<const RequestTraffic> traffic,
                            std::span<const ElementAccess> accesses, std::uint64_t first_position) {
    table_.set_known(PixelPart::sectors, true);
    add_block(block, {accesses, {}, traffic, first_position});
}

PixelTable PixelTableBuilder::finish() {
    // A file that claims to be of a CPU may have wider requests nevertheless.
    table_.warp_lanes = is_of_cpu(info_) && !has_wide_requests_ ? 1 : info_.device.warp_size;
    return std::move(table_);
}

bool PixelTableBuilder::is_in_window(std::uint64_t position) const {
    return position >= window_.first && position < window_.last;
}

void PixelTableBuilder::add_block(const RequestView& block, const Results& results) {
    std::size_t first = 0;
    for (std::size_t i = 0; i < block.entries.size(); ++i) {
        has_wide_requests_ = has_wide_requests_ || !std::has_single_bit(block.entries[i].mask);
        std::size_t last = first;
        while (last < results.accesses.size() && results.accesses[last].entry == i)
            ++last;
        const std::uint64_t position =
            counts_requests_ ? block.first_request.value + i : results.first_position + first;
        const bool counts = is_in_window(positions_ == 0 ? 0 : std::min(position, positions_ - 1));
        const bool some_count =
            counts || (first != last && position + (last - first) > window_.first && position < window_.last);
        if (some_count) {
            const PixelLanes::Lanes lanes = lanes_.of(block, i);
            if (lanes.mask != 0) {
                if (counts)
                    add_request(block, i, lanes, results.traffic.empty() ? nullptr : &results.traffic[i]);
                add_accesses(lanes, results, first, last);
            }
        }
        first = last;
    }
}

void PixelTableBuilder::add_request(const RequestView& block, std::size_t request,
                                    const PixelLanes::Lanes& lanes, const RequestTraffic* traffic) {
    const RequestBlock::Entry& entry = block.entries[request];
    const std::uint64_t number = block.first_request.value + request + 1;
    const auto active = static_cast<unsigned>(std::popcount(entry.mask));
    for (std::uint32_t rest = lanes.mask; rest != 0; rest &= rest - 1) {
        const std::uint32_t pixel = (*lanes.pixels)[static_cast<std::size_t>(std::countr_zero(rest))];
        if (std::exchange(last_added_[pixel], number) == number) continue; // two lanes of one pixel
        PixelSums& sums = table_.sums[pixel];
        ++sums.requests;
        sums.active_lanes += active;
        if (traffic != nullptr) add_traffic(pixel, *traffic);
    }
    const Space space = info_.instructions[entry.instruction].space;
    if (space == Space::global && !nodes_.empty()) add_nodes(block, entry, lanes);
    if (space == Space::local) add_stack(block, entry, lanes);
}

void PixelTableBuilder::add_traffic(std::size_t pixel, const RequestTraffic& traffic) {
    PixelSums& sums = table_.sums[pixel];
    sums.sectors += traffic.sectors;
    sums.fetched += traffic.fetched;
    sums.l1_hits += std::uint64_t{traffic.levels.l1_hits} * hit_unit;
    sums.l1_lookups += traffic.levels.l1_lookups;
    sums.l2_hits += std::uint64_t{traffic.levels.l2_hits} * hit_unit;
    sums.l2_lookups += traffic.levels.l2_lookups;
    if (table_.misses.empty()) return;
    add_classes(table_.misses[pixel].l1, traffic.l1_misses);
    add_classes(table_.misses[pixel].l2, traffic.l2_misses);
}

void PixelTableBuilder::add_accesses(const PixelLanes::Lanes& lanes, const Results& results,
                                     std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
        const ElementAccess& access = results.accesses[i];
        if ((lanes.mask >> access.lane & 1U) == 0 || !is_in_window(results.first_position + i)) continue;
        PixelSums& sums = table_.sums[(*lanes.pixels)[access.lane]];
        ++sums.accesses[access.kind];
        if (results.outcomes.size() == 0) continue;
        if (const AccessOutcome* const outcome = results.outcomes[i]) {
            sums.l1_hits += outcome->l1_hits;
            sums.l1_lookups += outcome->l1_lookups;
            sums.l2_hits += outcome->l2_hits;
            sums.l2_lookups += outcome->l2_lookups;
        }
    }
}

void PixelTableBuilder::add_nodes(const RequestView& block, const RequestBlock::Entry& entry,
                                  const PixelLanes::Lanes& lanes) {
    const std::uint64_t bytes = info_.instructions[entry.instruction].bytes_per_lane;
    const std::uint64_t* address = block.addresses.data() + entry.first_address;
    for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1, ++address) {
        if ((lanes.mask & rest & ~(rest - 1)) == 0) continue;
        PixelSums& sums = table_.sums[(*lanes.pixels)[static_cast<std::size_t>(std::countr_zero(rest))]];
        for (const Nodes& nodes : nodes_)
            sums.nodes += starts_of_nodes(nodes, *address, bytes);
    }
}

/// Returns the number of nodes whose first byte is one of `bytes` bytes from an address on.
std::uint64_t PixelTableBuilder::starts_of_nodes(const Nodes& nodes, std::uint64_t address,
                                                 std::uint64_t bytes) {
    const std::uint64_t before = address < nodes.address ? nodes.address - address : 0;
    if (before >= bytes) return 0;
    const std::uint64_t first = address < nodes.address ? 0 : address - nodes.address;
    const std::uint64_t end = nodes.bytes / nodes.stride * nodes.stride; // of the last whole node
    if (first >= end) return 0;
    const std::uint64_t last = std::min(first + (bytes - before), end);
    const auto starts_before = [&](std::uint64_t at) { return (at + nodes.stride - 1) / nodes.stride; };
    return starts_before(last) - starts_before(first);
}

/// Local memory is interleaved (Coalescer): the same word of eight neighbouring lanes is a sector, which is
/// shared equally by those of them that access it (StackSums).
void PixelTableBuilder::add_stack(const RequestView& block, const RequestBlock::Entry& entry,
                                  const PixelLanes::Lanes& lanes) {
    constexpr unsigned lanes_of_a_sector = 8;
    constexpr std::uint64_t word_bytes = 4;
    const std::uint64_t more_bytes =
        std::max<std::uint64_t>(info_.instructions[entry.instruction].bytes_per_lane, 1) - 1;
    std::array<Words, warp_size> words;
    const std::uint64_t* address = block.addresses.data() + entry.first_address;
    for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1, ++address)
        words[static_cast<std::size_t>(std::countr_zero(rest))] = {*address / word_bytes,
                                                                   (*address + more_bytes) / word_bytes};
    for (std::uint32_t rest = lanes.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        const auto group =
            std::span(words).subspan(lane / lanes_of_a_sector * lanes_of_a_sector, lanes_of_a_sector);
        PixelSums& sums = table_.sums[(*lanes.pixels)[lane]];
        for (std::uint64_t word = words[lane].first; word <= words[lane].last; ++word)
            sums.stack += StackSums::unit / static_cast<std::uint64_t>(std::count_if(
                                                group.begin(), group.end(),
                                                [&](const Words& other) { return other.has(word); }));
    }
}

} // namespace hitmap
