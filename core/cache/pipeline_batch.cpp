#include "core/cache/pipeline_batch.h"

#include "core/cache/held_accesses.h"

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

/// Of a piece: so that all pieces take about the same memory, whether lanes are few or many.
constexpr std::size_t piece_addresses = std::size_t{1} << 15;
/// Pieces of a batch for each core: enough for the caches of an SM to stay in the processor's while they are
/// simulated, and little memory.
constexpr std::size_t batch_pieces = 4;
/// What pieces take besides their requests, which tables of instructions may make much, stays within this.
constexpr std::size_t batch_bytes = std::size_t{1} << 25;

/// Appends requests [first, last) of the block that follows.
void append(RequestBlock& piece, const RequestBlock& from, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
        RequestBlock::Entry entry = from.entries[i];
        const auto addresses = from.addresses_of(entry);
        entry.first_address = static_cast<std::uint32_t>(piece.addresses.size());
        piece.entries.push_back(entry);
        piece.addresses.insert(piece.addresses.end(), addresses.begin(), addresses.end());
    }
}

} // namespace

BatchReader::BatchReader(RequestSource& source, std::size_t piece_bytes, std::size_t cores)
    : source_(source),
      most_pieces_(
          std::clamp<std::size_t>(batch_bytes / std::max<std::size_t>(piece_bytes, 1), 1, batch_pieces) *
          cores) {}

void BatchReader::read(PipelineBatch& batch, const JobContext& job) {
    batch.blocks.clear();
    while (batch.blocks.size() < most_pieces_) {
        job.check();
        RequestBlock& block = batch.next_block();
        if (!next(block, job.stop)) {
            batch.blocks.pop_back();
            break;
        }
        number_epochs(*batch.blocks.back());
    }
    batch.epoch = epoch_;
}

/// The next piece; false at the end. Short blocks of the source make one piece.
bool BatchReader::next(RequestBlock& piece, const std::stop_token& stop) {
    piece.clear();
    while (piece.entries.size() < HeldBlock::most_requests && piece.addresses.size() < piece_addresses) {
        if (given_ == present_.entries.size()) {
            given_ = 0;
            if (!source_.next(present_, stop)) break;
            continue;
        }
        const std::size_t end = end_of(piece);
        if (piece.entries.empty())
            piece.assign(present_, given_, end);
        else
            append(piece, present_, given_, end);
        given_ = end;
    }
    return !piece.entries.empty();
}

/// Of the requests that go on in a piece: its room for requests, and as many as its addresses allow, one at
/// least.
std::size_t BatchReader::end_of(const RequestBlock& piece) const {
    const std::size_t room = HeldBlock::most_requests - piece.entries.size();
    const std::size_t most = std::min(present_.entries.size(), given_ + room);
    const std::size_t first = present_.entries[given_].first_address;
    const std::size_t last_address = first + piece_addresses - piece.addresses.size();
    std::size_t end = given_ + 1;
    while (end < most && present_.entries[end].first_address < last_address)
        ++end;
    return end;
}

void BatchReader::number_epochs(PipelineBlock& block) {
    const auto& entries = block.block.requests.entries;
    block.epochs.resize(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (std::exchange(launch_, entries[i].launch) != entries[i].launch) ++epoch_;
        block.epochs[i] = epoch_;
    }
}

} // namespace hitmap
