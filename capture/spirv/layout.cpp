#include "capture/spirv/layout.h"

#include <algorithm>
#include <utility>

namespace hitmap::capture {

namespace {

using spv::Op;

constexpr std::size_t max_pieces = 256;
constexpr std::uint32_t max_piece_bytes = 16; // what a lane loads at once on GPUs
constexpr unsigned max_depth = 255;           // SPIR-V section 2.17: nesting of structures
constexpr unsigned max_steps = 20000;         // nested structures without members could take any time

/// Sorted, and neighbours joined.
std::vector<Piece> joined(std::vector<Piece> leaves) {
    std::sort(leaves.begin(), leaves.end(),
              [](const Piece& a, const Piece& b) { return a.offset < b.offset; });
    std::vector<Piece> pieces;
    for (const Piece& leaf : leaves) {
        if (!pieces.empty()) {
            Piece& last = pieces.back();
            if (last.offset + last.bytes == leaf.offset && last.bytes + leaf.bytes <= max_piece_bytes) {
                last.bytes += leaf.bytes;
                continue;
            }
        }
        pieces.push_back(leaf);
    }
    if (pieces.size() > max_pieces) throw LeftOutError("It accesses more than 256 pieces of memory at once.");
    return pieces;
}

} // namespace

Layout::Layout(const Module& module, const Decorations& decorations)
    : module_(module), decorations_(decorations) {}

std::uint32_t Layout::scalar_bytes(const Instruction& type) const {
    switch (type.opcode) {
    case Op::OpTypeInt:
    case Op::OpTypeFloat:
        if (type[2] != 8 && type[2] != 16 && type[2] != 32 && type[2] != 64) break;
        return type[2] / 8;
    case Op::OpTypePointer:
        if (static_cast<spv::StorageClass>(type[2]) != spv::StorageClass::PhysicalStorageBuffer) break;
        return 8;
    default:
        break;
    }
    throw LeftOutError("Its type has no size in memory.");
}

MatrixLayout Layout::matrix_layout(std::uint32_t structure, std::uint32_t member) const {
    return {.stride = decorations_.find_member(structure, member, spv::Decoration::MatrixStride).value_or(0),
            .row_major = decorations_.find_member(structure, member, spv::Decoration::RowMajor).has_value()};
}

std::uint32_t Layout::member_offset(std::uint32_t structure, std::uint32_t member) const {
    const auto offset = decorations_.find_member(structure, member, spv::Decoration::Offset);
    if (!offset) throw LeftOutError("A member of its structure has no offset.");
    return *offset;
}

std::uint32_t Layout::array_stride(std::uint32_t array) const {
    const auto stride = decorations_.find(array, spv::Decoration::ArrayStride);
    if (!stride) throw LeftOutError("An array in its structure has no stride.");
    return *stride;
}

std::uint32_t Layout::array_length(const Instruction& array) const {
    if (array.opcode != Op::OpTypeArray) return 0;
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(module_.constant(array[3]).value_or(0), 0xffffffff));
}

std::vector<Piece> Layout::pieces(std::uint32_t type, MatrixLayout matrix,
                                  std::uint32_t component_stride) const {
    Leaves leaves;
    add(type, matrix, component_stride, 0, 0, leaves);
    return joined(std::move(leaves.pieces));
}

void Layout::Leaves::add(std::uint64_t offset, std::uint32_t bytes) {
    if (offset + bytes > 0xffffffff) throw LeftOutError("Its type is greater than 4 GiB.");
    step();
    pieces.push_back(Piece{static_cast<std::uint32_t>(offset), bytes});
}

void Layout::Leaves::step() {
    if (++steps > max_steps) throw LeftOutError("It accesses more than 256 pieces of memory at once.");
}

void Layout::add(std::uint32_t id, MatrixLayout matrix, std::uint32_t component_stride, std::uint64_t offset,
                 unsigned depth, Leaves& leaves) const {
    const Instruction& type = module_.at(id);
    leaves.step();
    if (depth > max_depth) throw LeftOutError("Its type is nested too deeply.");
    switch (type.opcode) {
    case Op::OpTypeVector: {
        const std::uint32_t bytes = scalar_bytes(module_.at(type[2]));
        const std::uint32_t stride = component_stride != 0 ? component_stride : bytes;
        for (std::uint32_t i = 0; i < type[3]; ++i)
            leaves.add(offset + std::uint64_t{i} * stride, bytes);
        break;
    }
    case Op::OpTypeMatrix:
        add_matrix(type, matrix, offset, depth, leaves);
        break;
    case Op::OpTypeArray: {
        const std::uint32_t length = array_length(type);
        if (length == 0) throw LeftOutError("The length of its array depends on specialisation constants.");
        const std::uint32_t stride = array_stride(id);
        for (std::uint32_t i = 0; i < length; ++i) {
            add(type[2], matrix, 0, offset + std::uint64_t{i} * stride, depth + 1, leaves);
        }
        break;
    }
    case Op::OpTypeStruct:
        for (std::uint32_t i = 2; i < type.size(); ++i) {
            add(type[i], matrix_layout(id, i - 2), 0, offset + member_offset(id, i - 2), depth + 1, leaves);
        }
        break;
    case Op::OpTypeRuntimeArray:
        throw LeftOutError("It accesses an array without length at once.");
    default:
        leaves.add(offset, scalar_bytes(type));
    }
}

void Layout::add_matrix(const Instruction& type, MatrixLayout matrix, std::uint64_t offset, unsigned depth,
                        Leaves& leaves) const {
    if (matrix.stride == 0) throw LeftOutError("A matrix in its structure has no stride.");
    const Instruction& column = module_.at(type[2]);
    if (column.opcode != Op::OpTypeVector) throw LeftOutError("Its type has no size in memory.");
    if (!matrix.row_major) {
        for (std::uint32_t i = 0; i < type[3]; ++i) {
            add(type[2], {}, 0, offset + std::uint64_t{i} * matrix.stride, depth + 1, leaves);
        }
        return;
    }
    const std::uint32_t bytes = scalar_bytes(module_.at(column[2]));
    for (std::uint32_t row = 0; row < column[3]; ++row) {
        leaves.step();
        for (std::uint32_t i = 0; i < type[3]; ++i) {
            leaves.add(offset + std::uint64_t{row} * matrix.stride + std::uint64_t{i} * bytes, bytes);
        }
    }
}

std::uint32_t Layout::bytes(std::uint32_t type, MatrixLayout matrix) const {
    try {
        std::uint32_t end = 0;
        for (const Piece& piece : pieces(type, matrix, 0))
            end = std::max(end, piece.offset + piece.bytes);
        return end;
    } catch (const LeftOutError&) {
        return 0;
    }
}

std::string Layout::scalar_name(const Instruction& type) const {
    if (type.opcode == Op::OpTypeFloat) {
        return type[2] == 32 ? "float" : type[2] == 64 ? "double" : "float" + std::to_string(type[2]);
    }
    if (type.opcode == Op::OpTypeInt) {
        const std::string name = type[3] != 0 ? "int" : "uint";
        return type[2] == 32 ? name : name + std::to_string(type[2]);
    }
    return "?";
}

std::string Layout::type_name(std::uint32_t id) const {
    std::string lengths;
    const Instruction* type = module_.find(id);
    for (; type && (type->opcode == Op::OpTypeArray || type->opcode == Op::OpTypeRuntimeArray);
         type = module_.find((*type)[2])) {
        if (lengths.size() > max_depth) return "?";
        const std::uint32_t length = array_length(*type);
        lengths += length == 0 ? "[]" : "[" + std::to_string(length) + "]";
    }
    if (!type) return "?";
    const auto scalar = [&](std::size_t i) {
        const Instruction* component = module_.find((*type)[i]);
        return component ? scalar_name(*component) : "?";
    };
    switch (type->opcode) {
    case Op::OpTypeVector:
        return scalar(2) + std::to_string((*type)[3]) + lengths;
    case Op::OpTypeMatrix: {
        const Instruction& column = module_.at((*type)[2]);
        const std::string rows = column.opcode == Op::OpTypeVector ? std::to_string(column[3]) : "?";
        return "mat" + std::to_string((*type)[3]) + "x" + rows + lengths;
    }
    case Op::OpTypeStruct:
        return decorations_.name(type->result) + lengths;
    case Op::OpTypePointer: {
        const Instruction* pointee = module_.find((*type)[3]);
        return (pointee ? decorations_.name(pointee->result) : "?") + "*" + lengths;
    }
    default:
        return scalar_name(*type) + lengths;
    }
}

} // namespace hitmap::capture
