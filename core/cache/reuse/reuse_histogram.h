#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Numbers of look-ups by their reuse distance: exact below 4096, in 64 steps a power of two from there on.
/// The hits of a fully associative LRU cache of C lines are the look-ups below C, so this is a miss-ratio
/// curve as well (Mattson et al. 1970). Memory: 8 bytes for each distance or step in use, 64 at a time.
class ReuseHistogram {
public:
    using Bin = std::uint16_t;
    static constexpr Bin cold_bin = 0xffff; ///< of an infinite distance
    static constexpr std::uint32_t exact = 4096;

    /// `distance` may be ReuseStack::cold.
    [[nodiscard]] static Bin bin_of(std::uint32_t distance);
    /// The lowest distance of a bin; of the bin behind the last one, 2^32.
    [[nodiscard]] static std::uint64_t first_of(Bin bin);

    /// A look-up whose distance is in `bin`; `within`: it is below the present capacity.
    void add(Bin bin, bool within);
    /// The look-ups of both.
    ReuseHistogram& operator+=(const ReuseHistogram& more);

    [[nodiscard]] std::uint64_t lookups() const { return lookups_; }
    [[nodiscard]] std::uint64_t cold() const { return cold_; }
    /// Exact for the present capacity, which need not be where a bin begins.
    [[nodiscard]] std::uint64_t within() const { return within_; }
    /// Look-ups of distances below `lines`; of the bin that `lines` is in, none.
    [[nodiscard]] std::uint64_t hits_of(std::uint64_t lines) const;
    /// Calls visit(first, end, lookups) for every bin that has any, by rising distances [first, end).
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
    std::vector<std::vector<std::uint64_t>> chunks_; ///< [bins / 64][64], or empty where none is in use
};

/// Look-ups of distances first..last.
struct DistanceBin {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint64_t lookups = 0;
    friend bool operator==(const DistanceBin&, const DistanceBin&) = default;
};
/// By powers of two: 0, 1, 2 and 3, 4 to 7, ..., those that have any; without cold ones.
[[nodiscard]] std::vector<DistanceBin> by_powers_of_two(const ReuseHistogram& histogram);

/// A point of a miss-ratio curve.
struct CapacityHits {
    std::uint64_t lines = 0;
    std::uint64_t hits = 0; ///< of a fully associative LRU cache of so many lines
    bool present = false;   ///< the capacity that was asked about
    friend bool operator==(const CapacityHits&, const CapacityHits&) = default;
};
/// By rising lines, each where the hits change, and `present_lines`. Below 4096 lines hits stay the same up
/// to the next point; beyond, they are known in 64 steps a power of two.
[[nodiscard]] std::vector<CapacityHits> miss_ratio_curve(const ReuseHistogram& histogram,
                                                         std::uint64_t present_lines);

/// What is known of one level: of all look-ups, by allocation and by instruction.
struct LevelReuse {
    /// So many instructions have histograms at most, the first ones that make look-ups: what a recording says
    /// of instructions takes no more memory than what it says of allocations.
    static constexpr std::size_t most_instructions = 4096;

    std::uint64_t capacity = 0; ///< the present one, in lines
    std::uint32_t line = 0;     ///< bytes
    ReuseHistogram all;
    std::vector<ReuseHistogram> allocations{};  ///< [info.allocations], or empty
    std::vector<ReuseHistogram> instructions{}; ///< [info.instructions], or empty; L2: without write-backs

    /// Of several instructions, as those of a source line.
    [[nodiscard]] ReuseHistogram sum_of(std::span<const std::uint32_t> numbers) const;
    friend bool operator==(const LevelReuse&, const LevelReuse&) = default;
};

/// Reuse distances of what the levels were asked for. L1: of all SMs, each unit on its own.
struct ReuseReport {
    LevelReuse l1;
    LevelReuse l2;
    [[nodiscard]] std::uint64_t memory_bytes() const;
    friend bool operator==(const ReuseReport&, const ReuseReport&) = default;
};

} // namespace hitmap
