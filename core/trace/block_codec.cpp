#include "core/trace/block_codec.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <bit>

namespace hitmap::hmt {

void encode_block_head(const BlockHead& head, ByteWriter& out) {
    out.u64(head.first_request);
    out.u32(head.requests);
    out.u32(head.launches);
    out.u64(head.lane_accesses);
    for (const std::uint64_t n : head.element_accesses)
        out.u64(n);
}

BlockHead decode_block_head(ByteReader& in) {
    BlockHead head;
    head.first_request = in.u64("a first request");
    head.requests = in.u32("a number of requests");
    head.launches = in.u32("a number of launches");
    head.lane_accesses = in.u64("a number of lane accesses");
    for (std::uint64_t& n : head.element_accesses)
        n = in.u64("a number of element accesses");
    if (head.requests == 0 || head.requests > max_block_requests)
        in.fail(
            fmt::format("expected a block of 1 to {} requests, found {}", max_block_requests, head.requests));
    if (head.lane_accesses < head.requests || head.lane_accesses > std::uint64_t{head.requests} * warp_size)
        in.fail(fmt::format("expected {} to {} lane accesses in {} requests, found {}", head.requests,
                            std::uint64_t{head.requests} * warp_size, head.requests, head.lane_accesses));
    return head;
}

EncodedBlock encode_block(const RequestBlock& block) {
    ByteWriter out;
    std::uint64_t last = 0;
    for (const auto& entry : block.entries) {
        for (const std::uint32_t field : {entry.launch, entry.sm, entry.warp, entry.slot, entry.instruction})
            out.varint(field);
        out.u32(entry.mask);
        for (const std::uint64_t address : block.addresses_of(entry)) {
            out.zigzag(static_cast<std::int64_t>(address - last));
            last = address;
        }
    }
    return {out.take(), {}};
}

void decode_block(std::span<const std::byte> body, const BlockHead& head, const RequestLimits& limits,
                  const BytesPlace& place, RequestBlock& out, const std::stop_token& stop) {
    out.clear();
    out.first_request.value = head.first_request;
    out.first_position = {};
    ByteReader in(body, place);
    std::uint64_t last = 0;
    for (std::uint32_t i = 0; i < head.requests; ++i) {
        if (i % 4096 == 0 && stop.stop_requested()) throw Cancelled();
        RequestBlock::Entry entry{};
        for (std::uint32_t* field : {&entry.launch, &entry.sm, &entry.warp, &entry.slot, &entry.instruction})
            *field = in.varint32("a field");
        if (entry.launch >= limits.launches || entry.instruction >= limits.instructions)
            in.fail("expected a launch and an instruction of the tables");
        entry.mask = in.u32("a mask");
        if (entry.mask == 0) in.fail("expected an active lane");
        entry.first_address = static_cast<std::uint32_t>(out.addresses.size());
        for (std::uint32_t lanes = entry.mask; lanes != 0; lanes &= lanes - 1) {
            last += static_cast<std::uint64_t>(in.zigzag("an address"));
            out.addresses.push_back(last);
        }
        out.entries.push_back(entry);
    }
    in.expect_end();
}

} // namespace hitmap::hmt
