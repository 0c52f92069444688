#pragma once

#include "core/cache/pipeline/hierarchy.h"
#include "core/cache/results/access_outcome.h"
#include "core/cache/results/allocation_sums.h"
#include "core/cache/results/hit_unit.h"
#include "core/profile/query/time_window.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// The work of one SM in an interval of time.
struct SmSums {
    std::uint64_t requests = 0;
    std::uint64_t l1_hits = 0; ///< in units of 2^-24
    std::uint64_t l1_lookups = 0;
    std::uint64_t l2_hits = 0; ///< of the look-ups that the SM made in L2
    std::uint64_t l2_lookups = 0;

    [[nodiscard]] LevelSums l1() const { return {.hits = l1_hits, .lookups = l1_lookups}; }
    [[nodiscard]] LevelSums l2() const { return {.hits = l2_hits, .lookups = l2_lookups}; }
    SmSums& operator+=(const SmSums& more);
    friend bool operator==(const SmSums&, const SmSums&) = default;
};

/// Sums by SM and by equal intervals of time. With the hierarchy model, look-ups are those of the sectors of
/// requests. With the stack distance cache model, they are those of element accesses that count.
class SmTable {
public:
    /// Upper bounds of the number of intervals and, together with it, of the memory.
    static constexpr std::uint64_t most_intervals = 512;
    static constexpr std::uint64_t most_cells = std::uint64_t{1} << 19;

    [[nodiscard]] std::size_t sms() const { return cells_.size(); }
    [[nodiscard]] std::uint64_t intervals() const { return intervals_; }
    /// The positions of an interval: frame i of intervals().
    [[nodiscard]] TimeWindow window(std::uint64_t interval) const {
        return frame_window(positions_, intervals_, interval);
    }
    /// [intervals]
    [[nodiscard]] std::span<const SmSums> of(std::size_t sm) const { return cells_[sm]; }
    /// Returns the sums of an SM over the intervals that the window overlaps.
    [[nodiscard]] SmSums sum(std::size_t sm, TimeWindow window) const;
    [[nodiscard]] std::uint64_t memory_bytes() const;
    /// Returns the table of another cache, which has the same look-ups: misses(level, SM, interval), in units
    /// of 2^-24, are those of L1 (level 0) and of L2 (level 1).
    template <class Misses>
    [[nodiscard]] SmTable with_misses(const Misses& misses) const {
        SmTable table = *this;
        for (std::size_t sm = 0; sm < sms(); ++sm)
            for (std::uint64_t i = 0; i < intervals_; ++i) {
                SmSums& sums = table.cells_[sm][i];
                sums.l1_hits = sums.l1_lookups * hit_unit - misses(std::size_t{0}, sm, i);
                sums.l2_hits = sums.l2_lookups * hit_unit - misses(std::size_t{1}, sm, i);
            }
        return table;
    }

private:
    friend class SmTableBuilder;
    friend struct IndexTransfer;
    std::uint64_t positions_ = 0;
    std::uint64_t intervals_ = 0;
    std::vector<std::vector<SmSums>> cells_; ///< [SMs][intervals]
};

/// Builds an SmTable while a model runs: from the requests of the hierarchy model or from the outcomes of the
/// stack distance cache model. Only one of the two may be connected.
class SmTableBuilder final : public RequestLevelsSink, public OutcomeSink {
public:
    /// `info` must state the number of positions.
    explicit SmTableBuilder(const RecordingInfo& info);
    void add(const RequestView& block, std::span<const RequestLevels> levels,
             std::span<const ElementAccess> accesses, std::uint64_t first_position) override;
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;
    /// Call once, after the last add().
    [[nodiscard]] SmTable finish();

private:
    /// Returns the cell of an SM at a position; positions must not decrease.
    [[nodiscard]] SmSums& cell(std::uint32_t sm, std::uint64_t position);

    std::uint32_t sm_count_; ///< SMs of the device; 0: not known
    bool counts_requests_;   ///< whether positions are those of requests
    std::uint64_t position_ = 0;
    std::uint64_t interval_ = 0; ///< of the last position
    std::uint64_t interval_end_ = 0;
    SmTable table_;
};

} // namespace hitmap
