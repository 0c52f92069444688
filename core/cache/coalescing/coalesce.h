#pragma once

#include "core/cache/coalescing/allocation_map.h"
#include "core/cache/coalescing/coalesced_requests.h"
#include "core/trace/model/request.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Coalesces requests into sectors as the hardware does: the lanes of one request that ask for the same 32 B
/// share one sector, however wide their accesses are, aligned or not. A lane belongs to the allocation that
/// holds its first byte.
///
/// Local memory is interleaved by the hardware (von Buelow 2024, eq. 3.1): the byte at
/// offset r of lane t of the warp in slot w of SM s is at
///   (s n + w) 32 L + (floor(r / 4) 32 + t) 4 + r mod 4
/// with n slots an SM and L bytes a lane, so that 4-byte word i of all 32 lanes makes 128 consecutive bytes.
/// These addresses lie from local_base on, away from global ones: such as name memory there, which no device
/// has, are taken for others below it. L is where the last local allocation ends,
/// or what the launch says where there is none, and 64 MiB at most. Shared memory is not coalesced and has no
/// sectors.
class Coalescer {
public:
    static constexpr std::uint64_t sector_bytes = 32;
    static constexpr std::uint64_t local_base = std::uint64_t{1} << 63;

    /// `line_bytes`: a power of two, 32..256. Throws Error as AllocationMap does.
    Coalescer(const RecordingInfo& info, std::uint32_t line_bytes);

    /// Appends all requests of the block, and completes.
    void append_all(const RequestView& block, CoalescedRequests& out) const;
    /// Appends request `i` of the block. Requests are appended in their order; complete() follows the last
    /// one, where more is wanted than parts and partly written sectors.
    void append(const RequestView& block, std::size_t i, CoalescedRequests& out) const;
    /// Whether the instruction accesses shared memory: its requests have allocations, but no lines.
    [[nodiscard]] bool is_shared(std::uint32_t instruction) const {
        return accesses_[instruction].space == Space::shared;
    }
    /// Allocations of a request of shared memory, each once; none where no lane is in any.
    void append_allocations(const RequestView& block, std::size_t i, std::vector<std::uint16_t>& out) const;

    /// Of the first byte of a line.
    [[nodiscard]] std::uint64_t address_of(std::uint64_t line) const { return line << line_bits_; }
    /// The allocation that holds an address, interleaved ones included, when `request` of a launch is
    /// executed; CoalescedRequests::no_allocation where none does. `last` is for the same coalescer's calls
    /// alone: where one address was, the next one probably is.
    [[nodiscard]] std::uint16_t owner_of(std::uint64_t address, std::uint64_t request, std::uint32_t launch,
                                         OwningAllocation& last) const;

private:
    static constexpr std::uint64_t word_bytes = 4;                     ///< that are interleaved by lane
    static constexpr std::uint64_t word_line = word_bytes * warp_size; ///< a word of all lanes of a warp

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
    /// Consecutive bytes that one lane asks for.
    struct Extent {
        std::uint64_t first;
        std::uint64_t last;
        std::uint16_t allocation;
    };
    void prepare(CoalescedRequests& out) const;
    template <class Visit>
    void for_each_extent(const RequestView& block, std::size_t i, const Visit& visit) const;
    template <class Visit>
    void for_each_line(const Extent& extent, const Visit& visit) const;
    void append_one(const RequestView& block, std::size_t i, CoalescedRequests& out) const;
    void append_extents(const RequestView& block, std::size_t i, CoalescedRequests& out) const;
    bool append_words(const RequestView& block, std::size_t i, CoalescedRequests& out) const;
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
    unsigned sector_shift_; ///< log2 of the sectors of a line
    std::uint64_t slots_per_sm_;
    std::uint64_t local_extent_ = 0;                ///< end of the last local allocation
    std::vector<std::uint32_t> launch_local_bytes_; ///< [launches] as far as they are known
};

/// Requests and their sectors, per allocation.
struct RequestCount {
    std::uint64_t requests = 0; ///< with at least one active lane in the allocation
    std::uint64_t sectors = 0;  ///< distinct sectors of each request, added up
    friend bool operator==(const RequestCount&, const RequestCount&) = default;
};

/// Counts requests and their sectors by allocation; shared memory has no sectors.
class RequestCounter {
public:
    static constexpr std::uint64_t sector_bytes = Coalescer::sector_bytes;

    /// Throws Error as AllocationMap does.
    explicit RequestCounter(const RecordingInfo& info) : coalescer_(info, line_bytes) {}

    /// Adds requests [first, last) of a block to `counts`, [info.allocations]. `buffer` is used meanwhile:
    /// the same one for many calls saves time. Thread-safe where threads have buffers of their own.
    void count(const RequestView& block, std::size_t first, std::size_t last, std::span<RequestCount> counts,
               CoalescedRequests& buffer) const;

private:
    static constexpr std::uint32_t line_bytes = 128;

    Coalescer coalescer_;
};

} // namespace hitmap
