#pragma once

#include "core/cache/fill_units.h"
#include "core/cache/hierarchy_config.h"
#include "core/cache/memory_path.h"
#include "core/cache/pipeline_block.h"

#include <algorithm>
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
    /// address, what was evicted for a line before the line. `line` of it is a line of L1. Of a
    /// write-back `at` is its place in the block's write_backs.
    template <class Visit>
    void for_each(const PipelineBlock& block, const Visit& visit) const;

private:
    /// What requests on some path have in common.
    struct Path {
        std::uint64_t asked = 0;  ///< all ones, where L2 is asked at all
        std::uint64_t served = 0; ///< all ones, where L2 is not asked for what L1 has
        LineSectors filled = 0;   ///< all ones, where L1 keeps what L2 gives it
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
    constexpr std::uint32_t at_once = CoalescedRequests::at_once;
    std::uint32_t next_back = 0;
    const CoalescedRequests& lines = block.coalesced;
    const auto& entries = block.block.requests.entries;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Path path = paths_[block.instructions[i]];
        const auto partition = static_cast<std::uint8_t>(partitions_ == 1 ? 0 : partition_of(entries[i].sm));
        const L2Request::Origin origin(path.kind, partition, 0);
        const std::uint32_t end = lines.first_line[i + 1];
        for (std::uint32_t first = lines.first_line[i]; first < end; first += at_once) {
            const std::uint32_t count = std::min(end - first, at_once);
            const std::uint64_t asked = word_of(lines.sectors.data() + first, count) & path.asked &
                                        ~(word_of(lines.l1_hits.data() + first, count) & path.served);
            const std::uint64_t dirty = word_of(block.dirty.data() + first, count);
            for_each_byte(
                asked | dirty, [&](std::uint32_t next) __attribute__((always_inline)) {
                    const std::uint32_t at = first + next;
                    if (const auto back = static_cast<LineSectors>(dirty >> next * 8); back != 0)
                        visit(L2Request{block.evicted[at], next_back++, back, 0, back,
                                        L2Request::Origin(L2Request::Kind::write_back, partition, 0)});
                    const auto sectors = static_cast<LineSectors>(asked >> next * 8);
                    if (sectors == 0) return;
                    const auto along =
                        static_cast<LineSectors>(l1_fill_.of(sectors) & path.filled & ~lines.sectors[at]);
                    visit(L2Request{lines.numbers[at], at, sectors, along, lines.written[at], origin});
                });
        }
    }
}

} // namespace hitmap
