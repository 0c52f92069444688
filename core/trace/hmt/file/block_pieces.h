#pragma once

#include "core/trace/hmt/file/hmt_reader.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <stop_token>
#include <vector>

namespace hitmap::hmt {

/// Memory of pieces that were consumed, for the next ones. New memory would have to be filled with zeros by
/// the system. Thread-safe.
class PieceMemory {
public:
    [[nodiscard]] RequestBlock take();
    void give_back(RequestBlock block);
    /// Frees what take() would return.
    void clear();

private:
    std::mutex mutex_;
    std::vector<RequestBlock> blocks_;
};

/// A block of a file that one thread decodes while another one consumes its pieces.
class BlockPieces {
public:
    /// Requests in a piece. What consumers compute for each request of a block would take several times the
    /// 100 MB of the block.
    static constexpr std::size_t piece_requests = std::size_t{1} << 15;

    /// `file` and `memory` must outlive the object.
    BlockPieces(const HmtFile& file, std::size_t block, PieceMemory& memory)
        : file_(file), block_(block), memory_(memory) {}

    /// Decodes the block, unless another thread does so or has done so. Exceptions are thrown by next().
    void decode(const std::stop_token& stop);
    /// Swaps `out` with the next piece, and keeps the memory of `out`. If no thread has begun to decode the
    /// block, this one does so first: a thread of the pool might not be free before the caller returns.
    /// Otherwise, waits for the piece. Returns false after the last one. Throws what HmtFile::read_pieces()
    /// throws, after the pieces before the place of the error.
    [[nodiscard]] bool next(RequestBlock& out, const std::stop_token& stop);
    /// Whether the block is decoded, and more than half of it is not consumed yet.
    [[nodiscard]] bool is_mostly_waiting();

private:
    void give(RequestBlock piece);
    void end(std::exception_ptr error);
    [[nodiscard]] RequestBlock new_piece(std::uint64_t first_request);

    const HmtFile& file_;
    std::size_t block_;
    PieceMemory& memory_;
    std::atomic<bool> is_taken_{false}; ///< whether a thread decodes it
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<RequestBlock> pieces_; // like the two below, guarded by mutex_
    bool is_complete_ = false;
    std::exception_ptr error_;
};

} // namespace hitmap::hmt
