#pragma once

#include "core/cache/results/allocation_sums.h"
#include "core/cache/results/traffic_sums.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Sums of rows (of a table of allocations, say) over any window of time, from checkpoints between requests:
/// the sums since the checkpoint before, in few bytes, and now and then the sums since the begin of the
/// recording. Neighbouring steps become one where checkpoints would take too much memory.
template <class Sums>
class SumsHistory {
public:
    /// Distance of two checkpoints in element accesses or, where there have been none, in requests.
    static constexpr std::uint32_t interval_accesses = 512;
    static constexpr std::uint32_t interval_requests = 4096;

    /// What happened between two moments.
    struct Step {
        std::uint64_t accesses = 0;
        std::uint64_t requests = 0;
        std::vector<Sums> sums; ///< [rows]
        void operator+=(const Step& more);
    };
    /// A window of time: number of element accesses (or requests) before its begin and before its end.
    struct Answer {
        std::uint64_t first = 0;
        std::uint64_t last = 0;
        std::vector<Sums> sums; ///< [rows]
    };

    SumsHistory() = default;
    explicit SumsHistory(std::size_t rows);

    /// The next requests, whole ones.
    void add(const Step& step);
    /// Once, after the last.
    void finish();

    [[nodiscard]] bool empty() const { return anchors_.empty(); }
    /// The window [first, last) rounded outwards to checkpoints; counted in requests where the recording has
    /// no element access. Exact for the whole recording; 0 for an empty window.
    [[nodiscard]] Answer between(std::uint64_t first, std::uint64_t last) const;
    [[nodiscard]] std::uint64_t memory_bytes() const;

private:
    /// At most one checkpoint in so many has the sums since the begin.
    static constexpr std::size_t anchor_distance = 32;
    struct Anchor {
        Step since_begin;
        std::size_t next_byte = 0; ///< where the step behind it is
    };
    void close_step();
    [[nodiscard]] std::uint64_t position_of(const Step& since_begin) const;
    [[nodiscard]] const Anchor& anchor(std::uint64_t position, bool strictly) const;
    [[nodiscard]] Step at_or_before(std::uint64_t position) const;
    [[nodiscard]] Step at_or_after(std::uint64_t position) const;

    Step total_;                  ///< since the begin, up to the last checkpoint
    Step pending_;                ///< since then
    std::size_t checkpoints_ = 0; ///< since the last anchor
    std::vector<Anchor> anchors_; ///< the first is the begin
    std::vector<std::uint8_t> bytes_;
};

extern template class SumsHistory<AllocationSums>;
extern template class SumsHistory<TrafficSums>;
using AllocationHistory = SumsHistory<AllocationSums>; ///< [info.allocations]
using TrafficHistory = SumsHistory<TrafficSums>;       ///< as TrafficRows numbers them

} // namespace hitmap
