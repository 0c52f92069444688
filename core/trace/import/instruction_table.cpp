#include "core/trace/import/instruction_table.h"

namespace hitmap {

std::uint32_t InstructionAdder::add(const Instruction& instruction) {
    if (!full()) {
        sink_.add_instruction(instruction);
        return count_++;
    }
    warnings_.count("accesses by instructions beyond the number that a recording can have, without a place");
    const auto next = static_cast<std::uint32_t>(count_ + common_.size());
    const auto [found, is_new] = common_.emplace(
        std::tuple(instruction.operation, instruction.space, instruction.bytes_per_lane), next);
    if (is_new) {
        Instruction common;
        common.operation = instruction.operation;
        common.space = instruction.space;
        common.bytes_per_lane = instruction.bytes_per_lane;
        sink_.add_instruction(common);
    }
    return found->second;
}

} // namespace hitmap
