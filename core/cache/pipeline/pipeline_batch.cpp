#include "core/cache/pipeline/pipeline_batch.h"

#include "core/cache/pipeline/pending_outcomes.h"

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

/// Size of a piece in addresses. Pieces of equal size take about the same memory, whether requests have few
/// or many lanes.
constexpr std::size_t piece_addresses = std::size_t{1} << 15;
/// Pieces per core in a batch: enough that the simulated caches of an SM stay in the cache of the processor
/// meanwhile, with little memory.
constexpr std::size_t batch_pieces = 4;
/// Limit of the memory that pieces take besides their requests. It matters for recordings with large tables
/// of instructions.
constexpr std::size_t batch_bytes = std::size_t{1} << 25;

/// Returns whether the block is too short to be a piece.
bool is_short(const RequestBlock& block) {
    return block.entries.size() < PendingOutcomes::most_requests / 2 &&
           block.addresses.size() < piece_addresses / 2;
}

} // namespace

BatchReader::BatchReader(RequestSource& source, std::size_t piece_bytes, std::size_t cores)
    : source_(source),
      most_pieces_(
          std::clamp<std::size_t>(batch_bytes / std::max<std::size_t>(piece_bytes, 1), 1, batch_pieces) *
          cores) {}

void BatchReader::read(PipelineBatch& batch, const JobContext& job) {
    batch.blocks.clear();
    for (const auto& block : batch.storage) {
        block->input.requests = {};
        block->input.source.reset();
    }
    while (batch.blocks.size() < most_pieces_) {
        job.check();
        if (!next(batch.next_block(), job.stop)) {
            batch.blocks.pop_back();
            break;
        }
        number_launches(batch.blocks.back()->input);
    }
    batch.launch_ordinal = launch_ordinal_;
}

/// Reads the next piece. Returns false at the end.
bool BatchReader::next(AccessBlock& piece, const std::stop_token& stop) {
    if ((!present_ || given_ == present_->entries.size()) && !next_present(stop)) return false;
    const std::size_t end = end_of_piece();
    piece.source = present_;
    piece.requests = RequestView(*present_, given_, end);
    given_ = end;
    return true;
}

/// Reads the next block into present_. Returns false at the end.
bool BatchReader::next_present(const std::stop_token& stop) {
    given_ = 0;
    take_unused();
    if (!ahead_.entries.empty())
        std::swap(*present_, ahead_);
    else if (!source_.next(*present_, stop))
        return false;
    ahead_.clear();
    while (present_->entries.empty()) // skip empty blocks
        if (!source_.next(*present_, stop)) return false;
    while (is_short(*present_) && source_.next(ahead_, stop) && is_short(ahead_)) {
        present_->append(ahead_);
        ahead_.clear();
    }
    return true;
}

/// Points present_ to a block that no piece uses.
void BatchReader::take_unused() {
    present_.reset();
    const auto unused = std::find_if(memory_.begin(), memory_.end(),
                                     [](const auto& block) { return block.use_count() == 1; });
    present_ = unused != memory_.end() ? *unused : memory_.emplace_back(std::make_shared<RequestBlock>());
    present_->clear();
}

/// Returns the end of a piece that has at most the allowed numbers of requests and addresses, but at least
/// one request.
std::size_t BatchReader::end_of_piece() const {
    const auto& entries = present_->entries;
    const std::size_t most = std::min(entries.size(), given_ + PendingOutcomes::most_requests);
    const std::size_t last_address = entries[given_].first_address + piece_addresses;
    std::size_t end = given_ + 1;
    while (end < most && entries[end].first_address < last_address)
        ++end;
    return end;
}

void BatchReader::number_launches(PipelineInput& input) {
    const auto entries = input.requests.entries;
    input.launch_ordinals.resize(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (std::exchange(launch_, entries[i].launch) != entries[i].launch) ++launch_ordinal_;
        input.launch_ordinals[i] = launch_ordinal_;
    }
}

} // namespace hitmap
