#include "core/cache/l2_collector.h"

#include <algorithm>

namespace hitmap {

L2Collector::L2Collector(const HierarchyConfig& config, std::vector<MemoryPath> paths, std::uint32_t sm_count)
    : l1_fill_(config.l1),
      partitions_(config.l2_partitions),
      sms_a_partition_((std::max(sm_count, 1U) + config.l2_partitions - 1) / config.l2_partitions) {
    paths_.reserve(paths.size());
    for (const MemoryPath path : paths)
        paths_.push_back(path_of(path));
}

L2Collector::Path L2Collector::path_of(MemoryPath path) {
    const auto all_if = [](bool condition) { return static_cast<LineSectors>(condition ? 0xff : 0); };
    const bool is_served = is_served_by_l1(path);
    const auto kind = path == MemoryPath::atomic ? L2Request::Kind::atomic
                      : writes_l2(path)          ? L2Request::Kind::store
                                                 : L2Request::Kind::load;
    return {all_if(asks_l2(path)), all_if(is_served), all_if(is_served && path != MemoryPath::last_load),
            kind};
}

std::uint8_t L2Collector::partition_of(std::uint32_t sm) const {
    return static_cast<std::uint8_t>(std::min(sm / sms_a_partition_, partitions_ - 1));
}

void L2Collector::collect(PipelineBlock& block) const {
    const auto& backs = block.write_backs;
    std::sort(block.write_backs.begin(), block.write_backs.end(),
              [](const WriteBack& a, const WriteBack& b) { return a.evicted_by < b.evicted_by; });
    block.passed_on.clear();
    L2Request* out = block.passed_on.room_for(block.coalesced.lines.size() + backs.size() + 1);
    std::uint32_t next_back = 0;
    constexpr std::uint32_t none = ~std::uint32_t{0};
    std::uint32_t back_at = backs.empty() ? none : backs.front().evicted_by;
    const std::uint32_t* const first_line = block.coalesced.first_line.data();
    const LineRequest* const lines = block.coalesced.lines.data();
    const auto& entries = block.block.requests.entries;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Path path = paths_[block.instructions[i]];
        const auto partition = static_cast<std::uint8_t>(partitions_ == 1 ? 0 : partition_of(entries[i].sm));
        const L2Request::Origin origin(path.kind, partition, 0);
        for (std::uint32_t at = first_line[i], end = first_line[i + 1]; at < end; ++at) {
            if (at == back_at) {
                const WriteBack& back = backs[next_back];
                *out++ = {back.line,    next_back,
                          back.sectors, 0,
                          back.sectors, L2Request::Origin(L2Request::Kind::write_back, partition, 0)};
                back_at = ++next_back < backs.size() ? backs[next_back].evicted_by : none;
            }
            const LineRequest& line = lines[at];
            const auto sectors =
                static_cast<LineSectors>(line.sectors & path.asked & ~(line.l1_hits & path.served));
            const auto along = static_cast<LineSectors>(l1_fill_.of(sectors) & path.filled & ~line.sectors);
            *out = {line.line, at, sectors, along, line.written, origin};
            out += sectors != 0 ? 1 : 0; // nobody can foretell which: no branch
        }
    }
    block.passed_on.end_at(out);
}

} // namespace hitmap
