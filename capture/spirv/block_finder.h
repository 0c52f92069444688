#pragma once

#include <cstdint>
#include <unordered_map>

#include "capture/spirv/capture_site.h"
#include "capture/spirv/module.h"
#include "capture/spirv/source_lines.h"

namespace hitmap::capture {

/// A basic block of the module: what comes behind an OpLabel.
struct BlockShape {
    BlockEntry entry = BlockEntry::branch;
    std::uint32_t instructions = 0; ///< without debug information, with the branch at the end
    bool is_reachable = true;       ///< false: it ends with OpUnreachable
};

/// The basic blocks of all functions, by the id of their label. How control comes to a block follows from the
/// merge instructions (SPIR-V section 2.11 "Structured Control Flow").
[[nodiscard]] std::unordered_map<std::uint32_t, BlockShape>
find_blocks(const Module& module, const SourceLines& lines,
            const std::vector<std::uint32_t>& entry_functions);

} // namespace hitmap::capture
