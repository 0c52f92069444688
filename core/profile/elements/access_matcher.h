#pragma once

#include "core/cache/coalescing/allocation_map.h"
#include "core/profile/elements/access_selection.h"
#include "core/profile/elements/lane_access.h"
#include "core/profile/elements/lane_runs.h"
#include "core/profile/elements/requests_by_sm.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/model/element_access.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// Says which accesses of a recording match a selection. Immutable, so that several threads can use it.
class AccessMatcher {
public:
    /// `file`, `runs` (may be null) and `selection` must outlive this object.
    AccessMatcher(const HmtFile& file, const LaneRuns* runs, const AccessSelection& selection);

    [[nodiscard]] const AccessSelection& selection() const { return selection_; }
    [[nodiscard]] const ElementAccessFinder& finder() const { return finder_; }
    /// Whether positions are those of requests.
    [[nodiscard]] bool counts_requests() const { return counts_requests_; }

    [[nodiscard]] bool may_match_block(std::size_t block) const;
    /// Whether a request from this one on may match. `position` is that of the request.
    [[nodiscard]] bool may_match_from(std::uint64_t request, std::uint64_t position) const;
    /// The SMs that execute the warps of the selected pixel, rising.
    [[nodiscard]] std::vector<std::uint32_t> sms_of_pixel(const RequestsBySm& requests) const;
    /// The active lanes of a request that match the instruction and the pixel.
    [[nodiscard]] std::uint32_t lanes_of(std::uint64_t request, const RequestBlock::Entry& entry) const;
    [[nodiscard]] bool selects_position(std::uint64_t position) const;
    [[nodiscard]] bool selects_bytes(std::uint32_t instruction, std::uint64_t address) const;
    /// Whether the allocation and the ray match.
    [[nodiscard]] bool selects(const LaneAccess& access) const;
    [[nodiscard]] std::optional<std::uint32_t> allocation_at(std::uint32_t instruction, std::uint64_t address,
                                                             std::uint64_t request) const;
    [[nodiscard]] std::optional<LaneTag> tag_of(const LaneAccess& access) const;

private:
    /// The runs of the lanes of one warp that serve the selected pixel, and the requests that they span.
    struct Warp {
        std::uint32_t launch = 0;
        std::uint32_t warp = 0;
        std::uint64_t first_request = 0;
        std::uint64_t last_request = 0;
        std::vector<LaneRun> runs;
    };
    void add_warp_of(const LaneRun& run);

    const HmtFile& file_;
    const LaneRuns* runs_;
    const AccessSelection& selection_;
    bool counts_requests_;
    ElementAccessFinder finder_;
    AllocationMap allocations_;
    std::vector<Warp> warps_; ///< of the selected pixel; mostly one
};

} // namespace hitmap
