#pragma once

#include "core/cache/element_ranges.h"
#include "core/cache/held_accesses.h"
#include "core/cache/memory_path.h"
#include "core/cache/pipeline_block.h"
#include "core/jobs/progress.h"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace hitmap {

/// Gives the outcomes of sectors to element accesses (design 4.2): distinct (request, element, sector), each
/// for the lowest lane that has it, to that lane's latest access of the element, of a vertex to the lane's
/// latest face that has it; where there is none, to none. So an access is complete when its launch ends;
/// until then it is held.
class Attribution {
public:
    /// `scene` may be null: vertices belong to no face then. `paths`: [instructions].
    Attribution(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene,
                std::vector<MemoryPath> paths, std::uint32_t line_bytes);

    /// Before run() of the blocks and of SMs 0..sms - 1. Blocks come in order.
    void hold(std::span<PipelineBlock* const> blocks, std::vector<std::unique_ptr<HeldBlock>> held,
              std::size_t sms);
    /// Attributes the requests of one SM. Different SMs may be run by different threads. Throws Cancelled.
    void run(std::uint32_t sm, const JobContext& job);
    /// Takes what is complete when a request of `epoch` comes next, in order.
    [[nodiscard]] std::vector<std::unique_ptr<HeldBlock>> take_before(std::uint32_t epoch);
    /// Of accesses that are held.
    [[nodiscard]] std::uint64_t memory_bytes() const;

private:
    struct Warp {
        std::array<LaneHistory, warp_size> lanes;
    };
    /// A sector of an element that a lane of the request had already.
    struct Seen {
        std::uint64_t sector;
        std::uint32_t element;
        std::uint8_t kind;
        friend bool operator==(const Seen&, const Seen&) = default;
    };
    struct Sm {
        std::uint32_t epoch = 0;
        std::unordered_map<std::uint32_t, std::unique_ptr<Warp>> warps; ///< by index
        std::unique_ptr<LaneIndex> index;                               ///< once it was needed
        std::vector<Seen> seen;                                         ///< of the present request; reused
        std::size_t range = 0;                                          ///< that was used last
    };
    /// A request on its way.
    struct Place {
        std::size_t block; ///< in blocks_
        std::uint32_t request;
    };
    /// An element or a vertex.
    struct Wanted {
        std::uint8_t kind;
        std::uint32_t element;
    };
    void run_request(Sm& sm, Place place, const JobContext& job) const;
    void register_accesses(Sm& sm, Warp& warp, Place place) const;
    void add_sectors(Sm& sm, Place place, const JobContext& job) const;
    [[nodiscard]] static Warp& warp_of(Sm& sm, std::uint32_t warp);
    [[nodiscard]] HeldBlock& held_of(std::size_t block) const {
        return *held_[held_.size() - blocks_.size() + block];
    }
    [[nodiscard]] AccessCounts* find(Sm& sm, Warp& warp, Place place, unsigned lane, Wanted wanted,
                                     const JobContext& job) const;
    [[nodiscard]] bool face_has(std::uint32_t face, std::uint32_t vertex) const;
    void make_index(Sm& sm, Place place, const JobContext& job) const;

    ElementRanges ranges_;
    std::shared_ptr<const RecordedScene> scene_;
    std::vector<MemoryPath> paths_;
    std::vector<std::uint16_t> bytes_;    ///< [instructions] a lane
    std::vector<std::uint8_t> is_global_; ///< [instructions]
    unsigned line_bits_;
    std::vector<Sm> sms_;
    std::deque<std::unique_ptr<HeldBlock>> held_;
    std::vector<PipelineBlock*> blocks_;                   ///< of the present batch, the last ones held
    std::vector<std::vector<std::uint32_t>> first_access_; ///< [blocks_][requests + 1]
};

} // namespace hitmap
