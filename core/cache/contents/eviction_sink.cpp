#include "core/cache/contents/eviction_sink.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace hitmap {

namespace {

constexpr unsigned kind_bits = 16;
constexpr std::uint32_t no_kind = 0xffff;
static_assert(CoalescedRequests::no_allocation == no_kind && BoxLevels::none == no_kind);

/// The bytes of each lane's local memory.
std::uint64_t local_bytes_of(const RecordingInfo& info) {
    std::uint64_t bytes = 0;
    for (const Allocation& allocation : info.allocations)
        if (allocation.space == Space::local) bytes = std::max(bytes, allocation.address + allocation.bytes);
    for (const Launch& launch : info.launches)
        bytes = std::max<std::uint64_t>(bytes, launch.local_bytes);
    constexpr auto most = std::uint64_t{1} << 26; // as Coalescer
    return std::min(bytes, most);
}

/// The lines that the allocations in global memory take, but not more than `most`, which is what they take
/// if there are no allocations.
std::uint64_t global_lines_of(const RecordingInfo& info, std::uint64_t line, std::uint64_t most) {
    std::uint64_t lines = 0;
    for (const Allocation& allocation : info.allocations)
        if (allocation.space == Space::global) lines += std::min(allocation.bytes / line + 2, most);
    return lines == 0 ? most : std::min(lines, most);
}

} // namespace

void EvictionSink::begin(const LineUseSetup& setup) {
    coalescer_ = &setup.coalescer;
    l1_units_ = setup.config.l1_units;
    l2_line_bits_ = static_cast<unsigned>(std::countr_zero(setup.config.l2.line));
    slices_.assign(setup.l2_slices, Arrays(setup.config.l2_partitions));
}

void EvictionSink::reserve(std::size_t sms) {
    if (sms > sms_.size()) sms_.resize(sms);
}

void EvictionSink::add_l1(std::size_t sm, const PipelineBlock& block, std::uint64_t /*first_position*/) {
    const std::vector<LineUse>& uses = block.uses.l1[sm];
    if (uses.empty()) return;
    if (!sms_[sm]) sms_[sm] = std::make_unique<Arrays>(l1_units_);
    UseOwners owners(block, *coalescer_);
    for (const LineUse& each : uses) {
        if (each.empties_arrays())
            sms_[sm]->arrays.assign(l1_units_, Array());
        else
            add_use(*sms_[sm], each, kinds_of(owners.of_l1(each)));
    }
}

void EvictionSink::add_l2(std::size_t slice, const PipelineBlock& block, std::uint64_t /*first_position*/) {
    UseOwners owners(block, *coalescer_);
    for (const LineUse& each : block.uses.l2.at(slice))
        add_use(slices_[slice], each, kinds_of(owners.of_l2(slice, each, l2_line_bits_)));
}

void EvictionSink::add_use(Arrays& arrays, const LineUse& use, Kinds kinds) {
    if (use.is_present) return;
    Array& array = arrays.arrays[use.array];
    const std::uint32_t number = array.numbers.number_of(use.line);
    if (number == array.lines.size()) array.lines.emplace_back();
    Line& line = array.lines[number];
    if (line.is_evicted)
        count_in_cells(arrays, line.kinds, line.evicting, [](Counts& cell) { ++cell.asked_again; });
    line = {kinds, {}, false};
    if (use.evicted == SectorOutcome::no_line) return;
    Line& evicted = array.lines[array.numbers.find(use.evicted)];
    evicted.evicting = kinds;
    evicted.is_evicted = true;
    count_in_cells(arrays, evicted.kinds, kinds, [&](Counts& cell) {
        ++cell.evictions;
        if (use.dirty != 0) ++cell.dirty;
    });
}

template <class Count>
void EvictionSink::count_in_cells(Arrays& arrays, Kinds evicted, Kinds evicting, const Count& count) {
    count(arrays.allocations[std::uint32_t{evicted.allocation} << kind_bits | evicting.allocation]);
    count(arrays.levels[std::uint32_t{evicted.level} << kind_bits | evicting.level]);
}

void EvictionSink::add(const Cells& cells, Cells& sum) {
    for (const auto& [kinds, counts] : cells) {
        Counts& total = sum[kinds];
        total.evictions += counts.evictions;
        total.asked_again += counts.asked_again;
        total.dirty += counts.dirty;
    }
}

std::vector<EvictionCell> EvictionSink::sorted(const Cells& cells) {
    std::vector<std::uint32_t> keys;
    for (const auto& [kinds, counts] : cells)
        keys.push_back(kinds);
    std::sort(keys.begin(), keys.end());
    const auto kind = [](std::uint32_t number) {
        return number == no_kind ? std::nullopt : std::optional<std::uint32_t>(number);
    };
    std::vector<EvictionCell> rows;
    for (const std::uint32_t key : keys) {
        const Counts& counts = cells.at(key);
        rows.push_back({kind(key >> kind_bits), kind(key & no_kind), counts.evictions, counts.asked_again,
                        counts.dirty});
    }
    return rows;
}

std::uint64_t EvictionSink::estimated_bytes(const RecordingInfo& info, const HierarchyConfig& config) {
    const std::uint64_t sms = std::max(info.device.sm_count, 1U);
    const std::uint64_t lanes = sms * std::max(info.device.warp_slots_per_sm, 1U) * warp_size;
    const std::uint64_t local = local_bytes_of(info);
    std::uint64_t widest = RecordingLimits::bytes_per_lane;
    for (const Instruction& instruction : info.instructions)
        widest = std::max<std::uint64_t>(widest, instruction.bytes_per_lane);
    // Each word of a lane's local memory is in another line.
    const std::uint64_t most_local = (RecordingLimits::bytes_per_lane / 4 + 1) * info.lane_accesses;
    const auto lines = [&](std::uint32_t line, std::uint64_t caches) {
        const std::uint64_t most_global = ((widest + line - 2) / line + 1) * info.lane_accesses;
        return std::min(global_lines_of(info, line, most_global) * caches, most_global) +
               std::min(lanes * local / line, most_local);
    };
    // A line can be in the partition of an SM and in its own.
    return (lines(config.l1.line, sms * config.l1_units) + lines(config.l2.line, 1) * config.l2_partitions) *
           bytes_a_line;
}

EvictionReport EvictionSink::report() const {
    const auto level = [&](const auto& visit_all) {
        Cells allocations;
        Cells levels;
        visit_all([&](const Arrays& arrays) {
            add(arrays.allocations, allocations);
            add(arrays.levels, levels);
        });
        LevelEvictions evictions{sorted(allocations), {}};
        if (!levels_.empty()) evictions.box_levels = sorted(levels);
        return evictions;
    };
    return {level([&](const auto& visit) {
                for (const auto& sm : sms_)
                    if (sm) visit(*sm);
            }),
            level([&](const auto& visit) {
                for (const Arrays& slice : slices_)
                    visit(slice);
            })};
}

} // namespace hitmap
