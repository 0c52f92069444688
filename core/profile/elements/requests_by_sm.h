#pragma once

#include "core/jobs/made_once.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/blocks/block_codec.h"
#include "core/trace/hmt/chunks/chunk.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// A copy of the requests of a recording in memory, in pieces of one block and one SM. A block of a file
/// takes few bytes because each request is predicted from all that came before it; therefore the block must
/// be decoded up to a request that is wanted. A piece is decoded in about a hundredth of that time.
/// Immutable.
class RequestsBySm {
public:
    /// Decodes the whole recording, on all cores. Throws FileError, Error (allocations of elements overlap),
    /// Cancelled.
    RequestsBySm(const HmtFile& file, ThreadPool& pool, const JobContext& job = {});

    /// Consecutive requests of an SM.
    struct Piece {
        RequestBlock requests;                ///< first_request is not used
        std::vector<std::uint64_t> numbers;   ///< [requests] in the recording
        std::vector<std::uint64_t> positions; ///< [requests] number of element accesses before each
    };
    /// Replaces `out` by the requests of an SM in a block of the file; empty if there are none.
    void read(std::size_t block, std::uint32_t sm, Piece& out, const JobContext& job = {}) const;
    /// Returns the SMs that execute a warp of a launch, rising; mostly one.
    [[nodiscard]] std::vector<std::uint32_t> sms_of(std::uint32_t launch, std::uint32_t warp) const;
    [[nodiscard]] std::uint64_t memory_bytes() const;

private:
    struct StoredPiece {
        std::uint32_t sm = 0;
        hmt::BlockHead head;
        hmt::PackedChunk requests;
        hmt::PackedChunk places; ///< differences of numbers and positions
    };
    struct SmOfWarp {
        std::uint32_t launch = 0;
        std::uint32_t warp = 0;
        std::uint32_t sm = 0;
        friend auto operator<=>(const SmOfWarp&, const SmOfWarp&) = default;
    };
    class Packer;

    hmt::RequestLimits limits_;
    std::vector<std::vector<StoredPiece>> blocks_; ///< [blocks] by rising SM
    std::vector<SmOfWarp> sms_;                    ///< sorted, distinct
};

/// The copy of a recording, which is made when it is needed first and then shared. Thread-safe.
class RequestsBySmOnce {
public:
    /// Makes the copy, or waits while another thread does. `file` must always be the same recording. Throws
    /// what making it throws.
    [[nodiscard]] std::shared_ptr<const RequestsBySm> get(const HmtFile& file, ThreadPool& pool,
                                                          const JobContext& job);
    /// Returns null if there is no copy yet.
    [[nodiscard]] std::shared_ptr<const RequestsBySm> known() const { return requests_.known(); }

private:
    MadeOnce<RequestsBySm> requests_;
};

} // namespace hitmap
