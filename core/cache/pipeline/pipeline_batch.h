#pragma once

#include "core/cache/stages/pipeline_block.h"
#include "core/jobs/progress.h"
#include "core/trace/stream/request_source.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// Consecutive pieces of a recording. They go through all stages of the pipeline before the next batch does.
/// Batches are reused to save allocations.
struct PipelineBatch {
    std::vector<PipelineBlock*> blocks; ///< the blocks in use
    std::uint32_t launch_ordinal = 0;   ///< number of launches before the launch of the last request

    PipelineInput& next_block() {
        if (blocks.size() == storage.size()) storage.push_back(std::make_unique<PipelineBlock>());
        blocks.push_back(storage[blocks.size()].get());
        return blocks.back()->input;
    }
    std::vector<std::unique_ptr<PipelineBlock>> storage;
};

/// Divides the blocks of a source into pieces of at most PendingOutcomes::most_requests requests and of about
/// equal numbers of addresses, which are processed in parallel. Data is copied only when short blocks are
/// joined.
class BatchReader {
public:
    /// A piece takes `piece_bytes` besides its requests. `cores` determines the size of batches.
    BatchReader(RequestSource& source, std::size_t piece_bytes, std::size_t cores);
    /// Overwrites the batch, including launch ordinals. At the end of the recording it has no blocks. Throws
    /// what the source throws, and Cancelled.
    void read(PipelineBatch& batch, const JobContext& job);

private:
    bool next(AccessBlock& piece, const std::stop_token& stop);
    bool next_present(const std::stop_token& stop);
    void take_unused();
    [[nodiscard]] std::size_t end_of_piece() const;
    void number_launches(PipelineInput& input);

    RequestSource& source_;
    std::size_t most_pieces_;
    /// Memory of blocks; reused when no piece refers to it.
    std::vector<std::shared_ptr<RequestBlock>> memory_;
    std::shared_ptr<RequestBlock> present_; ///< the block that is being divided
    RequestBlock ahead_;                    ///< a block that was read ahead, or empty
    std::size_t given_ = 0;                 ///< number of requests of present_ already in pieces
    std::uint32_t launch_ = 0;              ///< launch of the last request
    std::uint32_t launch_ordinal_ = 0;      ///< launch ordinal of the last request
};

} // namespace hitmap
