#pragma once

#include "core/cache/gpu/memory_path.h"
#include "core/cache/results/local_sectors.h"
#include "core/cache/stages/pipeline_block.h"
#include "core/jobs/progress.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

/// Finds the sectors of local memory that blocks accessed in the caches, and the lanes that requested them.
class LocalTraffic {
public:
    /// `paths`: [instructions]. `line_bytes`: bytes of a line of L1.
    LocalTraffic(const RecordingInfo& info, std::vector<MemoryPath> paths, std::uint32_t line_bytes);
    /// Passes the local traffic of the block to the sink. Must be called after L2Stage::collect. Throws
    /// Cancelled.
    void give(const PipelineBlock& block, LocalTrafficSink& sink, const JobContext& job);

private:
    void find_askers(const RequestView& block, const RequestBlock::Entry& entry);
    void sort_askers();
    void add_lines(const PipelineBlock& block, std::size_t request, std::size_t& next_back);
    void add_write_back(const WriteBack& back, LineSectors l2_hits);

    std::vector<std::uint8_t> is_local_; ///< [instructions]
    std::vector<std::uint16_t> bytes_;   ///< [instructions] bytes per lane
    std::vector<MemoryPath> paths_;
    unsigned sectors_a_line_;
    /// (4-byte word and eighth of the warp, lanes): the lanes that access a common sector, by rising address.
    using Asker = std::pair<std::uint64_t, std::uint32_t>;
    std::vector<Asker> askers_;
    std::vector<LocalSector> sectors_; ///< sectors of the current request
};

} // namespace hitmap
