#include "core/trace/formats/accelsim/block_schedule.h"

#include <algorithm>

namespace hitmap::accelsim {

BlockSchedule::BlockSchedule(std::uint32_t sms, std::uint32_t blocks_per_sm, std::uint32_t warps_per_block)
    : warps_per_block_(warps_per_block),
      blocks_per_sm_(blocks_per_sm),
      sms_(sms),
      free_(std::uint64_t{sms} * blocks_per_sm),
      last_started_(sms - 1) {
    for (Sm& sm : sms_)
        sm.free = blocks_per_sm;
}

std::optional<BlockPlace> BlockSchedule::free_place() const {
    if (free_ == 0) return std::nullopt;
    auto sm = last_started_;
    do
        sm = sm + 1 == sms_.size() ? 0 : sm + 1;
    while (sms_[sm].free == 0);
    return free_place_on(sm);
}

std::optional<BlockPlace> BlockSchedule::free_place_on(std::uint32_t sm) const {
    const auto& places = sms_[sm].places;
    const auto found = std::ranges::find(places, 0U, &Block::warps);
    if (found == places.end() && places.size() == blocks_per_sm_) return std::nullopt;
    return BlockPlace{sm, static_cast<std::uint32_t>(found - places.begin())};
}

void BlockSchedule::start(const BlockPlace& place, std::uint32_t block,
                          std::span<const std::uint64_t> requests) {
    std::vector<Warp> added;
    for (std::uint32_t warp = 0; warp < requests.size(); ++warp)
        if (requests[warp] != 0)
            added.push_back({place.number * warps_per_block_ + warp, warp, requests[warp]});
    if (added.empty()) return;
    Sm& sm = sms_[place.sm];
    if (place.number == sm.places.size()) sm.places.emplace_back();
    sm.places[place.number] = {block, static_cast<std::uint32_t>(added.size())};
    --sm.free;
    --free_;
    last_started_ = place.sm;
    if (sm.warps.empty()) busy_.insert(std::ranges::lower_bound(busy_, place.sm), place.sm);
    sm.warps.insert(std::ranges::lower_bound(sm.warps, added.front().slot, {}, &Warp::slot), added.begin(),
                    added.end());
}

std::optional<BlockSchedule::Turn> BlockSchedule::next() {
    if (busy_.empty()) return std::nullopt;
    auto busy = std::ranges::upper_bound(busy_, last_turn_);
    if (busy == busy_.end()) busy = busy_.begin();
    last_turn_ = *busy;
    Sm& sm = sms_[last_turn_];
    auto warp = std::ranges::upper_bound(sm.warps, sm.last_slot, {}, &Warp::slot);
    if (warp == sm.warps.end()) warp = sm.warps.begin();
    sm.last_slot = warp->slot;
    Block& block = sm.places[warp->slot / warps_per_block_];
    Turn turn{last_turn_, warp->slot, block.number, warp->warp, false};
    if (--warp->requests != 0) return turn;
    sm.warps.erase(warp);
    if (sm.warps.empty()) busy_.erase(busy);
    turn.block_ends = --block.warps == 0;
    if (turn.block_ends) {
        ++sm.free;
        ++free_;
    }
    return turn;
}

} // namespace hitmap::accelsim
