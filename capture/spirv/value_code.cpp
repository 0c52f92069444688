#include "capture/spirv/value_code.h"

namespace hitmap::capture {

using spv::Op;

std::uint32_t as_u32(Builder& builder, Code& code, std::uint32_t id, const Instruction& type) {
    const std::uint32_t u32 = builder.u32();
    if (type.opcode == Op::OpTypeFloat) {
        if (type[2] != 32) id = builder.value(code, Op::OpFConvert, builder.f32(), {id});
        return builder.value(code, Op::OpBitcast, u32, {id});
    }
    if (type.opcode != Op::OpTypeInt) throw ModuleError("A coordinate is not a number.");
    const bool is_signed = type[3] != 0;
    if (type[2] > 32) return builder.value(code, Op::OpUConvert, u32, {id});
    if (type[2] < 32) return builder.value(code, is_signed ? Op::OpSConvert : Op::OpUConvert, u32, {id});
    return is_signed ? builder.value(code, Op::OpBitcast, u32, {id}) : id;
}

std::uint32_t as_u32(const Module& module, Builder& builder, Code& code, std::uint32_t id) {
    const Instruction* type = module.type_of(id);
    if (!type) throw ModuleError("A number has no type.");
    return as_u32(builder, code, id, *type);
}

} // namespace hitmap::capture
