#pragma once

#include "core/trace/io/bytes.h"

#include <cstdint>
#include <vector>

namespace hitmap::hmt {

/// How the addresses of an instruction are predicted (docs/trace-format.md, "Prediction").
enum class Prediction : std::uint8_t {
    stride = 0,      ///< predicted from the lane's last address
    context = 1,     ///< predicted from the object that the lane is at
    context2 = 2,    ///< predicted from that object and the one before it
    local = 3,       ///< predicted from the lane's last access to local memory
    local_store = 4, ///< like `local`; also stores the lane's object under the address
    local_load = 5,  ///< like `local`; also restores the object that was stored under the address
};

struct PlannedInstruction {
    std::uint32_t instruction = 0; ///< index into the recording's table
    Prediction prediction = Prediction::stride;
    bool branches = false;          ///< whether lanes continue at different instructions
    std::uint8_t remembered = 0xff; ///< where a lane's visits are remembered; max_remembered: nowhere
    /// Bytes that its address advances for each byte that the previous access's address advances.
    std::uint8_t ratio = 0;
    std::uint32_t successor = 0; ///< where most lanes continue: plan index + 1; 0: nowhere
};

/// Written before a block: the instructions that occur in it, and how to predict them.
struct BlockPlan {
    std::vector<PlannedInstruction> instructions;
    std::uint32_t table_bits = 8; ///< log2 of the size of the address tables; 8..max_table_bits
    static constexpr std::uint32_t max_table_bits = 20;
    static constexpr std::uint32_t max_remembered = 8;
};

void encode_plan(const BlockPlan& plan, ByteWriter& out);
/// `instruction_count` is the length of the recording's table.
[[nodiscard]] BlockPlan decode_plan(ByteReader& in, std::uint32_t instruction_count);

} // namespace hitmap::hmt
