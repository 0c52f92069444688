#pragma once

#include "core/cache/coalescing/coalesce.h"
#include "core/cache/stages/pipeline_block.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace hitmap {

/// What a line is used for: an allocation, and the first sector asked for.
struct UseOwner {
    std::uint16_t allocation = CoalescedRequests::no_allocation;
    std::uint64_t address = 0;
};

/// Finds whose the uses of lines of a block are: of the allocation of the lowest lane that asks for the line
/// of L1, and for a write-back, of the allocation that contains its first sector. The uses of an SM, or of a
/// slice, must be asked for in order; each needs an object of its own.
class UseOwners {
public:
    UseOwners(const PipelineBlock& block, const Coalescer& coalescer)
        : block_(block), coalescer_(coalescer) {}

    [[nodiscard]] UseOwner of_l1(const LineUse& use) {
        return {allocation_of(use.at),
                coalescer_.address_of(use.line) + first_of(block_.coalesced.sectors[use.at])};
    }
    /// @param line_bits  log2 of the bytes of a line of L2
    [[nodiscard]] UseOwner of_l2(std::size_t slice, const LineUse& use, unsigned line_bits) {
        const L2Request& request = block_.l2_requests.of_slice.at(slice)[use.at];
        const std::uint64_t address =
            (use.line << line_bits) + first_of(static_cast<LineSectors>(request.sectors | request.fill_only));
        if (request.origin.kind() != L2Request::Kind::write_back) return {allocation_of(request.at), address};
        const WriteBack& back = block_.l1.write_backs[request.at];
        go_to(back.evicted_by);
        const RequestView& requests = block_.input.requests;
        return {coalescer_.owner_of(coalescer_.address_of(back.line) + first_of(back.sectors),
                                    requests.first_request.value + request_,
                                    requests.entries[request_].launch, last_),
                address};
    }
    /// Returns the index in the block of the request that the last use is of.
    [[nodiscard]] std::size_t request() const { return request_; }

private:
    [[nodiscard]] static std::uint64_t first_of(LineSectors sectors) {
        return static_cast<unsigned>(std::countr_zero(sectors)) * Coalescer::sector_bytes;
    }
    /// Makes request_ that of a line of L1.
    void go_to(std::uint32_t line) {
        while (block_.coalesced.first_line[request_ + 1] <= line)
            ++request_;
    }
    [[nodiscard]] std::uint16_t allocation_of(std::uint32_t line) {
        go_to(line);
        const CoalescedRequests& lines = block_.coalesced;
        if (lines.allocations[request_] != CoalescedRequests::several_allocations)
            return lines.allocations[request_];
        return std::partition_point(lines.parts.begin(), lines.parts.end(),
                                    [&](const LinePart& part) { return part.at < line; })
            ->allocation; // the parts of a line begin with that of the lowest lane
    }

    const PipelineBlock& block_;
    const Coalescer& coalescer_;
    std::size_t request_ = 0;
    OwningAllocation last_;
};

} // namespace hitmap
