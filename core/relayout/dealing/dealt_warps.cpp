#include "core/relayout/dealing/dealt_warps.h"

#include "core/base/error.h"

#include <algorithm>
#include <tuple>

namespace hitmap {

namespace {

/// The tracer records an access that is wider than an instruction as consecutive instructions at one place.
std::vector<bool> continued_instructions(const std::vector<Instruction>& instructions) {
    const auto place_of = [](const Instruction& instruction) {
        const SourceLocation& location = instruction.location;
        return std::tie(instruction.operation, instruction.space, instruction.bytes_per_lane,
                        location.function, location.file, location.line, location.column);
    };
    std::vector<bool> continues(instructions.size(), false);
    for (std::size_t i = 0; i + 1 < instructions.size(); ++i)
        continues[i] =
            instructions[i].location.line != 0 && place_of(instructions[i]) == place_of(instructions[i + 1]);
    return continues;
}

/// The warp that an item belongs to.
std::uint32_t warp_of(const WarpItem& item) {
    return std::visit([](const auto& of) { return of.warp; }, item);
}

} // namespace

DealtWarps::DealtWarps(const RecordingInfo& info, std::span<const RecordedBlock> blocks, BlockQueues& queues,
                       RecordingSink& out)
    : continues_(continued_instructions(info.instructions)),
      blocks_(blocks),
      queues_(queues),
      out_(out),
      places_(blocks.size()) {}

void DealtWarps::begin_launch(std::size_t first_block, std::uint32_t warps_per_block) {
    first_block_ = first_block;
    warps_per_block_ = warps_per_block;
}

std::unique_ptr<DealtWarp> DealtWarps::start(const simt::WarpPlace& place, std::uint32_t block) {
    const std::size_t number = first_block_ + block;
    const std::uint32_t in_block = place.index % warps_per_block_;
    places_[number] = {place.sm, place.slot - in_block, warps_per_block_};
    const WarpCount* const count = count_of(number, blocks_[number].number * warps_per_block_ + in_block);
    return std::make_unique<DealtWarp>(place, number, count != nullptr ? count->requests : 0);
}

void DealtWarps::execute(DealtWarp& warp) {
    const std::size_t block = warp.block();
    const WarpItem* item = &next_of(block);
    for (; !std::holds_alternative<Request>(*item); item = &next_of(block))
        put_note(block, *item);
    Request request = std::get<Request>(*item);
    queues_.take(block);
    request.sm = places_[block].sm;
    request.slot = slot_of(block, request.warp);
    out_.add(request);
    ++requests_;
    --count_of(block, request.warp)->requests;
    warp.take_turn(continues_[request.instruction]);
}

void DealtWarps::end(DealtWarp& warp) {
    const std::size_t block = warp.block();
    const std::uint32_t number =
        blocks_[block].number * warps_per_block_ + warp.place().index % warps_per_block_;
    const WarpCount* const count = count_of(block, number);
    // What a request of the warp follows is passed on with that request, which may have the turn of another.
    while (count != nullptr && count->requests == 0 && count->notes != 0) {
        const WarpItem& item = next_of(block);
        if (std::holds_alternative<Request>(item) || warp_of(item) != number) break;
        put_note(block, item);
    }
    if (--places_[block].warps != 0) return;
    const auto has_notes = [](const WarpCount& of) { return of.notes != 0; };
    while (std::ranges::any_of(blocks_[block].warps, has_notes))
        put_note(block, next_of(block));
    queues_.close(block);
}

const WarpItem& DealtWarps::next_of(std::size_t block) {
    const WarpItem* const item = queues_.next(block);
    if (item == nullptr)
        throw Error("expected a recording that stays as it is while it is read, found that it changed");
    return *item;
}

/// Null: the warp has nothing.
WarpCount* DealtWarps::count_of(std::size_t block, std::uint32_t warp) const {
    const auto& warps = blocks_[block].warps;
    const auto found = std::ranges::lower_bound(warps, warp, {}, &WarpCount::warp);
    return found != warps.end() && found->warp == warp ? &*found : nullptr;
}

std::uint32_t DealtWarps::slot_of(std::size_t block, std::uint32_t warp) const {
    return places_[block].first_slot + warp % warps_per_block_;
}

/// Passes on the next item of a block, which is no request.
void DealtWarps::put_note(std::size_t block, const WarpItem& item) {
    const auto placed = [&](auto event) {
        event.sm = places_[block].sm;
        event.slot = slot_of(block, event.warp);
        return event;
    };
    if (const auto* const tag = std::get_if<LaneTagRun>(&item))
        out_.tag(*tag);
    else if (const auto* const rays = std::get_if<WarpRays>(&item))
        out_.trace_rays(placed(static_cast<const RayEvent&>(*rays)), {rays->rays, rays->hits});
    else
        out_.execute(placed(std::get<BlockExecution>(item)));
    --count_of(block, warp_of(item))->notes;
    queues_.take(block);
}

} // namespace hitmap
