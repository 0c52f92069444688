#pragma once

#include "core/base/salted_hash.h"
#include "core/cache/contents/box_levels.h"
#include "core/cache/contents/eviction_report.h"
#include "core/cache/gpu/hierarchy_config.h"
#include "core/cache/reuse/line_numbers.h"
#include "core/cache/stages/line_use_sink.h"
#include "core/cache/stages/use_owners.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hitmap {

/// Counts who evicts whom in L1 and L2. It takes at most bytes_a_line for each distinct line of each L1 in a
/// launch, and of L2.
class EvictionSink final : public LineUseSink {
public:
    explicit EvictionSink(BoxLevels levels) : levels_(std::move(levels)) {}

    void begin(const LineUseSetup& setup) override;
    void reserve(std::size_t sms) override;
    void add_l1(std::size_t sm, const PipelineBlock& block, std::uint64_t first_position) override;
    void add_l2(std::size_t slice, const PipelineBlock& block, std::uint64_t first_position) override;
    [[nodiscard]] EvictionReport report() const;
    static constexpr std::uint64_t bytes_a_line = 90; ///< numbers in a table that may just have grown
    /// Returns what a sink takes at most for a recording whose allocations have all that it accesses: as if
    /// each SM used each of their lines, or each access had lines of its own if these are fewer.
    [[nodiscard]] static std::uint64_t estimated_bytes(const RecordingInfo& info,
                                                       const HierarchyConfig& config);

private:
    /// The kinds of a line: its allocation, and the level of its box.
    struct Kinds {
        std::uint16_t allocation = CoalescedRequests::no_allocation;
        std::uint16_t level = BoxLevels::none;
    };
    struct Line {
        Kinds kinds;    ///< when it was put in
        Kinds evicting; ///< of its last eviction
        bool is_evicted = false;
    };
    struct Array {
        LineNumbers numbers;
        std::vector<Line> lines; ///< by LineNumbers
    };
    struct Counts {
        std::uint64_t evictions = 0;
        std::uint64_t asked_again = 0;
        std::uint64_t dirty = 0;
    };
    /// By the kind of the evicted line in the upper 16 bits, and of the evicting use in the lower ones.
    using Cells = std::unordered_map<std::uint32_t, Counts, SaltedHash>;
    /// The arrays of an SM or of a slice. Different threads write to different ones.
    struct alignas(64) Arrays {
        explicit Arrays(std::size_t count) : arrays(count) {}
        std::vector<Array> arrays;
        Cells allocations;
        Cells levels;
    };
    static void add_use(Arrays& arrays, const LineUse& use, Kinds kinds);
    template <class Count>
    static void count_in_cells(Arrays& arrays, Kinds evicted, Kinds evicting, const Count& count);
    [[nodiscard]] Kinds kinds_of(const UseOwner& owner) const {
        return {owner.allocation, levels_.of(owner.allocation, owner.address)};
    }
    static void add(const Cells& cells, Cells& sum);
    [[nodiscard]] static std::vector<EvictionCell> sorted(const Cells& cells);

    BoxLevels levels_;
    const Coalescer* coalescer_ = nullptr; ///< while the simulation runs
    std::uint32_t l1_units_ = 0;
    unsigned l2_line_bits_ = 0;
    std::vector<std::unique_ptr<Arrays>> sms_; ///< null for SMs without uses
    std::vector<Arrays> slices_;
};

} // namespace hitmap
