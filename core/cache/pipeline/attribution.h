#pragma once

#include "core/base/salted_hash.h"
#include "core/cache/gpu/memory_path.h"
#include "core/cache/pipeline/pending_outcomes.h"
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

/// Attributes the outcomes of sectors to element accesses (docs/cache-models.md). Each distinct (request,
/// element, sector) is counted once, for the lowest lane that requests it because of this element. It belongs
/// to that lane's latest access of the element. A lane that loads a vertex does so because of its latest
/// element that names the vertex, such as a face, so that lanes with different faces count a common vertex
/// for each of these; without such an element, it is because of no element. If there is no such access, the
/// sector belongs to none. An access is therefore complete when its launch ends; until then it is pending.
class Attribution {
public:
    /// If `scene` is null, vertices belong to no element. `paths`: [instructions] memory path. If `explains`
    /// is set, blocks have the causes of misses (ReuseOutput), and accesses get them. Look-ups that `counted`
    /// excludes belong to no access.
    Attribution(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene,
                std::vector<MemoryPath> paths, std::uint32_t line_bytes, bool explains,
                const CountedParts& counted = {});

    /// Packs the accesses of a block. Different blocks may be packed by different threads.
    [[nodiscard]] std::unique_ptr<PendingOutcomes> pending_outcomes(const PipelineBlock& block) const {
        return std::make_unique<PendingOutcomes>(block, explains_);
    }
    /// Call it before run(), for blocks in their order. run() is then called for SMs 0..sms - 1.
    void add(std::span<PipelineBlock* const> blocks, std::vector<std::unique_ptr<PendingOutcomes>> pending,
             std::size_t sms);
    /// Attributes the requests of one SM. Different SMs may be processed by different threads. Throws
    /// Cancelled.
    void run(std::uint32_t sm, const JobContext& job);
    /// Returns, in order, the outcomes that are complete before a request of launch `launch_ordinal`, and
    /// removes them.
    [[nodiscard]] std::vector<std::unique_ptr<PendingOutcomes>> take_before(std::uint32_t launch_ordinal);
    /// Returns the memory of pending accesses and of the histories of warps, in bytes. Must not be called
    /// during run().
    [[nodiscard]] std::uint64_t memory_bytes() const;

private:
    /// A sector of an element that a lane of the request has already accessed.
    struct Seen {
        std::uint64_t sector;
        std::uint64_t element; ///< key_of()
        friend bool operator==(const Seen&, const Seen&) = default;
    };
    /// An address from which a lane of the request loads vertices, all of them because of one element.
    struct NamingAddress {
        std::uint64_t address;
        std::uint64_t element; ///< key_of()
    };
    static std::uint64_t key_of(std::uint8_t kind, std::uint32_t element) {
        return std::uint64_t{kind} << 32 | element;
    }
    /// Says of most keys that they are new, so that the keys before need not be searched (Bloom 1970, with
    /// one bit for a key). A request has few keys.
    class NewKeys {
    public:
        void clear() { bits_ = {}; }
        /// Whether the key was certainly not added before. Adds it.
        [[nodiscard]] bool add(std::uint64_t key) {
            const std::uint64_t place = key * 0x9e3779b97f4a7c15ULL >> (64 - 8); // 256 bits
            std::uint64_t& word = bits_[place / 64];
            const std::uint64_t bit = std::uint64_t{1} << place % 64;
            const bool is_new = (word & bit) == 0;
            word |= bit;
            return is_new;
        }

    private:
        std::array<std::uint64_t, 4> bits_{};
    };
    struct Sm {
        std::uint32_t launch_ordinal = 0;
        /// Histories of warps by index of the warp.
        std::unordered_map<std::uint32_t, std::unique_ptr<WarpHistory>, SaltedHash> warps;
        /// The most recent warps, each at the place that recent_of() returns.
        std::array<std::pair<std::uint32_t, WarpHistory*>, 64> recent{};
        std::unique_ptr<LaneIndex> index;     ///< created when it is first needed
        std::vector<std::uint64_t> addresses; ///< distinct addresses of the current request
        std::vector<Seen> seen;               ///< sectors of the current request
        std::vector<NamingAddress> of_naming; ///< those of the current request
        bool loads_vertices = false;          ///< whether a lane of it so far loads vertices
        NewKeys new_addresses;                ///< of `addresses`
        NewKeys new_sectors;                  ///< of `seen`
        std::size_t range = 0;                ///< the range that was used last
    };
    /// The position of the request that is processed.
    struct Place {
        std::size_t block; ///< index into blocks_
        const SmRequest& request;
    };
    /// An element or a vertex to look for.
    struct Wanted {
        std::uint8_t kind;
        std::uint32_t element;
    };
    /// Finds lines in the lines of a request. The search starts at the line that was found last.
    struct LineCursor {
        std::span<const std::uint64_t> numbers;
        std::size_t at = 0; ///< the line that was found last
        /// Returns whether the request has this line.
        [[nodiscard]] bool find(std::uint64_t line);
    };
    /// What the lanes of the request that is processed have in common.
    struct Current {
        Place place;
        std::uint32_t warp_index;
        std::uint64_t more_bytes; ///< bytes of a lane after the first
        LineCursor lines;
        WarpHistory* warp = nullptr; ///< set by history_of(), since most requests touch no elements
    };
    struct Lane {
        unsigned number;
        std::uint64_t address;
    };
    /// Whether all vertices that a lane loads are loaded because of one element.
    class NamingOfVertices {
    public:
        /// @param naming  the access because of which the next vertex is loaded; without counts if there is
        /// none
        void add(const KnownAccess& naming) {
            const std::uint64_t element = key_of(naming.kind, naming.element);
            is_one_ = naming.counts != nullptr && (!has_vertices_ || (is_one_ && element == element_));
            element_ = element;
            has_vertices_ = true;
        }
        [[nodiscard]] bool has_vertices() const { return has_vertices_; }
        [[nodiscard]] bool is_one() const { return is_one_; }
        [[nodiscard]] std::uint64_t element() const { return element_; } ///< key_of()

    private:
        std::uint64_t element_ = 0;
        bool has_vertices_ = false;
        bool is_one_ = false;
    };
    void run_request(Sm& sm, Place place, const JobContext& job) const;
    void register_accesses(Sm& sm, WarpHistory& warp, Place place) const;
    void add_sectors(Sm& sm, Place place, const JobContext& job) const;
    void add_lane(Sm& sm, Current& request, Lane lane, const JobContext& job) const;
    void count(FourCounts* counts, Place place, std::size_t at, unsigned bit) const;
    [[nodiscard]] static bool is_seen(Sm& sm, std::uint64_t address);
    [[nodiscard]] static bool is_seen(Sm& sm, const Seen& seen);
    [[nodiscard]] bool is_seen_naming(const Sm& sm, const Current& request, Lane lane) const;
    [[nodiscard]] static std::pair<std::uint32_t, WarpHistory*>& recent_of(Sm& sm, std::uint32_t warp);
    static void prefetch_history(Sm& sm, std::uint32_t warp);
    [[nodiscard]] static WarpHistory& warp_of(Sm& sm, std::uint32_t warp);
    [[nodiscard]] PendingOutcomes& pending_of(std::size_t block) const {
        return *pending_[pending_.size() - blocks_.size() + block];
    }
    [[nodiscard]] static WarpHistory& history_of(Sm& sm, Current& request);
    [[nodiscard]] KnownAccess find(Sm& sm, Current& request, unsigned lane, Wanted wanted,
                                   const JobContext& job) const;
    void make_index(Sm& sm, Place place, const JobContext& job) const;

    ElementRanges ranges_;
    CountedParts counted_;
    std::shared_ptr<const RecordedScene> scene_;
    ElementNames names_; ///< of scene_
    std::vector<MemoryPath> paths_;
    std::vector<std::uint16_t> bytes_;    ///< [instructions] bytes per lane
    std::vector<std::uint8_t> is_global_; ///< [instructions]
    unsigned line_bits_;
    bool explains_;
    bool has_naming_ = false; ///< whether there can be accesses of elements whose vertices are known
    std::vector<Sm> sms_;
    std::deque<std::unique_ptr<PendingOutcomes>> pending_;
    std::uint64_t pending_bytes_ = 0;
    std::vector<PipelineBlock*> blocks_; ///< the current batch: the last blocks of pending_
};

} // namespace hitmap
