#include "core/simt/warp.h"

namespace hitmap::simt {

Region::Region(Warp& warp, BlockEntry after, const SourcePlace& place)
    : warp_(warp), place_(place), outer_(warp.innermost_), rejoin_(warp.active_), after_(after) {
    warp.innermost_ = this;
    warp.has_place(place);
}

Region::~Region() {
    warp_.active_ = rejoin_;
    warp_.innermost_ = outer_;
    try {
        warp_.begin_block(after_, place_);
    } catch (...) { // no memory for the block; a destructor that throws would end the program
        warp_.failure_ = std::current_exception();
    }
}

If::If(Warp& warp, Mask condition, SourcePlace place) : Region(warp, BlockEntry::after_if, place) {
    if (warp.listing_ == nullptr) warp.active_ = warp.active_ & condition;
    warp.begin_block(BlockEntry::if_taken, place_);
}

If::operator bool() const {
    return warp_.active_.any();
}

Loop::Loop(Warp& warp, SourcePlace place) : Region(warp, BlockEntry::after_loop, place) {}

bool Loop::while_(Mask condition) {
    if (warp_.listing_ != nullptr) {
        if (std::exchange(listed_, true)) return false;
    } else {
        warp_.active_ = warp_.active_ & condition;
    }
    if (warp_.active_.none()) return false;
    warp_.begin_block(BlockEntry::loop_iteration, place_);
    return true;
}

void Loop::break_(Mask lanes, SourcePlace place) {
    warp_.has_place(place);
    warp_.leave_until(this, lanes);
    warp_.begin_block(BlockEntry::after_exit, place);
}

Warp::Warp(const WarpPlace& place, unsigned block, unsigned lanes, const InstructionTable& instructions,
           FramePool& frames, std::span<std::byte> local_memory, bool notes_blocks)
    : place_(place),
      block_(block),
      lanes_(lanes),
      active_(Mask::first(lanes)),
      instructions_(&instructions),
      frames_(frames),
      local_memory_(local_memory),
      notes_blocks_(notes_blocks) {}

Warp::Warp(InstructionTable& listing, BlockTable& listed_blocks, FramePool& frames)
    : listing_(&listing), frames_(frames), notes_blocks_(true), listed_blocks_(&listed_blocks) {}

void Warp::note_block(BlockEntry entry, const SourcePlace& place) {
    if (listed_blocks_ != nullptr) {
        listed_block_ = listed_blocks_->add(entry, place);
        listed_instructions_ = 0;
    } else if (active_.any()) {
        begun_blocks_.push_back({entry, place, active_});
    }
}

void Warp::leave_until(const Region* target, Mask lanes) {
    if (listing_ != nullptr) return;
    const Mask stay = ~(lanes & active_);
    for (Region* region = innermost_; region != target; region = region->outer_)
        region->rejoin_ = region->rejoin_ & stay;
    active_ = active_ & stay;
}

void Warp::return_(Mask lanes, SourcePlace place) {
    has_place(place);
    leave_until(function_, lanes);
    begin_block(BlockEntry::after_exit, place);
}

Warp::Call Warp::enter_function() {
    return {active_, std::exchange(function_, innermost_)};
}

void Warp::leave_function(const Call& call) {
    active_ = call.active;
    function_ = call.function;
}

void Warp::tag(const Lanes<WorkTag>& tags) const {
    if (listing_ != nullptr) return;
    for_each_lane(active_, [&](unsigned lane) { tags_.push_back({lane, tags[lane]}); });
}

bool Warp::issue(const SourcePlace& place, const InstructionTable::Access& access,
                 std::uint64_t part_distance) {
    if (listing_ != nullptr) {
        has_place(place);
        count_instructions(access.parts);
        listing_->add(place, access);
        return false;
    }
    if (active_.none()) return false;
    pending_ = {instructions_->find(place), access.parts, part_distance, active_, nullptr};
    return true;
}

bool Warp::advance() {
    while (!has_pending() && resume_point_)
        resume_point_.resume();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    return has_pending();
}

} // namespace hitmap::simt
