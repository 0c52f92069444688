#include "core/replay/tree_buffer.h"

#include <utility>

namespace hitmap {

Allocation tree_buffer(std::string name, Role role, std::uint64_t address, std::uint64_t count,
                       std::uint32_t stride) {
    Allocation allocation;
    allocation.name = std::move(name);
    allocation.role = role;
    allocation.address = address;
    allocation.bytes = count * stride;
    allocation.stride = stride;
    allocation.element_bytes = stride;
    return allocation;
}

Instruction tree_fetch(const SourceText& source, std::uint32_t line, std::uint32_t bytes) {
    Instruction instruction;
    instruction.bytes_per_lane = static_cast<std::uint16_t>(bytes);
    instruction.location = {"ray unit", source.file, line, 0};
    return instruction;
}

} // namespace hitmap
