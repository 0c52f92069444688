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

    /// Sorts the block's write_backs and overwrites its passed_on: of a request by rising address, what was
    /// evicted for a line before the line. Thread-safe for different blocks.
    void collect(PipelineBlock& block) const;

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

} // namespace hitmap
