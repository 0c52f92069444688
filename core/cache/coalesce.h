#pragma once

#include "core/cache/allocation_map.h"
#include "core/trace/request.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Requests and their sectors, per allocation.
struct RequestCount {
    std::uint64_t requests = 0; ///< with at least one active lane in the allocation
    std::uint64_t sectors = 0;  ///< distinct sectors of each request, added up
    friend bool operator==(const RequestCount&, const RequestCount&) = default;
};

/// Coalesces requests into sectors as the hardware does: the lanes of one request that ask for the same 32 B
/// share one sector. A lane belongs to the allocation that holds its first byte. Local memory is interleaved
/// by the hardware, so that 4-byte word w of all 32 lanes makes 128 consecutive bytes; shared memory is not
/// coalesced and has no sectors.
class RequestCounter {
public:
    static constexpr std::uint64_t sector_bytes = 32;

    /// Throws Error as AllocationMap does.
    explicit RequestCounter(const RecordingInfo& info);

    /// Adds requests [first, last) of a block to `counts`, [info.allocations].
    void count(const RequestBlock& block, std::size_t first, std::size_t last,
               std::span<RequestCount> counts) const;

private:
    struct Access {
        Space space;
        std::uint16_t bytes;
    };
    /// Sectors that one lane asks for: `count` from `first` on, `step` apart.
    struct LaneSectors {
        std::uint32_t allocation;
        std::uint64_t first;
        std::uint64_t last;
    };

    void count_request(std::uint64_t request, Access access, std::uint32_t mask, const std::uint64_t* address,
                       std::span<RequestCount> counts) const;

    AllocationMap allocations_;
    std::vector<Access> accesses_; ///< [instructions]
};

} // namespace hitmap
