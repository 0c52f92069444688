#include "core/relayout/apply/moving_sink.h"

#include <algorithm>
#include <bit>

namespace hitmap {

MovingSink::MovingSink(const RecordingInfo& before, const RelayoutDraft& draft, RecordingSink& out)
    : before_(before),
      draft_(draft),
      out_(out),
      map_(before.allocations, draft.info.allocations, draft.places, draft.forms) {}

/// Contents whose bytes are elsewhere now, or may be numbers of elements that are elsewhere, are left out.
bool MovingSink::keeps_contents(std::size_t allocation) const {
    const Allocation& before = before_.allocations[allocation];
    const Allocation& after = draft_.info.allocations[allocation];
    if (!draft_.places[allocation].empty() || !draft_.forms[allocation].is_same() ||
        before.stride != after.stride || before.layout != after.layout)
        return false;
    const bool may_refer = after.role != Role::framebuffer && after.role != Role::boxes &&
                           after.role != Role::vertices && after.role != Role::stack;
    return !may_refer || std::ranges::all_of(draft_.places, &Places::empty);
}

void MovingSink::begin(const RecordingInfo& info, const RecordedScene* scene) {
    RecordingInfo moved = draft_.info;
    for (std::size_t i = 0; i < before_.allocations.size(); ++i)
        if (keeps_contents(i)) moved.allocations[i].contents = info.allocations[i].contents;
    out_.begin(moved, scene == nullptr ? nullptr : &draft_.scene);
}

void MovingSink::add(const Request& request) {
    const Instruction& instruction = before_.instructions[request.instruction];
    if (instruction.space != Space::global) return out_.add(request);
    Request moved = request;
    for (std::uint32_t lanes = request.mask; lanes != 0; lanes &= lanes - 1) {
        std::uint64_t& address = moved.address[static_cast<unsigned>(std::countr_zero(lanes))];
        address = map_.moved(address, instruction.bytes_per_lane);
    }
    out_.add(moved);
}

} // namespace hitmap
