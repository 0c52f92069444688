#include "core/trace/hmt/blocks/block_plan.h"

#include <fmt/format.h>

namespace hitmap::hmt {

namespace {
constexpr std::uint8_t branches_bit = 8;
}

void encode_plan(const BlockPlan& plan, ByteWriter& out) {
    out.u8(static_cast<std::uint8_t>(plan.table_bits));
    out.varint(plan.instructions.size());
    for (const PlannedInstruction& item : plan.instructions) {
        out.varint(item.instruction);
        out.u8(static_cast<std::uint8_t>(static_cast<unsigned>(item.prediction) |
                                         (item.branches ? branches_bit : 0U)));
        out.u8(item.remembered);
        out.u8(item.ratio);
        out.varint(item.successor);
    }
}

BlockPlan decode_plan(ByteReader& in, std::uint32_t instruction_count) {
    BlockPlan plan;
    plan.table_bits = in.u8("a table size");
    if (plan.table_bits < 8 || plan.table_bits > BlockPlan::max_table_bits)
        in.fail(fmt::format("expected tables of 2^8 to 2^{} entries, found 2^{}", BlockPlan::max_table_bits,
                            plan.table_bits));
    const std::size_t instructions = in.count("instructions", 5);
    if (instructions > instruction_count)
        in.fail(fmt::format("expected at most {} instructions, found {}", instruction_count, instructions));
    plan.instructions.resize(instructions);
    for (PlannedInstruction& item : plan.instructions) {
        item.instruction = in.varint32("an instruction");
        if (item.instruction >= instruction_count)
            in.fail(fmt::format("expected an instruction below {}, found {}", instruction_count,
                                item.instruction));
        const unsigned bits = in.u8("a prediction");
        item.branches = (bits & branches_bit) != 0;
        const unsigned prediction = bits & ~unsigned{branches_bit};
        if (prediction > static_cast<unsigned>(Prediction::local_load))
            in.fail(fmt::format("expected a prediction of at most {}, found {}",
                                static_cast<unsigned>(Prediction::local_load), prediction));
        item.prediction = static_cast<Prediction>(prediction);
        item.remembered = in.u8("a place in memory");
        item.ratio = in.u8("a ratio");
        item.successor = static_cast<std::uint32_t>(in.varint("a successor", plan.instructions.size()));
    }
    return plan;
}

} // namespace hitmap::hmt
