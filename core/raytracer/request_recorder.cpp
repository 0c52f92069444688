#include "core/raytracer/request_recorder.h"

#include <utility>

namespace hitmap {

namespace {

Operation recorded(simt::Operation operation) {
    switch (operation) {
    case simt::Operation::load:
        return Operation::load;
    case simt::Operation::store:
        return Operation::store;
    case simt::Operation::atomic:
        break;
    }
    return Operation::atomic;
}

BlockEntry recorded(simt::BlockEntry entry) {
    switch (entry) {
    case simt::BlockEntry::kernel:
        return BlockEntry::kernel;
    case simt::BlockEntry::function:
        return BlockEntry::function;
    case simt::BlockEntry::if_taken:
        return BlockEntry::if_taken;
    case simt::BlockEntry::after_if:
        return BlockEntry::after_if;
    case simt::BlockEntry::loop_iteration:
        return BlockEntry::loop_iteration;
    case simt::BlockEntry::after_loop:
        return BlockEntry::after_loop;
    case simt::BlockEntry::after_call:
        return BlockEntry::after_call;
    case simt::BlockEntry::after_exit:
        break;
    }
    return BlockEntry::after_exit;
}

} // namespace

std::vector<Instruction> recorded_instructions(const simt::InstructionTable& table) {
    std::vector<Instruction> result;
    result.reserve(table.instructions().size());
    for (const simt::Instruction& from : table.instructions()) {
        Instruction to;
        to.operation = recorded(from.operation);
        to.space = from.space == simt::Space::local ? Space::local : Space::global;
        to.bytes_per_lane = from.bytes_per_lane;
        to.location = {from.function, from.file, from.line, from.column};
        result.push_back(std::move(to));
    }
    return result;
}

std::vector<BasicBlock> recorded_blocks(const simt::BlockTable& table) {
    std::vector<BasicBlock> result;
    result.reserve(table.blocks().size());
    for (const simt::BasicBlock& from : table.blocks())
        result.push_back(
            {recorded(from.entry), from.instructions, {from.function, from.file, from.line, from.column}});
    return result;
}

RequestRecorder::RequestRecorder(RecordingSink& sink, std::uint32_t launch,
                                 std::optional<std::uint32_t> pixel_store, JobContext job)
    : sink_(sink), pixel_store_(pixel_store), job_(std::move(job)) {
    request_.launch = launch;
}

void RequestRecorder::request(const simt::WarpRequest& request) {
    request_.sm = request.warp.sm;
    request_.warp = request.warp.index;
    request_.slot = request.warp.slot;
    request_.instruction = request.instruction;
    request_.mask = request.active.bits();
    request_.address = request.address;
    sink_.add(request_);
    ++requests_;
    lane_accesses_ += request.active.count();
    if (request.instruction == pixel_store_) job_.add(request.active.count());
}

void RequestRecorder::tag(const simt::WarpPlace& warp, unsigned lane, const simt::WorkTag& tag) {
    LaneTagRun run;
    run.launch = request_.launch;
    run.warp = warp.index;
    run.lane = static_cast<std::uint8_t>(lane);
    run.tag = {tag.item, tag.sample, tag.kind, tag.bounce, tag.instance};
    sink_.tag(run);
}

void RequestRecorder::block(const simt::WarpPlace& warp, std::uint32_t block, simt::Mask active) {
    sink_.execute({{}, request_.launch, warp.sm, warp.index, warp.slot, block, active.bits()});
}

} // namespace hitmap
