#include "core/layout/derive/sample_counts.h"

#include "core/layout/derive/survey_blocks.h"

namespace hitmap {

namespace {

void count_access(const BufferLayout& buffer, std::uint64_t address, SampleCount& counts) {
    if (address < buffer.address || address - buffer.address >= buffer.bytes) return;
    ++counts.accesses;
    const std::uint64_t distance = address - buffer.address;
    const bool is_begin =
        buffer.stride != 0 && distance >= buffer.offset && (distance - buffer.offset) % buffer.stride == 0;
    const bool is_first_plane =
        buffer.layout == ElementLayout::linear || distance < buffer.element_count() * buffer.stride;
    if (is_begin && is_first_plane) ++counts.elements;
}

} // namespace

std::vector<SampleCount> sample_counts(const HmtFile& file, const RecordingLayout& layout,
                                       const JobContext& job) {
    std::vector<SampleCount> counts(layout.buffers.size());
    if (file.blocks().empty()) return counts;
    RequestBlock block;
    file.read_block(0, block, job.stop);
    for_each_request(block, job, [&](const RequestBlock::Entry& entry, auto addresses) {
        const Space space = file.info().instructions[entry.instruction].space;
        for (const std::uint64_t address : addresses)
            for (std::size_t b = 0; b < counts.size(); ++b)
                if (layout.buffers[b].space == space) count_access(layout.buffers[b], address, counts[b]);
    });
    return counts;
}

} // namespace hitmap
