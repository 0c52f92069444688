#include "core/analysis/simt/warp_executions.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace hitmap {

namespace {

template <class Visit>
void for_each_lane(std::uint32_t mask, const Visit& visit) {
    for (; mask != 0; mask &= mask - 1)
        visit(static_cast<unsigned>(std::countr_zero(mask)));
}

/// The number of different values above 0.
std::uint64_t distinct(std::array<std::uint64_t, warp_size> values) {
    std::sort(values.begin(), values.end());
    const auto end = std::unique(values.begin(), values.end());
    return static_cast<std::uint64_t>(end - values.begin()) - (values.front() == 0 ? 1 : 0);
}

} // namespace

WarpExecutions::WarpExecutions(const BlockExecution& first, std::uint64_t number, unsigned warp_lanes,
                               bool tells_returns)
    : life_{first.launch, first.sm, first.slot, first.warp, first.request, first.request, 0},
      number_(number),
      all_lanes_(hitmap::all_lanes(warp_lanes)),
      tells_returns_(tells_returns) {}

void WarpExecutions::follow_control_flow(const BlockExecution& event, BlockEntry entry) {
    switch (entry) {
    case BlockEntry::kernel:
        frames_.assign(1, {});
        break;
    case BlockEntry::function: {
        const Frame& caller = frames_.back();
        // "Whenever a thread becomes inactive at the entry point of a given shader executed by the warp,
        // there is indirect-function-call divergence" (Pankratz et al. 2021, section V-D.2). The shaders of
        // an indirect call are bodies of ifs that do nothing but call.
        std::uint32_t others = caller.in_if ? caller.before_if & ~event.mask : 0;
        if (life_.blocks == 0) others = without_call_ = all_lanes_ & ~event.mask;
        if (frames_.size() > most_calls)
            throw Error(fmt::format("expected at most {} calls of functions within one another, found more "
                                    "in warp {} of launch {}",
                                    most_calls, event.warp, event.launch));
        Frame called;
        called.not_called = caller.not_called | others;
        if (!tells_returns_) frames_.clear();
        frames_.push_back(called);
        break;
    }
    case BlockEntry::after_call:
        if (frames_.size() > 1) frames_.pop_back();
        break;
    default:
        break;
    }
    Frame& frame = frames_.back();
    if (!tells_returns_) frame.not_called &= ~event.mask; // the call has returned
    frame.in_if = entry == BlockEntry::if_taken;
    frame.before_if = frame.last_mask;
    frame.last_mask = event.mask;
}

void WarpExecutions::settle(std::uint32_t lanes) {
    for_each_lane(lanes, [&](unsigned number) {
        Lane& lane = by_lane_[number];
        const std::uint64_t blocks = life_.blocks - std::exchange(lane.since_block, life_.blocks);
        if ((active_ & 1U << number) == 0) return;
        lane.blocks += blocks;
        lane.last = life_.blocks;
    });
}

WarpExecutions::FunctionSlots& WarpExecutions::slots_of(std::uint32_t function) {
    auto place = std::ranges::lower_bound(slots_, function, {}, &FunctionSlots::function);
    if (place == slots_.end() || place->function != function)
        place = slots_.insert(place, FunctionSlots{function});
    return *place;
}

void WarpExecutions::add_inactive(std::uint32_t function, std::uint32_t active, std::uint32_t not_called,
                                  std::uint32_t instructions) {
    const std::uint32_t inactive = all_lanes_ & ~active;
    if (inactive == 0 || instructions == 0) return;
    FunctionSlots& slots = slots_of(function);
    slots.lanes |= inactive;
    for_each_lane(inactive & not_called, [&](unsigned lane) { slots.call[lane] += instructions; });
    for_each_lane(inactive & ~not_called, [&](unsigned lane) { slots.control_flow[lane] += instructions; });
}

void WarpExecutions::settle_causes(std::uint32_t lanes, std::span<InactiveSlots> inactive) {
    if (lanes == 0) return;
    for (FunctionSlots& slots : slots_) {
        InactiveSlots& sums = inactive[slots.function];
        for_each_lane(slots.lanes & lanes, [&](unsigned lane) {
            sums.call += std::exchange(slots.call[lane], 0);
            sums.control_flow += std::exchange(slots.control_flow[lane], 0);
        });
        slots.lanes &= ~lanes;
    }
}

void WarpExecutions::execute(const BlockExecution& event, const BasicBlock& block, std::uint32_t function,
                             std::span<InactiveSlots> inactive) {
    follow_control_flow(event, block.entry);
    settle(active_ ^ event.mask);
    settle_causes(event.mask & ~active_, inactive);
    add_inactive(function, event.mask, frames_.back().not_called, block.instructions);
    for_each_lane(event.mask & ~active_, [&](unsigned number) {
        if (by_lane_[number].first == 0) by_lane_[number].first = life_.blocks + 1;
    });
    active_ = event.mask;
    ++life_.blocks;
    life_.last_request = event.request;
    sequence_of(lanes_, event.block).push_back(static_cast<std::uint8_t>(std::popcount(event.mask)));
}

void WarpExecutions::end(ExecutionSums& sums, std::span<InactiveSlots> inactive) {
    settle(all_lanes_);
    for (const FunctionSlots& slots : slots_)
        for (unsigned lane = 0; lane < warp_size; ++lane) {
            InactiveSlots& of_function = inactive[slots.function];
            (is_without_call(lane) ? of_function.call : of_function.early_return) += slots.call[lane];
            of_function.early_return += slots.control_flow[lane];
        }
    std::array<std::uint64_t, warp_size> first{};
    std::array<std::uint64_t, warp_size> last{};
    for (unsigned number = 0; number < warp_size; ++number) {
        const Lane& lane = by_lane_[number];
        first[number] = lane.first;
        last[number] = lane.last;
        if (lane.blocks != 0) sums.thread_lifetimes.add(lane.blocks);
    }
    ++sums.warps;
    sums.entries += distinct(first);
    sums.exits += distinct(last);
    sums.warp_lifetimes.add(life_.blocks);
}

} // namespace hitmap
