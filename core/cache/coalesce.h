#pragma once

#include "core/cache/allocation_map.h"
#include "core/cache/written_list.h"
#include "core/trace/request.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Bit s: the s-th 32 bytes of a line.
using LineSectors = std::uint8_t;

/// One line that a request asks for, and what became of its sectors.
struct LineRequest {
    static constexpr std::uint16_t no_allocation = 0xffff;
    static constexpr std::uint16_t several_allocations = 0xfffe;

    std::uint64_t line = 0;   ///< address / bytes of a line
    LineSectors sectors = 0;  ///< asked for
    LineSectors written = 0;  ///< of a store: those of which it writes every byte
    LineSectors l1_hits = 0;  ///< filled by the caches, as is what follows
    LineSectors l2_hits = 0;  ///< of those that L1 did not serve
    std::uint8_t fetched = 0; ///< number of sectors that L2 fetched from memory for it
    std::uint8_t reserved = 0;
    std::uint16_t allocation = no_allocation; ///< that holds the first byte of the lanes that ask for it
};
static_assert(sizeof(LineRequest) == 16);

/// One of the allocations of a line of several.
struct SharedLine {
    std::uint32_t line; ///< index of the LineRequest
    std::uint16_t allocation;
    LineSectors sectors; ///< asked for by lanes of this allocation
};

/// A sector of which a store writes some bytes, but not every one.
struct PartlyWritten {
    std::uint32_t line;  ///< index of the LineRequest
    std::uint32_t bytes; ///< bit b: byte b of the sector
    std::uint8_t sector; ///< of the line
};

/// Memory that one allocation holds for some requests: where the last request of an instruction was, as the
/// next one probably is.
struct HeldMemory {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0; ///< 0: none
    std::uint64_t first_request = 0;
    std::uint64_t last_request = 0; ///< one past it
    std::uint16_t allocation = LineRequest::no_allocation;
};

/// The lines of consecutive requests.
struct CoalescedRequests {
    WrittenList<LineRequest> lines;        ///< of a request by rising address, each line once
    std::vector<std::uint32_t> first_line; ///< [requests + 1] into lines
    std::vector<SharedLine> shared;        ///< rarely any; by rising line
    std::vector<PartlyWritten> partly;     ///< of stores; by rising line and sector
    std::vector<HeldMemory> held;          ///< [instructions] for the coalescer alone, kept by clear()

    void clear() {
        lines.clear();
        first_line.assign(1, 0);
        shared.clear();
        partly.clear();
    }
    /// Of a sector that a store writes partly: bit b is byte b.
    [[nodiscard]] std::uint32_t bytes_written(std::uint32_t line, unsigned sector) const {
        return std::partition_point(partly.begin(), partly.end(),
                                    [&](const PartlyWritten& each) {
                                        return each.line < line ||
                                               (each.line == line && each.sector < sector);
                                    })
            ->bytes;
    }
    [[nodiscard]] std::span<const LineRequest> lines_of(std::size_t request) const {
        return {lines.data() + first_line[request], lines.data() + first_line[request + 1]};
    }
    /// Calls visit(allocation, line, sectors) for what lanes of each allocation ask for, by rising address;
    /// allocation may be LineRequest::no_allocation.
    template <class Visit>
    void for_each_part(std::size_t request, const Visit& visit) const {
        for (std::uint32_t i = first_line[request]; i < first_line[request + 1]; ++i) {
            if (lines[i].allocation != LineRequest::several_allocations) {
                visit(lines[i].allocation, lines[i], lines[i].sectors);
                continue;
            }
            auto part =
                std::lower_bound(shared.begin(), shared.end(), i,
                                 [](const SharedLine& s, std::uint32_t line) { return s.line < line; });
            for (; part != shared.end() && part->line == i; ++part)
                visit(part->allocation, lines[i], part->sectors);
        }
    }
};

/// Coalesces requests into sectors as the hardware does: the lanes of one request that ask for the same 32 B
/// share one sector, however wide their accesses are, aligned or not. A lane belongs to the allocation that
/// holds its first byte.
///
/// Local memory is interleaved by the hardware (thesis on GPU memory profiling, 2024, eq. 3.1): the byte at
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

    /// Appends all requests of the block.
    void append_all(const RequestView& block, CoalescedRequests& out) const;
    /// Appends request `i` of the block. Requests are appended in their order.
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
    /// executed; LineRequest::no_allocation where none does.
    [[nodiscard]] std::uint16_t holder_of(std::uint64_t address, std::uint64_t request,
                                          std::uint32_t launch) const;

private:
    struct Access {
        Space space;
        bool store;
        std::uint16_t bytes;
    };
    /// Consecutive bytes that one lane asks for.
    struct Piece {
        std::uint64_t first;
        std::uint64_t last;
        std::uint16_t allocation;
    };
    template <class Visit>
    void for_each_piece(const RequestView& block, std::size_t i, const Visit& visit) const;
    template <class Visit>
    void for_each_line(const Piece& piece, const Visit& visit) const;
    /// What adding lines of a request has shown.
    struct Added {
        bool is_sorted = true;
        bool shares_a_line = false; ///< lanes of several allocations ask for it
    };
    void add_piece(const Piece& piece, std::size_t begin, CoalescedRequests& out, Added& added) const;
    static void add_line(std::uint64_t line, LineSectors sectors, std::uint16_t allocation, std::size_t begin,
                         CoalescedRequests& out, Added& added);
    void append_one(const RequestView& block, std::size_t i, CoalescedRequests& out) const;
    void append_pieces(const RequestView& block, std::size_t i, CoalescedRequests& out) const;
    bool append_words(const RequestView& block, std::size_t i, CoalescedRequests& out) const;
    bool append_simple(const RequestView& block, std::size_t i, CoalescedRequests& out) const;
    [[nodiscard]] HeldMemory held_memory(std::uint64_t address, std::uint64_t request) const;
    void add_shared(const RequestView& block, std::size_t i, std::size_t begin, CoalescedRequests& out) const;
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

    /// Adds requests [first, last) of a block to `counts`, [info.allocations]. `room` is used meanwhile: the
    /// same one for many calls saves time. Thread-safe where threads have rooms of their own.
    void count(const RequestView& block, std::size_t first, std::size_t last, std::span<RequestCount> counts,
               CoalescedRequests& room) const;

private:
    static constexpr std::uint32_t line_bytes = 128;

    Coalescer coalescer_;
};

} // namespace hitmap
