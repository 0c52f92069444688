#pragma once

#include "core/cache/stages/pipeline_block.h"
#include "core/jobs/progress.h"
#include "core/trace/stream/request_source.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// Consecutive pieces of a recording, which go through all stages of the pipeline before the next ones do.
/// Reused to save allocations.
struct PipelineBatch {
    std::vector<PipelineBlock*> blocks; ///< in use
    std::uint32_t launch_ordinal = 0;   ///< of the last request: number of launches before it

    AccessBlock& next_block() {
        if (blocks.size() == storage.size()) storage.push_back(std::make_unique<PipelineBlock>());
        blocks.push_back(storage[blocks.size()].get());
        return blocks.back()->block;
    }
    std::vector<std::unique_ptr<PipelineBlock>> storage;
};

/// Cuts the blocks of a source into pieces of at most PendingOutcomes::most_requests, and of about as many
/// addresses each, which all cores work on. Nothing is copied but blocks so short that they are joined.
class BatchReader {
public:
    /// A piece takes `piece_bytes` besides its requests; batches are for so many cores.
    BatchReader(RequestSource& source, std::size_t piece_bytes, std::size_t cores);
    /// Overwrites the batch, with launch ordinals; no blocks at the end. Throws what the source throws;
    /// Cancelled.
    void read(PipelineBatch& batch, const JobContext& job);

private:
    bool next(AccessBlock& piece, const std::stop_token& stop);
    bool next_present(const std::stop_token& stop);
    void take_unused();
    [[nodiscard]] std::size_t end_of_piece() const;
    void number_launches(PipelineBlock& block);

    RequestSource& source_;
    std::size_t most_pieces_;
    std::vector<std::shared_ptr<RequestBlock>> memory_; ///< of blocks; used again once no piece is of them
    std::shared_ptr<RequestBlock> present_;             ///< that pieces are cut from
    RequestBlock ahead_;                                ///< read already, or empty
    std::size_t given_ = 0;                             ///< requests of present_
    std::uint32_t launch_ = 0;                          ///< of the last request
    std::uint32_t launch_ordinal_ = 0;                  ///< of the last request
};

} // namespace hitmap
