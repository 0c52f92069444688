#include "core/trace/tag_codec.h"

#include <fmt/format.h>

#include <tuple>

namespace hitmap::hmt {

bool tag_order(const LaneTagRun& a, const LaneTagRun& b) {
    return std::tie(a.launch, a.warp, a.lane, a.first_request) <
           std::tie(b.launch, b.warp, b.lane, b.first_request);
}

Bytes encode_tags(std::span<const LaneTagRun> runs) {
    ByteWriter out;
    for (const LaneTagRun& run : runs) {
        out.varint(run.launch);
        out.varint(run.warp);
        out.u8(run.lane);
        out.varint(run.first_request.value);
        out.varint(run.tag.work_item);
        out.varint(run.tag.sample);
        out.u8(run.tag.ray_kind);
        out.u8(run.tag.bounce);
        out.varint(run.tag.instance);
    }
    return out.take();
}

void decode_tags(ByteReader& in, std::uint32_t count, std::vector<LaneTagRun>& out) {
    for (std::uint32_t i = 0; i < count; ++i) {
        LaneTagRun run;
        run.launch = in.varint32("a launch");
        run.warp = in.varint32("a warp");
        run.lane = static_cast<std::uint8_t>(in.varint("a lane", warp_size - 1));
        run.first_request.value = in.varint("a first request");
        run.tag.work_item = in.varint32("a work item");
        run.tag.sample = in.varint32("a sample");
        run.tag.ray_kind = in.u8("a ray kind");
        run.tag.bounce = in.u8("a bounce");
        run.tag.instance = static_cast<std::uint16_t>(in.varint("an instance", 0xffff));
        out.push_back(run);
    }
    in.expect_end();
}

} // namespace hitmap::hmt
