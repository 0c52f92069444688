#include "capture/spirv/block_finder.h"

#include <algorithm>

namespace hitmap::capture {

using spv::Op;

std::unordered_map<std::uint32_t, BlockShape> find_blocks(const Module& module, const SourceLines& lines,
                                                          const std::vector<std::uint32_t>& entry_functions) {
    std::unordered_map<std::uint32_t, BlockShape> blocks;
    std::uint32_t label = 0;
    bool is_first = false;
    BlockEntry first_entry = BlockEntry::function;
    for (const Instruction& i : module.instructions().subspan(module.first_function())) {
        switch (i.opcode) {
        case Op::OpFunction: {
            const bool is_entry =
                std::find(entry_functions.begin(), entry_functions.end(), i.result) != entry_functions.end();
            first_entry = is_entry ? BlockEntry::kernel : BlockEntry::function;
            is_first = true;
            continue;
        }
        case Op::OpLabel:
            label = i.result;
            if (is_first) blocks[label].entry = first_entry;
            is_first = false;
            continue;
        case Op::OpFunctionEnd:
            continue;
        case Op::OpUnreachable:
            blocks[label].is_reachable = false;
            break;
        case Op::OpLoopMerge:
            blocks[label].entry = BlockEntry::loop_iteration;
            blocks[i[1]].entry = BlockEntry::after_loop;
            break;
        case Op::OpSelectionMerge: {
            BlockEntry& merge = blocks[i[1]].entry;
            if (merge == BlockEntry::branch) merge = BlockEntry::after_branch;
            break;
        }
        default:
            break;
        }
        if (!lines.is_debug(i)) ++blocks[label].instructions;
    }
    return blocks;
}

} // namespace hitmap::capture
