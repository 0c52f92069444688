#pragma once

#include "core/trace/io/bytes.h"

#include <cstdint>
#include <vector>

namespace hitmap::hmt {

/// How the addresses of an instruction are expected (docs/trace-format.md, "Prediction").
enum class Prediction : std::uint8_t {
    stride = 0,      ///< from the lane's last address
    context = 1,     ///< from the object that the lane is at
    context2 = 2,    ///< from that and the one before
    local = 3,       ///< from the lane's last access to local memory
    local_store = 4, ///< the same; the lane's object is kept under the address
    local_load = 5,  ///< the same; and fetched from there
};

struct PlannedInstruction {
    std::uint32_t instruction = 0; ///< of the recording's table
    Prediction prediction = Prediction::stride;
    bool branches = false; ///< lanes continue in different places
    std::uint8_t remembered =
        0xff;               ///< place in which a lane's visits are remembered; max_remembered: nowhere
    std::uint8_t ratio = 0; ///< bytes that its address moves for each byte that the access before it moves
    std::uint32_t successor = 0; ///< where most of them continue: plan index + 1; 0: nowhere
};

/// Written in front of a block: the instructions that occur in it.
struct BlockPlan {
    std::vector<PlannedInstruction> instructions;
    std::uint32_t table_bits = 8; ///< log2 of the size of tables of addresses; 8..max_table_bits
    static constexpr std::uint32_t max_table_bits = 20;
    static constexpr std::uint32_t max_remembered = 8;
};

void encode_plan(const BlockPlan& plan, ByteWriter& out);
/// `instruction_count`: length of the recording's table.
[[nodiscard]] BlockPlan decode_plan(ByteReader& in, std::uint32_t instruction_count);

} // namespace hitmap::hmt
