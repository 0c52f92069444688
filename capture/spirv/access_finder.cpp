#include "capture/spirv/access_finder.h"

namespace hitmap::capture {

namespace {

using spv::ImageFormat;
using spv::Op;

/// Image instructions whose operands are a (sampled) image and coordinates.
bool reads_image(Op opcode, bool& is_sampled) {
    is_sampled = true;
    switch (opcode) {
    case Op::OpImageFetch:
    case Op::OpImageRead:
    case Op::OpImageSparseFetch:
    case Op::OpImageSparseRead:
        is_sampled = false;
        return true;
    case Op::OpImageGather:
    case Op::OpImageDrefGather:
    case Op::OpImageSparseGather:
    case Op::OpImageSparseDrefGather:
    case Op::OpImageSampleImplicitLod:
    case Op::OpImageSampleExplicitLod:
    case Op::OpImageSampleDrefImplicitLod:
    case Op::OpImageSampleDrefExplicitLod:
    case Op::OpImageSampleProjImplicitLod:
    case Op::OpImageSampleProjExplicitLod:
    case Op::OpImageSampleProjDrefImplicitLod:
    case Op::OpImageSampleProjDrefExplicitLod:
    case Op::OpImageSparseSampleImplicitLod:
    case Op::OpImageSparseSampleExplicitLod:
    case Op::OpImageSparseSampleDrefImplicitLod:
    case Op::OpImageSparseSampleDrefExplicitLod:
        return true;
    default:
        return false;
    }
}

bool is_atomic(Op opcode) {
    switch (opcode) {
    case Op::OpAtomicLoad:
    case Op::OpAtomicExchange:
    case Op::OpAtomicCompareExchange:
    case Op::OpAtomicCompareExchangeWeak:
    case Op::OpAtomicIIncrement:
    case Op::OpAtomicIDecrement:
    case Op::OpAtomicIAdd:
    case Op::OpAtomicISub:
    case Op::OpAtomicSMin:
    case Op::OpAtomicUMin:
    case Op::OpAtomicSMax:
    case Op::OpAtomicUMax:
    case Op::OpAtomicAnd:
    case Op::OpAtomicOr:
    case Op::OpAtomicXor:
    case Op::OpAtomicFAddEXT:
    case Op::OpAtomicFMinEXT:
    case Op::OpAtomicFMaxEXT:
        return true;
    default:
        return false;
    }
}

/// Loading a descriptor is no access; its use is.
bool is_descriptor(const Module& module, std::uint32_t type) {
    const Instruction* definition = module.find(type);
    if (definition && is_array(*definition)) definition = module.find((*definition)[2]);
    if (!definition) return false;
    switch (definition->opcode) {
    case Op::OpTypeImage:
    case Op::OpTypeSampler:
    case Op::OpTypeSampledImage:
    case Op::OpTypeAccelerationStructureKHR:
        return true;
    default:
        return false;
    }
}

/// Modf and Frexp store one of their two results through a pointer (GLSL.std.450, numbers 35 and 51).
bool stores_second_result(const Module& module, const Instruction& i) {
    if (i.opcode != Op::OpExtInst || (i[4] != 35 && i[4] != 51)) return false;
    const Instruction* set = module.find(i[3]);
    return set && set->opcode == Op::OpExtInstImport && set->text(2) == "GLSL.std.450";
}

/// Images behind OpImageTexelPointer have coordinates.
AccessOperand atomic_operand(const Module& module, std::uint32_t pointer) {
    AccessOperand operand{.operation = Operation::atomic, .id = pointer};
    const Instruction* definition = module.find(pointer);
    if (definition && definition->opcode == Op::OpImageTexelPointer) {
        operand.coordinates = (*definition)[4];
        operand.is_atomic_on_image = true;
    }
    return operand;
}

} // namespace

std::vector<AccessOperand> access_operands(const Module& module, const Instruction& i) {
    bool is_sampled = false;
    if (reads_image(i.opcode, is_sampled)) {
        return {{.operation = Operation::load, .id = i[3], .coordinates = i[4], .is_sampled = is_sampled}};
    }
    if (is_atomic(i.opcode)) return {atomic_operand(module, i[3])};
    if (stores_second_result(module, i)) return {{.operation = Operation::store, .id = i[6]}};
    switch (i.opcode) {
    case Op::OpLoad:
        if (is_descriptor(module, i.type)) return {};
        return {{.operation = Operation::load, .id = i[3]}};
    case Op::OpStore:
        return {{.operation = Operation::store, .id = i[1]}};
    case Op::OpCopyMemory:
        return {{.operation = Operation::load, .id = i[2]}, {.operation = Operation::store, .id = i[1]}};
    case Op::OpAtomicStore:
        return {atomic_operand(module, i[1])};
    case Op::OpImageWrite:
        return {{.operation = Operation::store, .id = i[1], .coordinates = i[2]}};
    default:
        return {};
    }
}

const char* never_recorded(const Instruction& instruction) {
    switch (instruction.opcode) {
    case Op::OpCopyMemorySized:
        return "Copies of untyped memory are not recorded.";
    case Op::OpSubgroupBlockReadINTEL:
    case Op::OpSubgroupBlockWriteINTEL:
        return "The lanes of a block have no addresses of their own.";
    case Op::OpCooperativeMatrixLoadNV:
    case Op::OpCooperativeMatrixStoreNV:
        return "The lanes of a cooperative matrix have no addresses of their own.";
    default:
        return nullptr;
    }
}

const char* operation_name(Op opcode) {
    switch (opcode) {
    case Op::OpLoad:
        return "OpLoad";
    case Op::OpStore:
        return "OpStore";
    case Op::OpCopyMemory:
        return "OpCopyMemory";
    case Op::OpCopyMemorySized:
        return "OpCopyMemorySized";
    case Op::OpImageFetch:
        return "OpImageFetch";
    case Op::OpImageRead:
        return "OpImageRead";
    case Op::OpImageWrite:
        return "OpImageWrite";
    case Op::OpCooperativeMatrixLoadNV:
        return "OpCooperativeMatrixLoadNV";
    case Op::OpCooperativeMatrixStoreNV:
        return "OpCooperativeMatrixStoreNV";
    default:
        return is_atomic(opcode) || opcode == Op::OpAtomicStore ? "an atomic" : "an image access";
    }
}

std::uint32_t texel_bytes(std::uint32_t image_format) {
    switch (static_cast<ImageFormat>(image_format)) {
    case ImageFormat::Rgba32f:
    case ImageFormat::Rgba32i:
    case ImageFormat::Rgba32ui:
        return 16;
    case ImageFormat::Rgba16f:
    case ImageFormat::Rgba16:
    case ImageFormat::Rgba16Snorm:
    case ImageFormat::Rgba16i:
    case ImageFormat::Rgba16ui:
    case ImageFormat::Rg32f:
    case ImageFormat::Rg32i:
    case ImageFormat::Rg32ui:
    case ImageFormat::R64i:
    case ImageFormat::R64ui:
        return 8;
    case ImageFormat::R32f:
    case ImageFormat::R32i:
    case ImageFormat::R32ui:
    case ImageFormat::Rgba8:
    case ImageFormat::Rgba8Snorm:
    case ImageFormat::Rgba8i:
    case ImageFormat::Rgba8ui:
    case ImageFormat::Rg16f:
    case ImageFormat::Rg16:
    case ImageFormat::Rg16Snorm:
    case ImageFormat::Rg16i:
    case ImageFormat::Rg16ui:
    case ImageFormat::R11fG11fB10f:
    case ImageFormat::Rgb10A2:
    case ImageFormat::Rgb10a2ui:
        return 4;
    case ImageFormat::Rg8:
    case ImageFormat::Rg8Snorm:
    case ImageFormat::Rg8i:
    case ImageFormat::Rg8ui:
    case ImageFormat::R16f:
    case ImageFormat::R16:
    case ImageFormat::R16Snorm:
    case ImageFormat::R16i:
    case ImageFormat::R16ui:
        return 2;
    case ImageFormat::R8:
    case ImageFormat::R8Snorm:
    case ImageFormat::R8i:
    case ImageFormat::R8ui:
        return 1;
    default:
        return 0;
    }
}

} // namespace hitmap::capture
