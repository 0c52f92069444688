#pragma once

#include <cstdint>

#include "capture/spirv/builder.h"

namespace hitmap::capture {

/// A number as 32 bits: the bits of a float, which is converted to f32 first, or the low bits of an integer.
/// @param type  its type
/// Throws ModuleError if it is neither
[[nodiscard]] std::uint32_t as_u32(Builder& builder, Code& code, std::uint32_t id, const Instruction& type);
/// The same with the type that the module says. Throws ModuleError also if the id has none
[[nodiscard]] std::uint32_t as_u32(const Module& module, Builder& builder, Code& code, std::uint32_t id);

} // namespace hitmap::capture
