#pragma once

#include "core/trace/model/recording.h"

#include <cstdint>
#include <string>

namespace hitmap {

/// A buffer of a tree: `count` elements of `stride` bytes, one after the other.
[[nodiscard]] Allocation tree_buffer(std::string name, Role role, std::uint64_t address, std::uint64_t count,
                                     std::uint32_t stride);

/// An instruction that fetches `bytes` for each lane. @param line  of `source`, which says what it fetches
[[nodiscard]] Instruction tree_fetch(const SourceText& source, std::uint32_t line, std::uint32_t bytes);

} // namespace hitmap
