#pragma once

#include "core/cache/reuse/stamp_table.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// The LRU stack of one cache. It computes the reuse distances of look-ups of lines 0..lines-1 (von Buelow et
/// al. 2022, section 3.2).
///
/// Each look-up takes the next slot in time. One bit per slot says whether it is still the last look-up of
/// its line, so that the distance is the number of set bits after the line's last slot (Bennett and Kruskal
/// 1975). Within a block of 512 bits they are counted directly. Blocks form a tree of nodes of 32 blocks and
/// then of 16 nodes; each child stores the set bits of its later siblings, so that a distance needs one
/// addition per level. When the slots are used up, they are renumbered. Memory: that of a StampTable, and at
/// most 18 bytes per used line.
class ReuseStack {
public:
    static constexpr std::uint32_t cold = ~std::uint32_t{0};

    static constexpr std::uint64_t max_lines = std::uint64_t{1} << 30;
    /// Maximum number of look-ups per call.
    static constexpr std::size_t max_batch = 1024;

    /// lines <= max_lines. `slots` is the number of look-ups before slots are renumbered for the first time,
    /// rounded up; at most 2^30. Throws std::bad_alloc.
    explicit ReuseStack(std::uint64_t lines, std::uint32_t slots = 0);

    /// Returns the number of distinct lines looked up since the last look-up of `line`, or `cold` if there
    /// was none. Puts the line on top.
    std::uint32_t look_up(std::uint32_t line) {
        std::uint32_t distance = 0;
        look_up({&line, 1}, &distance);
        return distance;
    }
    /// Looks up the lines in order, at most max_batch, and writes the distance of lines[i] to distances[i].
    void look_up(std::span<const std::uint32_t> lines, std::uint32_t* distances);
    /// Returns what look_up() would return, without moving the line.
    [[nodiscard]] std::uint32_t distance(std::uint32_t line) const;
    /// Increases the number of lines, as if it had been passed to the constructor. A smaller number has no
    /// effect.
    void grow(std::uint64_t lines);
    /// Removes all lines. The time is proportional to the slots in use, with one bit per slot.
    void clear();

    /// Appends the lines, least recently used first.
    void append_lines(std::vector<std::uint32_t>& lines) const;
    /// Reorders the lines on top of the stack. `lines` must be a permutation of them, least recently used
    /// first.
    void rearrange_top(std::span<const std::uint32_t> lines);

    /// Prefetches the state of a line that will be looked up.
    void fetch(std::uint32_t line) const { last_.fetch(line); }

private:
    static constexpr std::uint32_t word_bits = 64;
    /// The bits of a block, the 16-bit counts of a low node and the 32-bit counts of a high node each fill a
    /// cache line of 64 bytes.
    static constexpr std::uint32_t block_words = 8;
    static constexpr std::uint32_t block_bits = block_words * word_bits;
    static constexpr std::uint32_t node_blocks = 32;
    static constexpr std::uint32_t node_bits = node_blocks * block_bits;
    static constexpr unsigned fan_shift = 4; ///< log2 of the children of a node of a higher level
    static constexpr std::uint32_t fan = 1U << fan_shift;
    static constexpr unsigned max_levels = 5;

    struct alignas(64) Block {
        std::array<std::uint64_t, block_words> bits{};
    };
    /// For each child, the set bits of closed blocks in its later siblings.
    struct alignas(64) LowNode {
        std::array<std::uint16_t, node_blocks> after{};
    };
    struct alignas(64) HighNode {
        std::array<std::uint32_t, fan> after{};
    };

    struct Top {
        std::uint32_t now;
        std::uint32_t open_count;
    };

    std::uint32_t move_to_top(std::uint32_t slot, Top& top);
    void fetch_blocks(std::span<const std::uint32_t> lines) const;
    void add_before(std::uint32_t block, std::uint32_t amount);
    void renumber();
    void keep_first_slots(std::uint32_t count);
    void forget_slots();
    void reserve_stamps();
    void set_capacity(std::uint32_t slots);

    StampTable last_; ///< of the last look-up: base_ + slot + 1. Stamps below base_ are from before clear().
    std::vector<std::uint32_t> line_of_;                 ///< [slots]
    std::vector<Block> blocks_;                          ///< [slots / block_bits]
    std::vector<LowNode> low_nodes_;                     ///< [slots / node_bits, rounded up]
    std::vector<HighNode> high_nodes_;                   ///< all levels, lowest first
    std::array<std::uint32_t, max_levels> first_node_{}; ///< index in high_nodes_ of each level's first node
    unsigned levels_ = 0;                                ///< number of levels in high_nodes_
    std::uint32_t base_ = 1;
    std::uint32_t now_ = 0;        ///< next slot
    std::uint32_t capacity_ = 0;   ///< number of slots, a power of two
    std::uint32_t open_count_ = 0; ///< set bits of the block that contains now_
};

} // namespace hitmap
