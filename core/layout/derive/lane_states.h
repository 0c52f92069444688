#pragma once

#include "core/trace/model/request.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// A State for each lane of the warps that were seen last, as many as a device holds at a time. Memory is
/// fixed: a warp may lose its states to another warp.
template <class State>
class LaneStates {
public:
    LaneStates() : warps_(places) {}

    std::array<State, warp_size>& of(const RequestBlock::Entry& entry) {
        constexpr std::uint32_t usual_slots = 64; // of an SM
        const std::size_t first = (std::size_t{entry.sm} * usual_slots + entry.slot) * ways % places;
        Warp* oldest = &warps_[first];
        for (std::size_t way = 0; way < ways; ++way) {
            Warp& warp = warps_[first + way];
            if (warp.last_use != 0 && warp.launch == entry.launch && warp.index == entry.warp)
                return use(warp);
            if (warp.last_use < oldest->last_use) oldest = &warp;
        }
        oldest->launch = entry.launch;
        oldest->index = entry.warp;
        oldest->lanes.fill(State{});
        return use(*oldest);
    }

private:
    static constexpr std::size_t ways = 2;
    static constexpr std::size_t places = std::size_t{1} << 14;
    struct Warp {
        std::uint64_t last_use = 0; ///< 0: not used
        std::uint32_t launch = 0;
        std::uint32_t index = 0;
        std::array<State, warp_size> lanes{};
    };
    std::array<State, warp_size>& use(Warp& warp) {
        warp.last_use = ++uses_;
        return warp.lanes;
    }

    std::uint64_t uses_ = 0;
    std::vector<Warp> warps_;
};

} // namespace hitmap
