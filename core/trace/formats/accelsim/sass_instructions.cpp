#include "core/trace/formats/accelsim/sass_instructions.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap::accelsim {

namespace {

Instruction row_of(const std::string& kernel, const SassInstruction& instruction, Space space) {
    const SassAccess& access = *instruction.access;
    Instruction row;
    row.operation = access.operation;
    row.space = space;
    row.bytes_per_lane = access.bytes_per_lane;
    row.cache = access.cache;
    row.location.function = fmt::format("{}+{:#x}", kernel, instruction.counter);
    if (instruction.source_line == 0) return row;
    row.location.file = kernel; // The name of the file is not recorded.
    row.location.line = instruction.source_line;
    return row;
}

} // namespace

std::uint32_t SassInstructions::index_of(const std::string& kernel, const SassInstruction& instruction,
                                         Space space) {
    const std::string key = fmt::format("{} {} {} {} {}", kernel, instruction.counter,
                                        instruction.source_line, instruction.opcode, static_cast<int>(space));
    const std::uint32_t index = table_.index_of(key, [&] { return row_of(kernel, instruction, space); });
    spaces_.resize(std::max<std::size_t>(spaces_.size(), index + 1));
    spaces_[index] = space;
    return index;
}

} // namespace hitmap::accelsim
