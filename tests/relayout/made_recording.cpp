#include "tests/relayout/made_recording.h"

#include "core/trace/hmt/file/hmt_writer.h"

#include <cstddef>
#include <map>
#include <utility>

namespace hitmap::test {

Allocation buffer(const char* name, std::uint64_t address, std::uint64_t bytes, std::uint32_t stride,
                  std::uint32_t element_bytes) {
    Allocation allocation;
    allocation.name = name;
    allocation.address = address;
    allocation.bytes = bytes;
    allocation.stride = stride;
    allocation.element_bytes = element_bytes;
    return allocation;
}

HmtFile recording_of(const std::vector<Allocation>& allocations, const std::vector<MadeLoad>& loads) {
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes));
    RecordingInfo info;
    info.device = {"GPU", 1, 1};
    info.allocations = allocations;
    std::map<std::uint32_t, std::uint32_t> instruction_of; // by bytes
    for (const MadeLoad& load : loads) {
        const auto next = static_cast<std::uint32_t>(instruction_of.size());
        if (!instruction_of.try_emplace(load.bytes, next).second) continue;
        info.instructions.emplace_back().bytes_per_lane = static_cast<std::uint16_t>(load.bytes);
    }
    sink->begin(info, nullptr);
    sink->begin_launch({"kernel", {1, 1, 1}, {32, 1, 1}, 0, 0, {}});
    for (const MadeLoad& load : loads)
        sink->add({0, 0, 0, 0, instruction_of[load.bytes], 1, {load.address}});
    sink->finish();
    return HmtFile(open_memory(std::move(bytes), "made.hmt"));
}

HmtFile relaid(const HmtFile& file, const RelayoutOptions& options) {
    std::vector<std::byte> bytes;
    ThreadPool pool(1);
    (void)relayout_recording(file, options, {}, *write_hmt(create_memory(bytes)), pool);
    return HmtFile(open_memory(std::move(bytes), "relaid.hmt"));
}

MovedByHand moved_by_hand(const HmtFile& file, const RelayoutOptions& options) {
    std::vector<std::byte> bytes;
    ThreadPool pool(1);
    MovedByHand moved;
    moved.result = relayout_recording(file, options, {}, *write_hmt(create_memory(bytes)), pool);
    const HmtFile written(open_memory(std::move(bytes), "moved.hmt"));
    written.validate(pool);
    RequestBlock block;
    written.read_block(0, block);
    moved.addresses = block.addresses;
    for (const RequestBlock::Entry& entry : block.entries)
        moved.bytes.push_back(written.info().instructions[entry.instruction].bytes_per_lane);
    moved.allocations = written.info().allocations;
    return moved;
}

} // namespace hitmap::test
