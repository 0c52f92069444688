#pragma once

#include <cstdint>
#include <vector>

#include "capture/spirv/capture_site.h"
#include "capture/spirv/module.h"

namespace hitmap::capture {

/// An operand of an instruction through which it accesses memory.
struct AccessOperand {
    Operation operation;
    std::uint32_t id;              ///< of the pointer, or of the image
    std::uint32_t coordinates = 0; ///< id; 0: no image
    bool is_atomic_on_image = false;
    bool is_sampled = false; ///< coordinates are those of a sampler, in general floats
};

/// How an instruction accesses memory, in order: OpCopyMemory has two operands, most instructions none.
[[nodiscard]] std::vector<AccessOperand> access_operands(const Module& module,
                                                         const Instruction& instruction);

/// Why an instruction that accesses memory is never recorded; null for others.
[[nodiscard]] const char* never_recorded(const Instruction& instruction);

/// "OpLoad" or "an atomic", for messages.
[[nodiscard]] const char* operation_name(spv::Op opcode);

/// Bytes of a texel of an image format; 0 if it is Unknown.
[[nodiscard]] std::uint32_t texel_bytes(std::uint32_t image_format);

} // namespace hitmap::capture
