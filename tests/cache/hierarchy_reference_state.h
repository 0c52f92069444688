#pragma once

#include "core/trace/model/element_access.h"
#include "tests/cache/hierarchy_reference.h"
#include "tests/cache/naive_cache.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace hitmap::reference {

inline constexpr std::uint64_t local_base = std::uint64_t{1} << 63;

/// A sector of a request.
struct Sector {
    std::set<std::uint64_t> written_bytes;
    std::set<std::size_t> allocations;
    bool has_lanes_outside = false; ///< lanes whose first byte is in no allocation
    bool l1_hit = false;
    bool asks_l2 = false;
    bool l2_hit = false;
};

struct Access {
    std::uint32_t launch, warp;
    unsigned lane;
    ElementKindId kind;
    std::uint32_t element;
};

class Reference {
public:
    Reference(const RecordingInfo& info, const RecordedScene* scene, const HierarchyConfig& config);
    void add(const Request& request);
    ReferenceResult result;
    /// [instruction, allocation]
    std::map<std::pair<std::uint32_t, std::uint32_t>, MatrixCell> cells;

private:
    using Sectors = std::map<std::uint64_t, Sector>; ///< by sector number

    [[nodiscard]] std::optional<std::size_t> owner(Space space, std::uint64_t address) const {
        for (std::size_t i = 0; i < info_.allocations.size(); ++i) {
            const Allocation& a = info_.allocations[i];
            if (a.space == space && address >= a.address && address < a.address + a.bytes &&
                a.first_request.value <= number_ && number_ < a.last_request.value)
                return i;
        }
        return std::nullopt;
    }
    [[nodiscard]] std::uint64_t address_of(const Request& request, unsigned lane, std::uint64_t byte) const {
        const std::uint64_t r = request.address[lane] + byte;
        if (info_.instructions[request.instruction].space != Space::local) return r;
        const std::uint64_t warp = request.sm * info_.device.warp_slots_per_sm + request.slot;
        return local_base + warp * 32 * local_bytes_ + (r / 4 * 32 + lane) * 4 + r % 4;
    }
    Sectors coalesce(const Request& request) const;
    /// Stores the uses of a cache in the result.
    void watch(NaiveCache& cache, Level level, std::uint32_t sm);
    [[nodiscard]] std::optional<std::size_t> allocation_of(const Request& request, std::uint64_t line) const;
    void run_l1(const Request& request, Sectors& sectors);
    SectorOutcome ask_l1(const Instruction& instruction, NaiveCache& cache, std::uint64_t line,
                         SectorMask asked, SectorMask written);
    [[nodiscard]] bool bypasses(const Instruction& instruction) const;
    /// Whether a load is looked up in L1 and not stored there.
    [[nodiscard]] static bool drops(const Instruction& instruction) {
        return instruction.cache == CacheOperator::last_use && instruction.space == Space::global;
    }
    /// A request to L2, by line of L1.
    struct L2Ask {
        Operation operation = Operation::load;
        SectorMask asked = 0;
        SectorMask fill_only = 0;                             ///< sectors that are filled with them
        std::map<unsigned, std::set<std::uint64_t>> stored{}; ///< only for a store: the bytes by sector
    };
    /// Returns the sectors that hit, and counts those fetched and written.
    SectorMask ask_l2(const Request& request, std::uint64_t l1_line, const L2Ask& ask, TrafficSums& sums);
    SectorMask ask_partition(std::size_t partition, std::uint64_t line, SectorMask wanted, const L2Ask& ask);
    void count_written(const SectorOutcome& outcome);
    void write_back(const Request& request, const SectorOutcome& l1);
    [[nodiscard]] std::size_t home_of(std::uint64_t line) const {
        return line * config_.l2.line / config_.l2_interleave % l2_.size();
    }
    void count(const Request& request, const Sectors& sectors);
    void count_cells(const Request& request, const Sectors& sectors);
    void attribute(const Request& request, const Sectors& sectors);
    [[nodiscard]] std::optional<std::size_t> latest(const Request& request, unsigned lane,
                                                    std::size_t allocation, std::uint32_t element) const;

    const RecordingInfo& info_;
    const RecordedScene* scene_;
    HierarchyConfig config_;
    ElementAccessFinder finder_;
    std::uint64_t local_bytes_ = 0;
    std::map<std::pair<std::uint32_t, std::uint32_t>, NaiveCache> l1_;
    std::vector<NaiveCache> l2_;
    std::vector<Access> accesses_;
    std::size_t launch_begin_ = 0; ///< index into accesses_
    std::uint64_t number_ = 0;
    std::uint32_t launch_ = 0;
    std::uint32_t launches_ = 0; ///< number of launches before
    RequestLevels levels_;
    std::size_t arrays_ = 0;                    ///< number of caches so far
    std::optional<std::size_t> use_allocation_; ///< allocation of the next uses
    std::uint64_t use_address_ = 0;             ///< of the first sector that they ask for
};

} // namespace hitmap::reference
