#include "core/simt/warp.h"

namespace hitmap::simt {

Region::Region(Warp& warp) : warp_(warp), outer_(warp.innermost_), rejoin_(warp.active_) {
    warp.innermost_ = this;
}

Region::~Region() {
    warp_.active_ = rejoin_;
    warp_.innermost_ = outer_;
}

If::If(Warp& warp, Mask condition) : Region(warp) {
    if (warp.listing_ == nullptr) warp.active_ = warp.active_ & condition;
}

If::operator bool() const {
    return warp_.active_.any();
}

Loop::Loop(Warp& warp) : Region(warp) {}

bool Loop::while_(Mask condition) {
    if (warp_.listing_ != nullptr) return !std::exchange(listed_, true);
    warp_.active_ = warp_.active_ & condition;
    return warp_.active_.any();
}

void Loop::break_(Mask lanes) {
    warp_.leave_until(this, lanes);
}

Warp::Warp(const WarpPlace& place, unsigned block, const InstructionTable& instructions, FramePool& frames,
           std::span<std::byte> local_memory, DeviceObserver& observer)
    : place_(place),
      block_(block),
      instructions_(&instructions),
      frames_(frames),
      local_memory_(local_memory),
      observer_(&observer) {
    request_.warp = place;
}

Warp::Warp(InstructionTable& listing, FramePool& frames) : listing_(&listing), frames_(frames) {}

void Warp::leave_until(const Region* target, Mask lanes) {
    if (listing_ != nullptr) return;
    const Mask stay = ~(lanes & active_);
    for (Region* region = innermost_; region != target; region = region->outer_)
        region->rejoin_ = region->rejoin_ & stay;
    active_ = active_ & stay;
}

void Warp::return_(Mask lanes) {
    leave_until(function_, lanes);
}

Warp::Call Warp::enter_function() {
    return {active_, std::exchange(function_, innermost_)};
}

void Warp::leave_function(const Call& call) {
    active_ = call.active;
    function_ = call.function;
}

void Warp::tag(const Lanes<WorkTag>& tags) const {
    if (observer_ == nullptr) return;
    for_each_lane(active_, [&](unsigned lane) { observer_->tag(place_, lane, tags[lane]); });
}

bool Warp::issue(const SourcePlace& place, const InstructionTable::Access& access,
                 std::uint64_t part_distance) {
    if (listing_ != nullptr) {
        listing_->add(place, access);
        return false;
    }
    if (active_.none()) return false;
    request_.instruction = instructions_->find(place);
    request_.active = active_;
    parts_left_ = access.parts;
    part_distance_ = part_distance;
    return true;
}

bool Warp::advance() {
    while (parts_left_ == 0 && resume_point_)
        resume_point_.resume();
    return parts_left_ != 0;
}

void Warp::complete_request() {
    if (--parts_left_ == 0) return;
    ++request_.instruction;
    for (std::uint64_t& address : request_.address)
        address += part_distance_;
}

} // namespace hitmap::simt
