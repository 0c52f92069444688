#pragma once

#include "core/cache/results/access_block.h"
#include "core/cache/reuse/reuse_stack.h"
#include "core/profile/live/kept_distances.h"
#include "core/profile/sums/access_filter.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace hitmap {

/// The distances of the look-ups of groups, one after the other.
struct GroupDistances {
    std::vector<std::uint32_t> distances;
    std::vector<std::uint8_t> counts; ///< [groups] look-ups of each
    void clear() {
        distances.clear();
        counts.clear();
    }
};

/// Reads a GroupDistances group by group.
class GroupCursor {
public:
    [[nodiscard]] std::span<const std::uint32_t> next(const GroupDistances& of) {
        const std::size_t count = of.counts[group_++];
        const auto found = std::span(of.distances).subspan(distance_, count);
        distance_ += count;
        return found;
    }

private:
    std::size_t group_ = 0;
    std::size_t distance_ = 0;
};

/// Makes KeptDistances. While the distances of some blocks are computed, L2 beside the SMs, the next blocks
/// are read.
class DistanceKeeper {
public:
    /// The arguments, which must outlive this, are those of keep_distances().
    DistanceKeeper(RequestSource& source, std::array<std::uint32_t, 2> line, const Restriction& only,
                   const KeptLimit& limit, ThreadPool& pool, const JobContext& job);
    ~DistanceKeeper();
    DistanceKeeper(const DistanceKeeper&) = delete;
    DistanceKeeper& operator=(const DistanceKeeper&) = delete;
    [[nodiscard]] std::shared_ptr<const KeptDistances> run();

private:
    struct Batch {
        std::vector<AccessBlock> storage; ///< reused to save allocations
        std::size_t used = 0;
        [[nodiscard]] std::span<AccessBlock> blocks() { return std::span(storage).first(used); }
    };
    struct Sm {
        ReuseStack stack;
        std::uint32_t launch = 0;
        GroupDistances found; ///< of the batch
        explicit Sm(std::uint64_t lines) : stack(lines) {}
    };
    /// Which accesses of a block count.
    class Counts;
    /// The sums of the tiles that one task fills.
    struct Store {
        std::array<std::vector<std::uint64_t>, 2> bins;
        std::array<std::vector<std::uint64_t>, 2> repeats; ///< [patterns] counted accesses after the first
        std::array<std::uint32_t, 2> farthest{};
        std::uint64_t bytes = 0;
    };

    void make_tiles();
    void read(Batch& batch);
    void prepare(Batch& batch);
    void look_up(Batch& batch, Batch& next);
    void look_up_of_sm(std::size_t sm, std::span<AccessBlock> blocks);
    void find_counted(std::span<AccessBlock> blocks);
    void store(std::span<AccessBlock> blocks);
    void store_tiles(std::size_t store, std::span<AccessBlock> blocks);
    void store_group(Store& store, const AccessGroup& group, std::uint64_t block_first,
                     std::span<const std::uint8_t> counts,
                     const std::array<std::span<const std::uint32_t>, 2>& distances);
    void count_group(Store& store, const KeptTile& tile, std::uint16_t element, std::uint32_t repeats,
                     bool counts_first, const std::array<std::span<const std::uint32_t>, 2>& distances) const;
    [[nodiscard]] ElementLookups describe(ElementKindId kind, std::uint32_t element);
    void check_memory();
    std::shared_ptr<const KeptDistances> finish();

    RequestSource& source_;
    const KeptLimit& limit_;
    ThreadPool& pool_;
    const JobContext& job_;
    ElementAccessFinder finder_;
    std::shared_ptr<KeptDistances> kept_ = std::make_shared<KeptDistances>();
    std::vector<KeptTileBuilder> builders_; ///< [tiles]
    std::array<Store, 4> stores_;           ///< tile t is in stores_[t % 4], so that four tasks fill them
    std::shared_ptr<PositionSms> position_sms_ = std::make_shared<PositionSms>(); ///< null: no memory for it
    std::unique_ptr<Counts> counts_;                 ///< null: all accesses count
    std::vector<std::vector<std::uint8_t>> counted_; ///< [blocks of the batch][accesses], or empty
    std::vector<std::unique_ptr<Sm>> sms_;           ///< null until the SM has look-ups
    ReuseStack device_;
    GroupDistances l2_; ///< of the batch
    std::mutex mutex_;
    std::array<std::map<std::vector<std::uint8_t>, std::uint16_t>, 2> pattern_numbers_; ///< guarded by mutex_
};

} // namespace hitmap
