#pragma once

#include "core/cache/coalescing/allocation_map.h"
#include "core/cache/coalescing/coalesced_requests.h"
#include "core/trace/model/request.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hitmap {

/// The requests of one allocation and their sectors.
struct RequestCount {
    std::uint64_t requests = 0; ///< requests with at least one active lane in the allocation
    std::uint64_t sectors = 0;  ///< sum of the distinct sectors of each request
    friend bool operator==(const RequestCount&, const RequestCount&) = default;
};

/// Coalesces requests into sectors as the hardware does: lanes of one request that access the same 32 B share
/// one sector, regardless of the width and alignment of their accesses. A lane belongs to the allocation that
/// contains its first byte.
///
/// The hardware interleaves local memory (von Buelow 2024, eq. 3.1): the byte at offset r of lane t of the
/// warp in slot w of SM s is at (s n + w) 32 L + (floor(r / 4) 32 + t) 4 + r mod 4, with n slots per SM and L
/// bytes per lane, so that 4-byte word i of all 32 lanes makes 128 consecutive bytes. These addresses start
/// at local_base, above all addresses of global memory; global addresses above it, which no device has, are
/// mapped to addresses below. L is the end of the last local allocation or, if there is none, the number of
/// bytes that the launch states; it is at most 64 MiB. Shared memory is not coalesced and has no sectors.
class Coalescer {
public:
    static constexpr std::uint64_t sector_bytes = 32;
    static constexpr std::uint64_t local_base = std::uint64_t{1} << 63;

    /// `line_bytes`: a power of two, 32..256. Throws Error as the constructor of AllocationMap does.
    Coalescer(const RecordingInfo& info, std::uint32_t line_bytes);

    /// Appends all requests of the block and calls out.complete().
    void append_all(const RequestView& block, CoalescedRequests& out) const;
    /// Appends request `i` of the block. Requests are appended in order. Call complete() after the last one,
    /// unless only parts and partly written sectors are needed.
    void append(const RequestView& block, std::size_t i, CoalescedRequests& out) const;
    /// Whether the instruction accesses shared memory: its requests have allocations, but no lines.
    [[nodiscard]] bool is_shared(std::uint32_t instruction) const {
        return accesses_[instruction].space == Space::shared;
    }
    /// Appends the sectors that the lanes of request `i` access, lane by lane. None for shared memory.
    void append_lane_sectors(const RequestView& block, std::size_t i, std::vector<LaneSectors>& out) const;
    /// Appends the distinct allocations of a request of shared memory; none if no lane is in any.
    void append_allocations(const RequestView& block, std::size_t i, std::vector<std::uint16_t>& out) const;

    /// Adds request `i` of the block to the counts of its allocation if its lanes are all in one allocation
    /// of global memory, and returns whether they are. Faster than appending it. `counts`:
    /// [info.allocations].
    [[nodiscard]] bool count_simple(const RequestView& block, std::size_t i, std::span<RequestCount> counts,
                                    CoalescedRequests& scratch) const;

    /// The address of the first byte of a line.
    [[nodiscard]] std::uint64_t address_of(std::uint64_t line) const { return line << line_bits_; }
    /// Returns the allocation that contains an address, also an interleaved one, when `request` of a launch
    /// is executed, or CoalescedRequests::no_allocation. `last` caches the result for the next call on the
    /// same coalescer, since successive addresses are mostly in one allocation.
    [[nodiscard]] std::uint16_t owner_of(std::uint64_t address, std::uint64_t request, std::uint32_t launch,
                                         OwningAllocation& last) const;

private:
    static constexpr std::uint64_t word_bytes = 4;                     ///< unit of interleaving by lane
    static constexpr std::uint64_t word_line = word_bytes * warp_size; ///< one word of each lane of a warp

    [[nodiscard]] static std::uint64_t saturated_sum(std::uint64_t a, std::uint64_t b) {
        return a > ~std::uint64_t{0} - b ? ~std::uint64_t{0} : a + b;
    }
    [[nodiscard]] static std::uint16_t narrowed(std::uint32_t allocation) {
        return allocation < CoalescedRequests::several_allocations ? static_cast<std::uint16_t>(allocation)
                                                                   : CoalescedRequests::no_allocation;
    }
    struct Access {
        Space space;
        bool store;
        std::uint16_t bytes;
    };
    /// Consecutive bytes that one lane accesses.
    struct Extent {
        std::uint64_t first;
        std::uint64_t last;
        std::uint16_t allocation;
        std::uint8_t lane;
    };
    void prepare(CoalescedRequests& out) const;
    template <class Visit>
    void for_each_extent(const RequestView& block, std::size_t i, const Visit& visit) const;
    template <class Visit>
    void for_each_line(const Extent& extent, const Visit& visit) const;
    void append_one(const RequestView& block, std::size_t i, CoalescedRequests& out) const;
    void append_extents(const RequestView& block, std::size_t i, CoalescedRequests& out) const;
    bool append_words(const RequestView& block, std::size_t i, CoalescedRequests& out) const;
    struct OwnedSectors {
        std::span<const std::uint32_t> sectors; ///< by rising number, maybe repeated, from the base on
        std::uint64_t base;                     ///< address
        std::uint16_t allocation;
    };
    [[nodiscard]] std::optional<OwnedSectors> owned_sectors(const RequestView& block, std::size_t i,
                                                            CoalescedRequests& out) const;
    bool append_simple(const RequestView& block, std::size_t i, CoalescedRequests& out) const;
    [[nodiscard]] OwningAllocation owning_allocation(std::uint64_t address, std::uint64_t request) const;
    static void add_part(std::uint64_t line, LineSectors sectors, std::uint16_t allocation, std::size_t begin,
                         CoalescedRequests& out);
    void add_written(const RequestView& block, std::size_t i, std::size_t begin,
                     CoalescedRequests& out) const;
    [[nodiscard]] std::uint64_t local_bytes(std::uint32_t launch) const;

    AllocationMap allocations_;
    std::vector<Access> accesses_; ///< [instructions]
    unsigned line_bits_;
    unsigned sector_shift_; ///< log2 of the sectors per line
    std::uint64_t slots_per_sm_;
    /// End of the last local allocation in the lane's local memory.
    std::uint64_t local_extent_ = 0;
    std::vector<std::uint32_t> launch_local_bytes_; ///< [launches] of the launches read so far
};

/// Counts requests and their sectors by allocation. Requests of shared memory have no sectors.
class RequestCounter {
public:
    static constexpr std::uint64_t sector_bytes = Coalescer::sector_bytes;

    /// Throws Error as the constructor of AllocationMap does.
    explicit RequestCounter(const RecordingInfo& info) : coalescer_(info, line_bytes) {}

    /// Adds requests [first, last) of a block to `counts`, [info.allocations]. `buffer` is scratch memory;
    /// reusing it saves time. Thread-safe if each thread has its own buffer.
    void count(const RequestView& block, std::size_t first, std::size_t last, std::span<RequestCount> counts,
               CoalescedRequests& buffer) const;

private:
    static constexpr std::uint32_t line_bytes = 128;

    Coalescer coalescer_;
};

} // namespace hitmap
