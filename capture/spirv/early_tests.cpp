#include "capture/spirv/early_tests.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace hitmap::capture {

using spv::Op;
using spv::StorageClass;

namespace {

bool is_local(const Module& module, std::uint32_t pointer) {
    const Instruction* const type = module.type_of(pointer);
    if (type == nullptr || type->opcode != Op::OpTypePointer) return false;
    const auto storage = static_cast<StorageClass>((*type)[2]);
    return storage == StorageClass::Function || storage == StorageClass::Private ||
           storage == StorageClass::Output;
}

bool updates_memory(Op opcode) {
    return (opcode >= Op::OpAtomicLoad && opcode <= Op::OpAtomicXor) ||
           opcode == Op::OpAtomicFlagTestAndSet || opcode == Op::OpAtomicFlagClear ||
           opcode == Op::OpAtomicFMinEXT || opcode == Op::OpAtomicFMaxEXT || opcode == Op::OpAtomicFAddEXT;
}

/// Whether an instruction ends an invocation early or writes memory.
bool has_effect(const Module& module, const Instruction& i) {
    switch (i.opcode) {
    case Op::OpKill:
    case Op::OpTerminateInvocation:
    case Op::OpDemoteToHelperInvocation:
    case Op::OpImageWrite:
    case Op::OpBeginInvocationInterlockEXT:
        return true;
    case Op::OpStore:
    case Op::OpCopyMemory:
        return !is_local(module, i[1]);
    case Op::OpExtInst: // Modf and Frexp write through a pointer
        return std::any_of(i.words.begin() + std::min<std::ptrdiff_t>(5, std::ssize(i.words)), i.words.end(),
                           [&](std::uint32_t id) {
                               const Instruction* const type = module.type_of(id);
                               return type != nullptr && type->opcode == Op::OpTypePointer &&
                                      !is_local(module, id);
                           });
    default:
        return updates_memory(i.opcode);
    }
}

} // namespace

bool may_test_early(const Module& module, const Decorations& decorations, const Entry& entry) {
    for (const Instruction& i : module.instructions().first(module.first_function())) {
        if (i.opcode == Op::OpExecutionMode && i[1] == entry.function) {
            const auto mode = static_cast<spv::ExecutionMode>(i[2]);
            if (mode == spv::ExecutionMode::EarlyFragmentTests ||
                mode == spv::ExecutionMode::DepthReplacing ||
                mode == spv::ExecutionMode::StencilRefReplacingEXT)
                return false;
        }
        if (i.opcode == Op::OpVariable && static_cast<StorageClass>(i[3]) == StorageClass::Output &&
            decorations.has(i.result, spv::Decoration::BuiltIn))
            return false;
    }
    const auto functions = module.instructions().subspan(module.first_function());
    return std::none_of(functions.begin(), functions.end(),
                        [&](const Instruction& i) { return has_effect(module, i); });
}

} // namespace hitmap::capture
