#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "capture/spirv/builder.h"
#include "capture/spirv/entry_points.h"
#include "capture/spirv/module.h"

namespace hitmap::capture {

/// Puts a module together: the original instructions before the first function, what the builder added at the
/// places where the grammar allows it (SPIR-V section 2.4 "Logical Layout of a Module"), and functions.
/// Raises the version to 1.3, which has subgroup operations, and the addressing model to
/// PhysicalStorageBuffer64.
/// @param functions  words of the functions of the module
/// @param interface  private variables that entry points name from version 1.4
[[nodiscard]] std::vector<std::uint32_t> assemble(const Module& module, const Entries& entries,
                                                  Builder& builder, std::span<const std::uint32_t> functions,
                                                  std::span<const std::uint32_t> interface);

/// Throws ModuleError if the memory model of a module does not allow device addresses
void check_memory_model(const Module& module);

} // namespace hitmap::capture
