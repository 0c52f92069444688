#include "core/cache/contents/occupancy_sink.h"

#include "core/cache/stages/use_owners.h"
#include "core/cache/stages/use_positions.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace hitmap {

namespace {

constexpr unsigned allocation_bits = 16;
constexpr std::uint64_t allocation_mask = (1U << allocation_bits) - 1;

} // namespace

/// Finds the frames of requests of a block, in order.
class OccupancySink::FrameCursor {
public:
    FrameCursor(const OccupancySink& sink, const PipelineBlock& block, std::uint64_t first_position)
        : sink_(sink), positions_(block, first_position, sink.counts_requests_) {}

    [[nodiscard]] std::size_t frame_of(std::size_t request) {
        const auto frame =
            std::upper_bound(sink_.ends_.begin(), sink_.ends_.end() - 1, positions_.position_of(request));
        return static_cast<std::size_t>(frame - sink_.ends_.begin());
    }

private:
    const OccupancySink& sink_;
    UsePositions positions_;
};

OccupancySink::OccupancySink(const RecordingInfo& info, std::vector<std::uint64_t> frame_ends,
                             std::optional<std::uint32_t> sm)
    : ends_(std::move(frame_ends)),
      allocations_(info.allocations.size()),
      device_sms_(info.device.sm_count),
      counts_requests_(info.axis_is_requests()),
      sm_(sm) {}

void OccupancySink::begin(const LineUseSetup& setup) {
    coalescer_ = &setup.coalescer;
    l1_units_ = setup.config.l1_units;
    l2_line_bits_ = static_cast<unsigned>(std::countr_zero(setup.config.l2.line));
    lines_ = {setup.config.l1.lines() * l1_units_, setup.config.l2.lines()};
    for (std::size_t i = 0; i < setup.l2_slices; ++i)
        slices_.emplace_back(setup.config.l2_partitions);
}

void OccupancySink::reserve(std::size_t sms) {
    if (sms > sms_.size()) sms_.resize(sms);
}

void OccupancySink::add_l1(std::size_t sm, const PipelineBlock& block, std::uint64_t first_position) {
    const std::vector<LineUse>& uses = block.uses.l1[sm];
    if (uses.empty() || (sm_ && *sm_ != sm)) return;
    if (!sms_[sm]) sms_[sm] = std::make_unique<Arrays>(l1_units_);
    Arrays& arrays = *sms_[sm];
    UseOwners owners(block, *coalescer_);
    FrameCursor frames(*this, block, first_position);
    for (const LineUse& use : uses) {
        if (use.empties_arrays()) {
            arrays.is_emptied = true;
            continue;
        }
        const std::uint16_t allocation = owners.of_l1(use).allocation;
        const std::size_t frame = frames.frame_of(owners.request());
        if (std::exchange(arrays.is_emptied, false)) empty(arrays, frame);
        add_use(arrays, use, allocation, frame);
    }
}

void OccupancySink::add_l2(std::size_t slice, const PipelineBlock& block, std::uint64_t first_position) {
    UseOwners owners(block, *coalescer_);
    FrameCursor frames(*this, block, first_position);
    for (const LineUse& use : block.uses.l2.at(slice)) {
        const std::uint16_t allocation = owners.of_l2(slice, use, l2_line_bits_).allocation;
        add_use(slices_[slice], use, allocation, frames.frame_of(owners.request()));
    }
}

void OccupancySink::add_use(Arrays& arrays, const LineUse& use, std::uint16_t allocation,
                            std::size_t frame) const {
    if (use.is_present) return;
    Array& array = arrays.arrays[use.array];
    const auto change = [&](std::uint16_t of, std::int64_t by) {
        array.held[of] += by;
        arrays.changes[std::uint64_t{frame} << allocation_bits | of] += by;
    };
    const std::uint32_t number = array.numbers.number_of(use.line);
    if (number == array.allocations.size()) array.allocations.emplace_back();
    array.allocations[number] = allocation;
    change(allocation, 1);
    if (use.evicted != SectorOutcome::no_line) change(array.allocations[array.numbers.find(use.evicted)], -1);
}

void OccupancySink::empty(Arrays& arrays, std::size_t frame) {
    for (Array& array : arrays.arrays) {
        for (const auto& [allocation, lines] : array.held)
            arrays.changes[std::uint64_t{frame} << allocation_bits | allocation] -= lines;
        array = Array();
    }
}

void OccupancySink::for_each_frame(
    Level level, const std::function<void(std::size_t, const std::vector<std::uint64_t>&)>& visit) const {
    std::map<std::uint64_t, std::int64_t> changes;
    const auto add = [&](const Arrays& arrays) {
        for (const auto& [key, change] : arrays.changes)
            changes[key] += change;
    };
    if (level == Level::l1) {
        for (const auto& sm : sms_)
            if (sm) add(*sm);
    } else {
        for (const Arrays& slice : slices_)
            add(slice);
    }
    std::vector<std::uint64_t> lines(allocations_ + 1);
    auto next = changes.begin();
    for (std::size_t frame = 0; frame < ends_.size(); ++frame) {
        for (; next != changes.end() && next->first >> allocation_bits == frame; ++next) {
            const std::size_t allocation =
                std::min<std::size_t>(next->first & allocation_mask, allocations_); // no_allocation is last
            lines[allocation] += static_cast<std::uint64_t>(next->second);
        }
        visit(frame, lines);
    }
}

std::uint64_t OccupancySink::caches(Level level) const {
    return level == Level::l2 || sm_ ? 1 : std::max<std::uint64_t>(device_sms_, sms_.size());
}

} // namespace hitmap
