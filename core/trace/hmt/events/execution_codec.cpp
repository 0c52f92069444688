#include "core/trace/hmt/events/execution_codec.h"

#include "core/trace/hmt/chunks/info_codec.h"

namespace hitmap::hmt {

namespace {

constexpr std::string_view block_row = "a basic block";

} // namespace

void encode_basic_blocks(std::span<const BasicBlock> blocks, ByteWriter& out) {
    out.varint(blocks.size());
    for (const BasicBlock& block : blocks) {
        out.u8(static_cast<std::uint8_t>(block.entry));
        out.varint(block.instructions);
        encode_location(block.location, out);
    }
}

std::vector<BasicBlock> decode_basic_blocks(ByteReader& in) {
    std::vector<BasicBlock> blocks;
    std::size_t left = in.count("basic blocks", 6, RecordingLimits::table_rows);
    if (left == 0) in.fail("expected a basic block, found none");
    for (; left != 0; --left) {
        BasicBlock& block = blocks.emplace_back();
        block.entry = static_cast<BlockEntry>(in.varint("an entry", block_entry_count - 1));
        block.instructions = static_cast<std::uint32_t>(
            in.varint("a number of instructions", RecordingLimits::block_instructions));
        block.location = decode_location(in);
    }
    return blocks;
}

EventHead decode_execution_head(ByteReader& in, std::uint64_t stored_bytes) {
    const EventHead head = decode_event_head(in, "execution events", stored_bytes);
    in.expect_end();
    return head;
}

Bytes encode_executions(std::span<const BlockExecution> executions, std::uint64_t first_request,
                        std::uint32_t basic_blocks) {
    EventWriter out(event_columns);
    const EventLimits limits{.rows = basic_blocks};
    EventSession session(out, limits, block_row, 0, first_request);
    for (const BlockExecution& e : executions)
        session.code({e.request.value, {e.launch, e.sm, e.warp, e.slot}, e.block, e.mask});
    return out.take();
}

void decode_executions(ByteReader& in, const EventHead& head, const EventLimits& limits,
                       std::vector<BlockExecution>& out) {
    out.clear();
    out.reserve(head.events);
    EventReader reader(in, event_columns);
    EventSession session(reader, limits, block_row, head.launches, head.first_request);
    decode_events(in, head, session, [&] {
        const CodedEvent e = session.code({});
        out.push_back(
            {RequestIndex(e.request), e.warp.launch, e.warp.sm, e.warp.warp, e.warp.slot, e.row, e.mask});
    });
    reader.finish();
}

} // namespace hitmap::hmt
