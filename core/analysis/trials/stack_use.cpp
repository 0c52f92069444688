#include "core/analysis/trials/stack_use.h"

#include <algorithm>

namespace hitmap {

bool is_stack(const Allocation& allocation) {
    return allocation.role == Role::stack && allocation.space == Space::local && allocation.stride != 0 &&
           allocation.element_count() != 0;
}

std::optional<std::size_t> first_stack(const RecordingInfo& info) {
    const auto found = std::ranges::find_if(info.allocations, is_stack);
    if (found == info.allocations.end()) return std::nullopt;
    return static_cast<std::size_t>(found - info.allocations.begin());
}

StackUseSink::StackUseSink(const RecordingInfo& info, std::size_t stack)
    : first_(info.allocations.at(stack).address), stride_(info.allocations.at(stack).stride) {
    use_.entries = info.allocations[stack].element_count();
    for (const Instruction& instruction : info.instructions)
        accesses_.push_back(instruction.space != Space::local          ? Access::none
                            : instruction.operation == Operation::load ? Access::pop
                                                                       : Access::push);
}

void StackUseSink::add(const RequestView& block, std::span<const RequestTraffic> /*traffic*/,
                       std::span<const ElementAccess> /*accesses*/, std::uint64_t /*first_position*/) {
    for (const RequestView::Entry& entry : block.entries) {
        const Access access = accesses_[entry.instruction];
        if (access == Access::none) continue;
        for (const std::uint64_t address : block.addresses_of(entry)) {
            const std::uint64_t number = (address - first_) / stride_;
            if (address < first_ || number >= use_.entries) continue;
            use_.deepest = std::max(use_.deepest, number + 1);
            // An entry that several instructions store or load is pushed or popped once.
            if ((address - first_) % stride_ == 0) ++(access == Access::push ? use_.pushes : use_.pops);
        }
    }
}

} // namespace hitmap
