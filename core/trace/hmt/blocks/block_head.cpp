#include "core/trace/hmt/blocks/block_codec.h"
#include "core/trace/hmt/chunks/primitive_codec.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap::hmt {

void encode_block_head(const BlockHead& head, std::size_t kinds, ByteWriter& out) {
    out.u64(head.first_request);
    out.u32(head.requests);
    out.u32(head.launches);
    out.u64(head.lane_accesses);
    for (std::size_t kind = 0; kind < kinds; ++kind)
        out.u64(head.element_accesses[kind]);
}

BlockHead decode_block_head(ByteReader& in) {
    BlockHead head;
    head.first_request = in.u64("a first request");
    head.requests = in.u32("a number of requests");
    head.launches = in.u32("a number of launches");
    head.lane_accesses = in.u64("a number of lane accesses");
    const std::size_t kinds = std::max(in.left() / sizeof(std::uint64_t), least_counted_kinds);
    if (kinds > element_kind_count())
        in.fail(
            fmt::format("expected element accesses of at most {} kinds, which this program knows, found {}",
                        element_kind_count(), kinds));
    for (std::size_t kind = 0; kind < kinds; ++kind)
        head.element_accesses[kind] = in.u64("a number of element accesses");
    if (head.requests == 0 || head.requests > max_block_requests)
        in.fail(
            fmt::format("expected a block of 1 to {} requests, found {}", max_block_requests, head.requests));
    const std::uint64_t most =
        std::min<std::uint64_t>(std::uint64_t{head.requests} * warp_size, max_block_lane_accesses);
    if (head.lane_accesses < head.requests || head.lane_accesses > most)
        in.fail(fmt::format("expected {} to {} lane accesses in {} requests, found {}", head.requests, most,
                            head.requests, head.lane_accesses));
    const std::uint64_t most_elements = std::uint64_t{head.requests} * RecordingLimits::element_accesses;
    for (const std::uint64_t n : head.element_accesses)
        if (n > most_elements)
            in.fail(fmt::format("expected at most {} element accesses in {} requests, found {}",
                                most_elements, head.requests, n));
    return head;
}

} // namespace hitmap::hmt
