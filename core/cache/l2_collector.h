#pragma once

#include "core/cache/fill_units.h"
#include "core/cache/hierarchy_config.h"
#include "core/cache/memory_path.h"
#include "core/cache/pipeline_block.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Collects what L1s did not serve: what L2 is asked for, in the order in which it is asked.
class L2Collector {
public:
    /// `paths`: [instructions]. `sm_count`: of the device.
    L2Collector(const HierarchyConfig& config, std::vector<MemoryPath> paths, std::uint32_t sm_count);

    /// Calls visit(L2Request) for what the block's L1s did not serve, in order: of a request by rising
    /// address, what was evicted for a line before the line. `line` of it is a line of L1. The block's
    /// write_backs must be sorted (L2Stage::route).
    template <class Visit>
    void for_each(const PipelineBlock& block, const Visit& visit) const;

private:
    /// What requests on some path have in common.
    struct Path {
        LineSectors asked = 0;  ///< all, where L2 is asked at all
        LineSectors served = 0; ///< all, where L2 is not asked for what L1 has
        LineSectors filled = 0; ///< all, where L1 keeps what L2 gives it
        L2Request::Kind kind = L2Request::Kind::load;
    };
    [[nodiscard]] static Path path_of(MemoryPath path);
    [[nodiscard]] std::uint8_t partition_of(std::uint32_t sm) const;

    std::vector<Path> paths_; ///< [instructions]
    FillUnits l1_fill_;
    std::uint32_t partitions_;
    std::uint32_t sms_a_partition_;
};

template <class Visit>
void L2Collector::for_each(const PipelineBlock& block, const Visit& visit) const {
    constexpr std::uint32_t none = ~std::uint32_t{0};
    const auto& backs = block.write_backs;
    std::uint32_t next_back = 0;
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
                visit(L2Request{back.line, next_back, back.sectors, 0, back.sectors,
                                L2Request::Origin(L2Request::Kind::write_back, partition, 0)});
                back_at = ++next_back < backs.size() ? backs[next_back].evicted_by : none;
            }
            const LineRequest& line = lines[at];
            const auto sectors =
                static_cast<LineSectors>(line.sectors & path.asked & ~(line.l1_hits & path.served));
            if (sectors == 0) continue;
            const auto along = static_cast<LineSectors>(l1_fill_.of(sectors) & path.filled & ~line.sectors);
            visit(L2Request{line.line, at, sectors, along, line.written, origin});
        }
    }
}

} // namespace hitmap
