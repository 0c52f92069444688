#pragma once

#include "core/cache/gpu/memory_path.h"
#include "core/cache/results/element_ranges.h"
#include "core/cache/reuse/reuse_histogram.h"
#include "core/cache/stages/element_selection.h"
#include "core/cache/stages/pipeline_block.h"
#include "core/jobs/progress.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Counts the look-ups of sectors that belong to selected elements, by reuse distance. Like elements, it
/// counts distinct (request, element, sector). A face has the sectors of its indices, not those of its
/// vertices.
class SelectedReuse {
public:
    /// `paths`: [instructions].
    SelectedReuse(const RecordingInfo& info, ElementSelection selection, std::vector<MemoryPath> paths,
                  std::uint32_t line_bytes);

    /// Blocks may come in any order. They must have a ReuseOutput. Throws Cancelled.
    void count(const PipelineBlock& block, const JobContext& job);
    [[nodiscard]] const ReuseHistogram& l1() const { return l1_; }
    [[nodiscard]] const ReuseHistogram& l2() const { return l2_; }

private:
    void count_request(const PipelineBlock& block, std::size_t request);
    void count_sector(const PipelineBlock& block, std::size_t request, std::uint64_t sector);

    ElementRanges ranges_;
    ElementSelection selection_;
    std::vector<MemoryPath> paths_;
    std::vector<std::uint16_t> bytes_;    ///< [instructions] bytes per lane
    std::vector<std::uint8_t> is_global_; ///< [instructions]
    unsigned sector_bits_;                ///< log2 of the sectors of a line
    struct Seen {
        std::uint64_t sector;
        std::uint32_t element;
        friend bool operator==(const Seen&, const Seen&) = default;
    };
    std::vector<Seen> seen_; ///< look-ups of the current request; reused
    ReuseHistogram l1_;
    ReuseHistogram l2_;
};

} // namespace hitmap
