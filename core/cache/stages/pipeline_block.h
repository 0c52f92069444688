#pragma once

#include "core/cache/coalescing/coalesce.h"
#include "core/cache/gpu/memory_path.h"
#include "core/cache/results/access_block.h"

#include <array>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace hitmap {

/// Dirty sectors of local memory that an L1 evicted.
struct WriteBack {
    std::uint64_t line;       ///< line of L1
    std::uint32_t evicted_by; ///< index of the line that replaced it
    LineSectors sectors;
    LineSectors l2_hits; ///< written by L2Stage::collect
};

/// A page that missed in the TLB of an SM.
struct TlbMiss {
    std::uint64_t address;
    std::uint32_t request; ///< index in the block
};

/// Renumbers sectors, such that sector `shift` becomes 0.
[[nodiscard]] inline LineSectors shifted(LineSectors sectors, int shift) {
    return static_cast<LineSectors>(shift >= 0 ? sectors << shift : sectors >> -shift);
}

/// A request to L2: sectors of one of its lines.
struct L2Request {
    enum class Kind : std::uint8_t { load, store, write_back, atomic };
    /// Packed into one byte, since many requests are in memory at a time.
    class Origin {
    public:
        Origin() = default;
        /// `partition`: 0 or 1, that of the requesting SM. `fills_l1`: whether L1 stores the result.
        Origin(Kind kind, std::uint8_t partition, bool fills_l1)
            : bits_(static_cast<std::uint8_t>(static_cast<unsigned>(kind) | partition << 2U |
                                              (fills_l1 ? 1U : 0U) << 3U | 8U << shift_at)) {}
        /// The same request with sector s renumbered to s - `shift`, the sector of the line of L1; -8 < shift
        /// < 8.
        [[nodiscard]] Origin shifted(int shift) const {
            Origin moved;
            moved.bits_ = static_cast<std::uint8_t>((bits_ & ((1U << shift_at) - 1)) |
                                                    static_cast<unsigned>(shift + 8) << shift_at);
            return moved;
        }
        [[nodiscard]] Kind kind() const { return static_cast<Kind>(bits_ & 3U); }
        [[nodiscard]] std::uint8_t partition() const { return bits_ >> 2U & 1U; }
        [[nodiscard]] bool fills_l1() const { return (bits_ >> 3U & 1U) != 0; }
        [[nodiscard]] int shift() const { return (bits_ >> shift_at) - 8; }

    private:
        static constexpr unsigned shift_at = 4;
        std::uint8_t bits_ = 0;
    };

    std::uint64_t line;
    std::uint32_t at;      ///< index of the line of L1; for a write-back, of the WriteBack
    LineSectors sectors;   ///< sectors to look up
    LineSectors fill_only; ///< loaded with them, since L1 fills more at once; they are no look-ups
    LineSectors written;   ///< for a store, those of the sectors of which all bytes are written
    Origin origin;
};
static_assert(sizeof(L2Request) == 16);

/// The outcome of a request to L2.
struct L2Outcome {
    LineSectors hits;       ///< of the looked up sectors, as sectors of the line of L2
    std::uint8_t fetched;   ///< number of sectors fetched from memory
    std::uint8_t evictions; ///< number of evicted lines with dirty sectors
};

/// Dirty sectors that L2 evicted and writes to memory.
struct L2Eviction {
    std::uint64_t line; ///< line of L2
    LineSectors sectors;
};

/// A request with lines, and the properties of it that L1 needs.
struct SmRequest {
    std::uint32_t number; ///< index in the block
    std::uint32_t first_line;
    std::uint32_t last_line; ///< index of the line after the last
    std::uint32_t launch_ordinal;
    std::uint32_t slot;
    MemoryPath path;
};

/// The reuse of sectors that were looked up in one level, whether they hit or not.
struct ReuseInformation {
    std::array<std::uint16_t, 8> bins{}; ///< [sector] bin of the reuse distance (reuse_histogram.h)
    LineSectors cold = 0;                ///< never present before, or dropped since
    LineSectors within = 0;              ///< hits in a fully associative LRU cache of the present capacity
};
/// The reuse of the sectors of a requested line.
struct LineReuse {
    ReuseInformation l1;
    ReuseInformation l2;
};

/// A block of requests that passes through the memory pipeline. Blocks are reused to save allocations.
struct PipelineBlock {
    static constexpr std::size_t max_l2_slices = 64;

    AccessBlock block;                       ///< requests, accesses and intervals
    std::vector<std::uint32_t> first_access; ///< [requests + 1] into block.accesses
    CoalescedRequests coalesced;
    std::vector<std::uint32_t> launch_ordinals; ///< [requests] number of earlier launches in the recording
    std::uint32_t sms = 0;                      ///< highest SM of the requests, plus 1
    /// Requests with lines, sorted by SM and in order within each SM.
    std::vector<SmRequest> sm_requests;
    std::vector<std::uint32_t> sm_begin; ///< [SMs + 1] start of each SM in sm_requests
    WrittenList<L2Request::Origin>
        /// [lines] origin of each request to L2; a write-back has the partition of its line.
        origins;
    /// [lines] dirty sectors that L1 evicted to allocate the line; padded for word_of().
    std::vector<LineSectors> dirty;
    std::vector<std::uint64_t> evicted; ///< [lines] the line of L1 with these dirty sectors, if any
    std::vector<WriteBack> write_backs; ///< the same as a list, by rising evicted_by
    std::vector<TlbMiss> tlb_misses;
    std::mutex mutex; ///< guards tlb_misses while SMs append
    /// Requests to L2 in order, divided by slices of sets; `line` is a line of L2.
    std::array<WrittenList<L2Request>, max_l2_slices> l2_requests;
    std::array<WrittenList<L2Outcome>, max_l2_slices> l2_outcomes;   ///< of these requests
    std::array<WrittenList<L2Eviction>, max_l2_slices> l2_evictions; ///< of these requests, in order
    WrittenList<std::uint8_t> l2_order; ///< [all requests in order] the slice of each
    /// [allocations + 1] evicted sectors; the last entry is for those in no allocation.
    std::vector<std::uint64_t> l2_written;

    std::vector<LineReuse> reuse;                   ///< [lines]; empty unless misses are explained
    std::vector<ReuseInformation> write_back_reuse; ///< [write_backs]; empty unless misses are explained

    /// Fills first_access.
    void number_accesses();
    /// Fills sms. Call it before the requests are processed. Throws Error if an SM number is
    /// RecordingLimits::sms or above.
    void find_sms();
    /// Resizes origins, dirty and evicted, and clears the last two. Call it after the requests were
    /// coalesced.
    void prepare_lines();
    /// Fills write_backs from dirty and evicted. Call it after all L1s have run.
    void list_write_backs();
    /// Fills sm_requests and sm_begin. `paths`: [instructions].
    void sort_by_sm(std::span<const MemoryPath> paths);
    [[nodiscard]] std::span<const SmRequest> requests_of(std::uint32_t sm) const {
        if (sm + 1 >= sm_begin.size()) return {};
        return std::span(sm_requests).subspan(sm_begin[sm], sm_begin[sm + 1] - sm_begin[sm]);
    }
};

} // namespace hitmap
