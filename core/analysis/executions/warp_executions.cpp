#include "core/analysis/executions/warp_executions.h"

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

WarpExecutions::WarpExecutions(const BlockExecution& first, std::uint64_t number)
    : life_{first.launch, first.sm, first.slot, first.warp, first.request, first.request, 0},
      number_(number) {}

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
        const std::uint32_t others = caller.in_if ? caller.before_if & ~event.mask : 0;
        if (frames_.size() > most_calls)
            throw Error(fmt::format("expected at most {} calls of functions within one another, found more "
                                    "in warp {} of launch {}",
                                    most_calls, event.warp, event.launch));
        Frame called;
        called.not_called = caller.not_called | others;
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
    frame.in_if = entry == BlockEntry::if_taken;
    frame.before_if = frame.last_mask;
    frame.last_mask = event.mask;
}

void WarpExecutions::settle(std::uint32_t lanes) {
    for_each_lane(lanes, [&](unsigned number) {
        Lane& lane = by_lane_[number];
        const std::uint64_t slots = instructions_ - std::exchange(lane.since_instruction, instructions_);
        const std::uint64_t blocks = life_.blocks - std::exchange(lane.since_block, life_.blocks);
        const std::uint32_t bit = 1U << number;
        if ((active_ & bit) != 0) {
            lane.blocks += blocks;
            lane.last = life_.blocks;
        } else {
            ((not_called_ & bit) != 0 ? lane.call : lane.control_flow) += slots;
        }
    });
}

void WarpExecutions::execute(const BlockExecution& event, const BasicBlock& block, InactiveSlots& inactive) {
    follow_control_flow(event, block.entry);
    const std::uint32_t not_called = frames_.back().not_called & ~event.mask;
    settle((active_ ^ event.mask) | (not_called_ ^ not_called));
    for_each_lane(event.mask & ~active_, [&](unsigned number) {
        Lane& lane = by_lane_[number];
        inactive.call += std::exchange(lane.call, 0);
        inactive.control_flow += std::exchange(lane.control_flow, 0);
        if (lane.first == 0) lane.first = life_.blocks + 1;
    });
    active_ = event.mask;
    not_called_ = not_called;
    instructions_ += block.instructions;
    ++life_.blocks;
    life_.last_request = event.request;
    sequence_of(lanes_, event.block).push_back(static_cast<std::uint8_t>(std::popcount(event.mask)));
}

void WarpExecutions::end(ExecutionSums& sums) {
    settle(~std::uint32_t{0});
    std::array<std::uint64_t, warp_size> first{};
    std::array<std::uint64_t, warp_size> last{};
    for (unsigned number = 0; number < warp_size; ++number) {
        const Lane& lane = by_lane_[number];
        sums.inactive.early_return += lane.call + lane.control_flow;
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
