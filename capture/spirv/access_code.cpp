#include "capture/spirv/access_code.h"

#include "capture/spirv/value_code.h"

namespace hitmap::capture {

using spv::Op;

AccessCode::AccessCode(const Module& module, const Layout& layout, Bindings& bindings, Builder& builder)
    : module_(module), layout_(layout), bindings_(bindings), builder_(builder) {}

std::optional<Access> AccessCode::access(Code& code, const AccessOperand& operand, const Place& place,
                                         std::vector<std::uint32_t>& payload) {
    if (place.kind == Place::Kind::none) return std::nullopt;
    if (place.kind == Place::Kind::unknown) throw LeftOutError(place.reason);
    if (place.awaits_array_index) throw LeftOutError("Its array of descriptors has no index.");
    Access access;
    access.operation = operand.operation;
    access.resource = bindings_.resource(place);
    access.binding = bindings_.index_of(place, access.resource);
    access.array_index = place.array_index;
    access.path = place.path;
    if (operand.coordinates != 0) {
        image(code, operand, place, access, payload);
    } else {
        buffer(code, operand, place, access, payload);
    }
    for (const Piece& piece : access.pieces)
        access.bytes += piece.bytes;
    return access;
}

void AccessCode::buffer(Code& code, const AccessOperand& operand, const Place& place, Access& access,
                        std::vector<std::uint32_t>& payload) {
    access.pieces = layout_.pieces(place.type, place.matrix, place.component_stride);
    if (place.kind == Place::Kind::address) {
        access.payload = Payload::address;
        payload = {builder_.value(code, Op::OpConvertPtrToU, builder_.u64(), {operand.id})};
        return;
    }
    access.payload = place.index_id != 0 ? Payload::indexed_offset : Payload::offset;
    payload = {offset(code, place)};
    if (place.index_id != 0) payload.push_back(array_index(code, place));
}

const Instruction& AccessCode::image_type(const Place& place) const {
    const Instruction* type = &module_.at(place.type);
    if (type->opcode == Op::OpTypeSampledImage) type = &module_.at((*type)[2]);
    if (type->opcode != Op::OpTypeImage) throw ModuleError("An image has no image type.");
    return *type;
}

void AccessCode::image(Code& code, const AccessOperand& operand, const Place& place, Access& access,
                       std::vector<std::uint32_t>& payload) {
    const Instruction& type = image_type(place);
    access.texel_bytes = texel_bytes(type[8]);
    if (access.resource == Resource::texel_buffer) {
        if (access.texel_bytes != 0) access.pieces = {Piece{0, access.texel_bytes}};
        access.payload = place.index_id != 0 ? Payload::indexed_offset : Payload::offset;
        payload = {coordinate(code, operand.coordinates, 0)};
        if (place.index_id != 0) payload.push_back(array_index(code, place));
        return;
    }
    access.payload = Payload::coordinates;
    access.float_coordinates = operand.is_sampled;
    for (std::uint32_t i = 0; i < 3; ++i)
        payload.push_back(coordinate(code, operand.coordinates, i));
    payload.push_back(array_index(code, place));
}

std::uint32_t AccessCode::offset(Code& code, const Place& place) {
    const std::uint32_t u32 = builder_.u32();
    std::uint32_t sum = 0;
    for (const Term& term : place.terms) {
        const Instruction* type = module_.type_of(term.index);
        if (!type || type->opcode != Op::OpTypeInt) throw ModuleError("An index has no integer type.");
        std::uint32_t bytes = as_u32(builder_, code, term.index, *type);
        if (term.stride != 1) {
            bytes = builder_.value(code, Op::OpIMul, u32, {bytes, builder_.constant(term.stride)});
        }
        sum = sum == 0 ? bytes : builder_.value(code, Op::OpIAdd, u32, {sum, bytes});
    }
    const std::uint32_t constant = builder_.constant(place.constant);
    if (sum == 0) return constant;
    return place.constant == 0 ? sum : builder_.value(code, Op::OpIAdd, u32, {sum, constant});
}

std::uint32_t AccessCode::array_index(Code& code, const Place& place) {
    if (place.index_id == 0) return builder_.constant(place.array_index);
    const Instruction* type = module_.type_of(place.index_id);
    if (!type || type->opcode != Op::OpTypeInt) throw ModuleError("An index has no integer type.");
    return as_u32(builder_, code, place.index_id, *type);
}

std::uint32_t AccessCode::coordinate(Code& code, std::uint32_t coordinates, std::uint32_t i) {
    const Instruction* type = module_.type_of(coordinates);
    if (!type) throw ModuleError("Coordinates have no type.");
    std::uint32_t value = coordinates;
    if (type->opcode == Op::OpTypeVector) {
        if (i >= (*type)[3]) return builder_.constant(0);
        type = &module_.at((*type)[2]);
        value = builder_.value(code, Op::OpCompositeExtract, type->result, {coordinates, i});
    } else if (i != 0) {
        return builder_.constant(0);
    }
    return as_u32(builder_, code, value, *type);
}

} // namespace hitmap::capture
