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
    std::uint64_t line;       ///< of L1
    std::uint32_t evicted_by; ///< index of the line that took its place
    LineSectors sectors;
    LineSectors l2_hits; ///< filled by L2Stage::collect
};

/// A page that an SM's TLB did not have.
struct TlbMiss {
    std::uint64_t address;
    std::uint32_t request; ///< in the block
};

/// Sectors, counted from sector `shift`.
[[nodiscard]] inline LineSectors shifted(LineSectors sectors, int shift) {
    return static_cast<LineSectors>(shift >= 0 ? sectors << shift : sectors >> -shift);
}

/// What L2 is asked for: sectors of one of its lines.
struct L2Request {
    enum class Kind : std::uint8_t { load, store, write_back, atomic };
    /// In one byte, since there are many requests at a time.
    class Origin {
    public:
        Origin() = default;
        /// `partition`: 0 or 1, of the SM that asks. `fills_l1`: L1 keeps what L2 gives it.
        Origin(Kind kind, std::uint8_t partition, bool fills_l1)
            : bits_(static_cast<std::uint8_t>(static_cast<unsigned>(kind) | partition << 2U |
                                              (fills_l1 ? 1U : 0U) << 3U | 8U << shift_at)) {}
        /// The same, where sector s is sector s - `shift` of the line of L1, -8 < shift < 8.
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
    std::uint32_t at;      ///< index of the line of L1, for a write-back of the WriteBack
    LineSectors sectors;   ///< looked up
    LineSectors fill_only; ///< loaded with them, since L1 fills more at once; no look-ups
    LineSectors written;   ///< of the looked up ones of a store, those of which every byte is written
    Origin origin;
};
static_assert(sizeof(L2Request) == 16);

/// What L2 says of it.
struct L2Outcome {
    LineSectors hits;       ///< of the sectors looked up, in the line of L2
    std::uint8_t fetched;   ///< number of sectors fetched from memory
    std::uint8_t evictions; ///< number of lines with dirty sectors that had to go
};

/// Dirty sectors that L2 evicted, and writes to memory.
struct L2Eviction {
    std::uint64_t line; ///< of L2
    LineSectors sectors;
};

/// A request that has lines, with what an L1 has to know of it at hand.
struct SmRequest {
    std::uint32_t number; ///< in the block
    std::uint32_t first_line;
    std::uint32_t last_line; ///< one past it
    std::uint32_t launch_ordinal;
    std::uint32_t slot;
    MemoryPath path;
};

/// What is known of sectors that one level was asked for, whether it had them or not.
struct ReuseInformation {
    std::array<std::uint16_t, 8> bins{}; ///< [sector] of their reuse distances (reuse_histogram.h)
    LineSectors cold = 0;                ///< never there before, or dropped since
    LineSectors within = 0;              ///< a fully associative LRU cache of the present capacity would hit
};
/// Of a line that a request asks for, by its sectors.
struct LineReuse {
    ReuseInformation l1;
    ReuseInformation l2;
};

/// A block of requests on its way through the memory pipeline. Reused to save allocations.
struct PipelineBlock {
    static constexpr std::size_t max_l2_slices = 64;

    AccessBlock block;                       ///< requests, accesses and intervals
    std::vector<std::uint32_t> first_access; ///< [requests + 1] into block.accesses
    CoalescedRequests coalesced;
    std::vector<std::uint32_t> launch_ordinals; ///< [requests] number of launches before it in the recording
    std::uint32_t sms = 0;                      ///< one more than the last SM of the requests
    std::vector<SmRequest> sm_requests;         ///< those that have lines, sorted by SM, in order within each
    std::vector<std::uint32_t> sm_begin;        ///< [SMs + 1] into sm_requests
    WrittenList<L2Request::Origin>
        origins;                        ///< [lines] of what L2 is asked for; a write-back has its partition
    std::vector<LineSectors> dirty;     ///< [lines] that L1 writes back to make room for the line; word_of()
    std::vector<std::uint64_t> evicted; ///< [lines] the line of L1 that they are of, where there are any
    std::vector<WriteBack> write_backs; ///< the same as a list, by rising evicted_by
    std::vector<TlbMiss> tlb_misses;
    std::mutex mutex; ///< of tlb_misses, while SMs append
    /// What L1s did not serve, in order, by sets of L2; `line` is a line of L2.
    std::array<WrittenList<L2Request>, max_l2_slices> l2_requests;
    std::array<WrittenList<L2Outcome>, max_l2_slices> l2_outcomes;   ///< of these
    std::array<WrittenList<L2Eviction>, max_l2_slices> l2_evictions; ///< of these, in order
    WrittenList<std::uint8_t> l2_order;    ///< of all requests, in order: whose turn it is
    std::vector<std::uint64_t> l2_written; ///< [allocations + 1] sectors of evictions; last: of none

    std::vector<LineReuse> reuse;                   ///< [lines]; empty where nobody asked why they missed
    std::vector<ReuseInformation> write_back_reuse; ///< [write_backs], or empty

    /// Fills first_access.
    void number_accesses();
    /// Fills sms; before anything is made of the requests. Throws Error where an SM is numbered
    /// RecordingLimits::sms or above.
    void find_sms();
    /// Makes room for origins, dirty and evicted; there are none of the last two. Once the requests are
    /// coalesced.
    void prepare_lines();
    /// Fills write_backs from dirty and evicted. Once all L1s have run.
    void list_write_backs();
    /// Fills sm_requests and sm_begin. `paths`: of all instructions.
    void sort_by_sm(std::span<const MemoryPath> paths);
    [[nodiscard]] std::span<const SmRequest> requests_of(std::uint32_t sm) const {
        if (sm + 1 >= sm_begin.size()) return {};
        return std::span(sm_requests).subspan(sm_begin[sm], sm_begin[sm + 1] - sm_begin[sm]);
    }
};

} // namespace hitmap
