#include "core/simt/resident_warp.h"

#include <utility>

namespace hitmap::simt {

namespace {

/// Enough to read the registers of a warp into the host's caches once for many requests, and few enough that
/// the waiting requests of all warps take a fraction of the memory of the registers.
constexpr std::size_t accesses_ahead = 16;

} // namespace

bool ResidentWarp::has_request() {
    if (next_ == accesses_.size() && !has_ended_) run_ahead();
    if (next_ < accesses_.size()) return true;
    if (error_) std::rethrow_exception(error_);
    return false;
}

void ResidentWarp::run_ahead() {
    if (!accesses_.empty()) { // all are reported; those of the beginning are not
        warp_.clear_events();
        reported_ = {};
    }
    accesses_.clear();
    addresses_.clear();
    next_ = next_address_ = 0;
    try {
        while (accesses_.size() < accesses_ahead) {
            if (!warp_.advance()) {
                has_ended_ = true;
                return;
            }
            const WarpAccess access = warp_.take_access();
            // The addresses first: where memory runs out for either, no access waits without its addresses.
            const std::size_t first = addresses_.size();
            addresses_.resize(first + access.active.count());
            std::uint64_t* address = addresses_.data() + first;
            for_each_lane(access.active,
                          [&](unsigned lane) { *address++ = warp_.pending_addresses()[lane]; });
            accesses_.push_back({access, {warp_.tags().size(), warp_.begun_blocks().size()}});
            if (access.effect != nullptr) return;
        }
    } catch (...) {
        has_ended_ = true;
        error_ = std::current_exception();
    }
}

void ResidentWarp::report_before(DeviceObserver& observer, const BlockTable* blocks, const Events& end) {
    for (; reported_.tags < end.tags; ++reported_.tags) {
        const NotedTag& noted = warp_.tags()[reported_.tags];
        observer.tag(place(), noted.lane, noted.tag);
    }
    for (; reported_.blocks < end.blocks; ++reported_.blocks) {
        const BegunBlock& begun = warp_.begun_blocks()[reported_.blocks];
        observer.block(place(), blocks->find(begun.entry, begun.place), begun.active);
    }
}

void ResidentWarp::execute(DeviceObserver& observer, const BlockTable* blocks, WarpRequest& request) {
    const Access& next = accesses_[next_];
    const WarpAccess& access = next.access;
    if (part_ == 0) {
        report_before(observer, blocks, next.before);
        if (access.effect != nullptr) access.effect->take_place();
    }
    request.warp = place();
    request.instruction = access.instruction + part_;
    request.active = access.active;
    const std::uint64_t* address = addresses_.data() + next_address_;
    const std::uint64_t distance = part_ * access.part_distance;
    for_each_lane(access.active, [&](unsigned lane) { request.address[lane] = *address++ + distance; });
    if (++part_ == access.parts) {
        part_ = 0;
        ++next_;
        next_address_ += access.active.count();
    }
    observer.request(request);
}

} // namespace hitmap::simt
