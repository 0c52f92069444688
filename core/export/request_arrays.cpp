#include "core/export/request_arrays.h"

#include <cstdint>

namespace hitmap {

void write_request_arrays(RequestSource& source, NpzWriter& out) {
    const JobContext& job = out.job();
    ArrayColumn<std::uint32_t> launch(out.folder());
    ArrayColumn<std::uint16_t> sm(out.folder());
    ArrayColumn<std::uint32_t> warp(out.folder());
    ArrayColumn<std::uint16_t> slot(out.folder());
    ArrayColumn<std::uint16_t> instruction(out.folder());
    ArrayColumn<std::uint32_t> mask(out.folder());
    ArrayColumn<std::uint64_t> first_address(out.folder());
    ArrayColumn<std::uint64_t> address(out.folder());

    job.begin("reading the requests", source.info().requests, "requests");
    RequestBlock block;
    while (source.next(block, job.stop)) {
        const std::uint64_t before = address.size();
        for (const RequestBlock::Entry& request : block.entries) {
            launch.append(request.launch);
            sm.append(static_cast<std::uint16_t>(request.sm));
            warp.append(request.warp);
            slot.append(static_cast<std::uint16_t>(request.slot));
            instruction.append(static_cast<std::uint16_t>(request.instruction));
            mask.append(request.mask);
            first_address.append(before + request.first_address);
        }
        for (const std::uint64_t lane_address : block.addresses)
            address.append(lane_address);
        job.add(block.entries.size());
    }
    launch.write("request_launch", out);
    sm.write("request_sm", out);
    warp.write("request_warp", out);
    slot.write("request_slot", out);
    instruction.write("request_instruction", out);
    mask.write("request_mask", out);
    first_address.write("request_first_address", out);
    address.write("address", out);
}

} // namespace hitmap
