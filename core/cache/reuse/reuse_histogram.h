#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// The number of look-ups for each reuse distance: exact below 4096, in 64 bins per power of two from there
/// on. A fully associative LRU cache of C lines hits the look-ups with distances below C, so that the
/// histogram is also a miss-ratio curve (Mattson et al. 1970). Memory: 8 bytes per bin, allocated 64 bins at
/// a time.
class ReuseHistogram {
public:
    using Bin = std::uint16_t;
    static constexpr Bin cold_bin = 0xffff; ///< the bin of infinite distances
    static constexpr std::uint32_t exact = 4096;

    /// `distance` may be ReuseStack::cold.
    [[nodiscard]] static Bin bin_of(std::uint32_t distance);
    /// The lowest distance of a bin; 2^32 for the bin after the last one.
    [[nodiscard]] static std::uint64_t first_of(Bin bin);

    /// Adds a look-up with a distance in `bin`. `within`: the distance is below the present capacity.
    void add(Bin bin, bool within);
    /// Adds the look-ups of `more`.
    ReuseHistogram& operator+=(const ReuseHistogram& more);

    [[nodiscard]] std::uint64_t lookups() const { return lookups_; }
    [[nodiscard]] std::uint64_t cold() const { return cold_; }
    /// Hits at the present capacity. This is exact even if the capacity is within a bin.
    [[nodiscard]] std::uint64_t within() const { return within_; }
    /// Number of look-ups with distances below `lines`; those in the bin that contains `lines` are not
    /// counted.
    [[nodiscard]] std::uint64_t hits_of(std::uint64_t lines) const;
    /// Calls visit(first, end, lookups) for every bin with look-ups, by rising distances [first, end).
    template <class Visit>
    void for_each(const Visit& visit) const {
        for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk)
            for (std::size_t i = 0; i < chunks_[chunk].size(); ++i)
                if (const std::uint64_t count = chunks_[chunk][i]; count != 0) {
                    const auto bin = static_cast<Bin>(chunk * chunk_bins + i);
                    visit(first_of(bin), first_of(static_cast<Bin>(bin + 1)), count);
                }
    }
    [[nodiscard]] std::uint64_t memory_bytes() const;
    friend bool operator==(const ReuseHistogram&, const ReuseHistogram&) = default;

private:
    static constexpr unsigned chunk_bins = 64;

    std::uint64_t lookups_ = 0;
    std::uint64_t cold_ = 0;
    std::uint64_t within_ = 0;
    std::vector<std::vector<std::uint64_t>> chunks_; ///< [bins / 64][64]; a chunk without look-ups is empty
};

/// Look-ups with distances first..last.
struct DistanceBin {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint64_t lookups = 0;
    friend bool operator==(const DistanceBin&, const DistanceBin&) = default;
};
/// Returns the powers of two 0, 1, 2 to 3, 4 to 7, ... that have look-ups. Cold look-ups are not included.
[[nodiscard]] std::vector<DistanceBin> by_powers_of_two(const ReuseHistogram& histogram);

/// A point of a miss-ratio curve.
struct CapacityHits {
    std::uint64_t lines = 0;
    std::uint64_t hits = 0; ///< hits in a fully associative LRU cache of this number of lines
    bool present = false;   ///< whether this is the present capacity
    friend bool operator==(const CapacityHits&, const CapacityHits&) = default;
};
/// Returns the points by rising number of lines: those at which the hits change, and `present_lines`. Below
/// 4096 lines the hits are constant between points; above, they are known in 64 steps per power of two.
[[nodiscard]] std::vector<CapacityHits> miss_ratio_curve(const ReuseHistogram& histogram,
                                                         std::uint64_t present_lines);

/// The reuse of one level: of all look-ups, by allocation and by instruction.
struct LevelReuse {
    /// Limit of the number of instructions with histograms, which are the first that make look-ups. It bounds
    /// the memory that a recording with many instructions can take.
    static constexpr std::size_t most_instructions = 4096;

    std::uint64_t capacity = 0; ///< present capacity in lines
    std::uint32_t line = 0;     ///< bytes
    ReuseHistogram all;
    std::vector<ReuseHistogram> allocations{}; ///< [info.allocations]; a histogram may be empty
    /// [info.instructions]; a histogram may be empty; those of L2 exclude write-backs.
    std::vector<ReuseHistogram> instructions{};

    /// The sum of several instructions, for example of a source line.
    [[nodiscard]] ReuseHistogram sum_of(std::span<const std::uint32_t> numbers) const;
    friend bool operator==(const LevelReuse&, const LevelReuse&) = default;
};

/// Reuse distances of the look-ups in both levels. In L1, each unit of each SM has its own distances; their
/// look-ups are added up.
struct ReuseReport {
    LevelReuse l1;
    LevelReuse l2;
    [[nodiscard]] std::uint64_t memory_bytes() const;
    friend bool operator==(const ReuseReport&, const ReuseReport&) = default;
};

} // namespace hitmap
