#pragma once

#include "core/base/salted_hash.h"
#include "core/cache/attribution/pending_outcomes.h"
#include "core/cache/gpu/memory_path.h"
#include "core/cache/results/element_ranges.h"
#include "core/cache/stages/pipeline_block.h"
#include "core/jobs/progress.h"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hitmap {

/// Gives the outcomes of sectors to element accesses (docs/cache-models.md): distinct (request, element,
/// sector), each for the lowest lane that has it, to that lane's latest access of the element, of a vertex to
/// the lane's latest face that has it; where there is none, to none. So an access is complete when its launch
/// ends; until then it is pending.
class Attribution {
public:
    /// `scene` may be null: vertices belong to no face then. `paths`: [instructions]. `explains`: blocks say
    /// why look-ups missed (PipelineBlock::reuse), and so do accesses. Look-ups that do not count belong to
    /// no access.
    Attribution(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene,
                std::vector<MemoryPath> paths, std::uint32_t line_bytes, bool explains,
                const CountedParts& counted = {});

    /// Packs the accesses of a block. Different blocks may be packed by different threads.
    [[nodiscard]] std::unique_ptr<PendingOutcomes> pending_outcomes(const PipelineBlock& block) const {
        return std::make_unique<PendingOutcomes>(block, explains_);
    }
    /// Before run() of the blocks and of SMs 0..sms - 1. Blocks come in order.
    void add(std::span<PipelineBlock* const> blocks, std::vector<std::unique_ptr<PendingOutcomes>> pending,
             std::size_t sms);
    /// Attributes the requests of one SM. Different SMs may be run by different threads. Throws Cancelled.
    void run(std::uint32_t sm, const JobContext& job);
    /// Takes what is complete when a request of `launch_ordinal` comes next, in order.
    [[nodiscard]] std::vector<std::unique_ptr<PendingOutcomes>> take_before(std::uint32_t launch_ordinal);
    /// Of accesses that are pending, and of what is known of warps. Not while run() runs.
    [[nodiscard]] std::uint64_t memory_bytes() const;

private:
    /// A sector of an element that a lane of the request had already.
    struct Seen {
        std::uint64_t sector;
        std::uint64_t element; ///< and kind
        friend bool operator==(const Seen&, const Seen&) = default;
    };
    struct Sm {
        std::uint32_t launch_ordinal = 0;
        std::unordered_map<std::uint32_t, std::unique_ptr<WarpHistory>, SaltedHash> warps; ///< by index
        std::array<std::pair<std::uint32_t, WarpHistory*>, 64> recent{}; ///< of them, by index mod 64
        std::unique_ptr<LaneIndex> index;                                ///< once it was needed
        std::vector<std::uint64_t> addresses; ///< of the present request, each once
        std::vector<Seen> seen;               ///< of the present request
        std::size_t range = 0;                ///< that was used last
    };
    /// A request on its way.
    struct Place {
        std::size_t block; ///< in blocks_
        const SmRequest& request;
    };
    /// An element or a vertex.
    struct Wanted {
        std::uint8_t kind;
        std::uint32_t element;
    };
    /// Lines of a request, which are looked for one after the other.
    struct LineCursor {
        std::span<const std::uint64_t> numbers;
        std::size_t at = 0; ///< the one found last
        /// Whether the request has such a line.
        [[nodiscard]] bool find(std::uint64_t line);
    };
    void run_request(Sm& sm, Place place, const JobContext& job) const;
    void register_accesses(Sm& sm, WarpHistory& warp, Place place) const;
    void add_sectors(Sm& sm, Place place, const JobContext& job) const;
    void count(FourCounts* counts, Place place, std::size_t at, unsigned bit) const;
    [[nodiscard]] static bool is_seen(Sm& sm, std::uint64_t address);
    [[nodiscard]] static bool is_seen(Sm& sm, const Seen& seen);
    [[nodiscard]] static WarpHistory& warp_of(Sm& sm, std::uint32_t warp);
    [[nodiscard]] PendingOutcomes& pending_of(std::size_t block) const {
        return *pending_[pending_.size() - blocks_.size() + block];
    }
    [[nodiscard]] FourCounts* find(Sm& sm, WarpHistory& warp, Place place, unsigned lane, Wanted wanted,
                                   const JobContext& job) const;
    [[nodiscard]] bool face_has(std::uint32_t face, std::uint32_t vertex) const;
    void make_index(Sm& sm, Place place, const JobContext& job) const;

    ElementRanges ranges_;
    CountedParts counted_;
    std::shared_ptr<const RecordedScene> scene_;
    std::vector<MemoryPath> paths_;
    std::vector<std::uint16_t> bytes_;    ///< [instructions] a lane
    std::vector<std::uint8_t> is_global_; ///< [instructions]
    unsigned line_bits_;
    bool explains_;
    std::vector<Sm> sms_;
    std::deque<std::unique_ptr<PendingOutcomes>> pending_;
    std::uint64_t pending_bytes_ = 0;
    std::vector<PipelineBlock*> blocks_; ///< of the present batch, the last ones of pending_
};

} // namespace hitmap
