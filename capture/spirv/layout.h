#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "capture/spirv/capture_site.h"
#include "capture/spirv/decorations.h"
#include "capture/spirv/module.h"

namespace hitmap::capture {

/// How a matrix is stored, from the decorations of the member that contains it. SPIR-V has them at the
/// member, not at the type.
struct MatrixLayout {
    std::uint32_t stride = 0;
    bool row_major = false;
};

/// Why something is not recorded; thrown while one access is looked at.
class LeftOutError : public ModuleError {
public:
    using ModuleError::ModuleError;
};

/// Sizes of types in memory, from their explicit layout.
class Layout {
public:
    Layout(const Module& module, const Decorations& decorations);

    /// Bytes of a scalar, a vector without strides, or a pointer in memory.
    /// Throws LeftOutError if the type is something else
    [[nodiscard]] std::uint32_t scalar_bytes(const Instruction& type) const;
    /// The decorations of a member that is a matrix or an array of matrices.
    [[nodiscard]] MatrixLayout matrix_layout(std::uint32_t structure, std::uint32_t member) const;
    /// Throws LeftOutError if the member has no Offset
    [[nodiscard]] std::uint32_t member_offset(std::uint32_t structure, std::uint32_t member) const;
    /// Throws LeftOutError if the type has no ArrayStride
    [[nodiscard]] std::uint32_t array_stride(std::uint32_t array) const;
    /// Constant length of an OpTypeArray; 0 if it has none.
    [[nodiscard]] std::uint32_t array_length(const Instruction& array) const;

    /// The bytes that a load of a value of this type touches, in rising order; neighbours are joined up to 16
    /// bytes.
    /// @param matrix  how the matrices in it are stored, if the type is a matrix or an array of them
    /// @param component_stride  distance of the components if the type is a vector; 0: they touch
    /// Throws LeftOutError if the layout is not known, or if there are more than 256 pieces
    [[nodiscard]] std::vector<Piece> pieces(std::uint32_t type, MatrixLayout matrix,
                                            std::uint32_t component_stride) const;
    /// From the first byte to the last; 0 if it is not known.
    [[nodiscard]] std::uint32_t bytes(std::uint32_t type, MatrixLayout matrix) const;
    /// For people: "float", "float4", "mat4x3", "uint[16]", the name of a structure.
    [[nodiscard]] std::string type_name(std::uint32_t type) const;

private:
    struct Leaves {
        void add(std::uint64_t offset, std::uint32_t bytes);
        void step();

        std::vector<Piece> pieces;
        unsigned steps = 0;
    };

    void add(std::uint32_t type, MatrixLayout matrix, std::uint32_t component_stride, std::uint64_t offset,
             unsigned depth, Leaves& leaves) const;
    void add_matrix(const Instruction& type, MatrixLayout matrix, std::uint64_t offset, unsigned depth,
                    Leaves& leaves) const;
    [[nodiscard]] std::string scalar_name(const Instruction& type) const;

    const Module& module_;
    const Decorations& decorations_;
};

} // namespace hitmap::capture
