#pragma once

#include "core/trace/import/assumed_gpu.h"
#include "core/trace/import/sass_opcode.h"

#include <string>
#include <string_view>

namespace hitmap {

/// For warnings: accesses by LD, ST and ATOM, whose windows of local and shared memory are not known.
inline constexpr std::string_view generic_accesses =
    "accesses with generic addresses and unknown windows, taken as global";

/// For warnings: accesses by opcodes for which sass_access() is empty.
inline constexpr std::string_view unknown_accesses = "accesses by instructions that are not known, left out";

/// An instruction that is known by its opcode only, whose text stands in place of the function.
[[nodiscard]] inline Instruction sass_instruction(const SassAccess& access, std::string_view opcode) {
    Instruction added;
    added.operation = access.operation;
    added.space = access.space;
    added.bytes_per_lane = access.bytes_per_lane;
    added.cache = access.cache;
    added.location.function = opcode;
    return added;
}

} // namespace hitmap
