#pragma once

#include "core/trace/import/sass_opcode.h"

#include <string>
#include <string_view>

namespace hitmap {

/// The number of SMs of text that does not name the SM, if the user chooses none: those of the GPU that
/// `hitmap trace` simulates.
inline constexpr std::uint32_t assumed_sms = 68;

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
