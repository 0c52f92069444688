#include "core/trace/hmt/file/block_pieces.h"

#include <algorithm>
#include <utility>

namespace hitmap::hmt {

RequestBlock PieceMemory::take() {
    const std::lock_guard lock(mutex_);
    if (blocks_.empty()) return {};
    RequestBlock block = std::move(blocks_.back());
    blocks_.pop_back();
    block.clear();
    return block;
}

void PieceMemory::give_back(RequestBlock block) {
    if (block.entries.capacity() == 0) return;
    const std::lock_guard lock(mutex_);
    blocks_.push_back(std::move(block));
}

void PieceMemory::clear() {
    const std::lock_guard lock(mutex_);
    blocks_ = std::vector<RequestBlock>();
}

RequestBlock BlockPieces::new_piece(std::uint64_t first_request) {
    RequestBlock piece = memory_.take();
    piece.first_request.value = first_request;
    const HmtBlock& block = file_.blocks()[block_];
    const std::size_t requests = std::min<std::size_t>(piece_requests, block.requests);
    piece.entries.reserve(requests);
    // A quarter more than the mean of the block, so that most pieces need no second allocation.
    const std::uint64_t addresses = block.lane_accesses * requests / std::max(1U, block.requests) * 5 / 4;
    piece.addresses.reserve(std::min(addresses, block.lane_accesses));
    return piece;
}

void BlockPieces::decode(const std::stop_token& stop) {
    if (is_taken_.exchange(true)) return;
    try {
        RequestBlock piece;
        const auto add = [&](const RequestView& part) {
            for (std::size_t begin = 0; begin < part.entries.size();) {
                if (piece.entries.empty()) piece = new_piece(part.first_request.value + begin);
                const std::size_t more =
                    std::min(part.entries.size() - begin, piece_requests - piece.entries.size());
                RequestView some = part;
                some.entries = part.entries.subspan(begin, more);
                piece.append(some);
                begin += more;
                if (piece.entries.size() == piece_requests) give(std::exchange(piece, {}));
            }
            return true;
        };
        file_.read_pieces(block_, add, stop);
        if (!piece.entries.empty()) give(std::move(piece));
        end(nullptr);
    } catch (...) {
        end(std::current_exception());
    }
}

void BlockPieces::give(RequestBlock piece) {
    const std::lock_guard lock(mutex_);
    pieces_.push_back(std::move(piece));
    changed_.notify_one();
}

void BlockPieces::end(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    is_complete_ = true;
    error_ = std::move(error);
    changed_.notify_one();
}

bool BlockPieces::is_mostly_waiting() {
    const std::size_t pieces = (file_.blocks()[block_].requests + piece_requests - 1) / piece_requests;
    const std::lock_guard lock(mutex_);
    return is_complete_ && pieces > 1 && 2 * pieces_.size() > pieces;
}

bool BlockPieces::next(RequestBlock& out, const std::stop_token& stop) {
    decode(stop);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !pieces_.empty() || is_complete_; });
    if (!pieces_.empty()) {
        memory_.give_back(std::exchange(out, std::move(pieces_.front())));
        pieces_.pop_front();
        return true;
    }
    if (error_) std::rethrow_exception(error_);
    return false;
}

} // namespace hitmap::hmt
