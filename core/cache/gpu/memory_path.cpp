#include "core/cache/gpu/memory_path.h"

namespace hitmap {

namespace {

MemoryPath path_of_load(CacheOperator op, L1Loads loads) {
    const bool bypasses = op == CacheOperator::global || op == CacheOperator::volatile_ ||
                          loads == L1Loads::none || (loads == L1Loads::opt_in && op != CacheOperator::all);
    if (bypasses) return MemoryPath::bypassing_load;
    if (op == CacheOperator::streaming) return MemoryPath::streaming_load;
    return op == CacheOperator::last_use ? MemoryPath::last_load : MemoryPath::load;
}

MemoryPath path_of(const Instruction& instruction, L1Loads loads) {
    if (instruction.space == Space::shared) return MemoryPath::shared;
    if (instruction.operation == Operation::atomic) return MemoryPath::atomic;
    const bool is_store = instruction.operation == Operation::store;
    if (instruction.space == Space::local) return is_store ? MemoryPath::local_store : MemoryPath::local_load;
    if (is_store) return loads == L1Loads::none ? MemoryPath::bypassing_store : MemoryPath::store;
    return path_of_load(instruction.cache, loads);
}

} // namespace

std::vector<MemoryPath> memory_paths(const RecordingInfo& info, L1Loads loads) {
    std::vector<MemoryPath> paths;
    paths.reserve(info.instructions.size());
    for (const Instruction& instruction : info.instructions)
        paths.push_back(path_of(instruction, loads));
    return paths;
}

} // namespace hitmap
