#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// The LRU stack of one cache: reuse distances of look-ups of lines 0..lines-1 (von Buelow et al. 2022,
/// section 3.2).
///
/// Each look-up takes a slot in time; one bit per slot says whether it is still the last one of its line, so
/// the distance is the number of set bits after the line's last slot (Bennett and Kruskal 1975). Blocks of
/// 512 bits are counted as they are; for each block, and each node of 32 blocks and then of 16 nodes, the set
/// bits of its later siblings are kept, so that a distance is one addition a level. Slots are numbered anew
/// when they run out. Memory: 4 bytes a line, committed by the page where lines are used, and at most 18
/// bytes a used line.
class ReuseStack {
public:
    static constexpr std::uint32_t cold = ~std::uint32_t{0};

    static constexpr std::uint64_t max_lines = std::uint64_t{1} << 30;
    /// Most look-ups of one call.
    static constexpr std::size_t max_batch = 1024;

    /// lines <= max_lines. `slots` is the number of look-ups after which slots are first numbered anew,
    /// rounded up; at most 2^30. Throws std::bad_alloc.
    explicit ReuseStack(std::uint64_t lines, std::uint32_t slots = 0);

    /// Number of distinct lines looked up since the last look-up of `line`, `cold` if there was none. Puts
    /// the line on top.
    std::uint32_t look_up(std::uint32_t line) {
        std::uint32_t distance = 0;
        look_up({&line, 1}, &distance);
        return distance;
    }
    /// One look-up after the other, at most max_batch: distances[i] of lines[i].
    void look_up(std::span<const std::uint32_t> lines, std::uint32_t* distances);
    /// What look_up() would return; the line stays where it is.
    [[nodiscard]] std::uint32_t distance(std::uint32_t line) const;
    /// Makes room for lines 0..lines-1, as the constructor does; never for fewer than there is.
    void grow(std::uint64_t lines);
    /// Forgets all look-ups. Time: proportional to the slots used, a bit each.
    void clear();

    /// Appends the lines, least recently used first.
    void append_lines(std::vector<std::uint32_t>& lines) const;
    /// Rearranges the lines on top of the stack: they become `lines`, least recently used first, which must
    /// be the same ones in another order.
    void rearrange_top(std::span<const std::uint32_t> lines);

    /// Hints that a line will be looked up.
    void fetch(std::uint32_t line) const { __builtin_prefetch(last_.get() + line, 1); }

private:
    static constexpr std::uint32_t word_bits = 64;
    static constexpr std::uint32_t block_words = 8;
    static constexpr std::uint32_t block_bits = block_words * word_bits;
    static constexpr std::uint32_t node_blocks = 32;
    static constexpr std::uint32_t node_bits = node_blocks * block_bits;
    static constexpr unsigned fan_shift = 4; ///< log2 of the children of a node of a higher level
    static constexpr std::uint32_t fan = 1U << fan_shift;
    static constexpr unsigned max_levels = 5;

    struct Freed {
        void operator()(std::uint32_t* p) const { std::free(p); }
    };
    struct alignas(64) Block {
        std::array<std::uint64_t, block_words> bits{};
    };
    /// Of each child, the set bits of closed blocks in its later siblings.
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

    [[nodiscard]] static std::unique_ptr<std::uint32_t[], Freed> zeroes(std::uint64_t count);
    std::uint32_t move_to_top(std::uint32_t slot, Top& top);
    void fetch_blocks(std::span<const std::uint32_t> lines) const;
    void add_before(std::uint32_t block, std::uint32_t amount);
    void renumber();
    void keep_first_slots(std::uint32_t count);
    void forget_slots();
    void reserve_stamps();
    void set_capacity(std::uint32_t slots);

    std::uint64_t lines_;
    /// [lines] stamp of the last look-up: base_ + slot + 1. Stamps below base_ are forgotten ones.
    std::unique_ptr<std::uint32_t[], Freed> last_;
    std::vector<std::uint32_t> line_of_;                 ///< [slots]
    std::vector<Block> blocks_;                          ///< [slots / block_bits]
    std::vector<LowNode> low_nodes_;                     ///< [slots / node_bits, rounded up]
    std::vector<HighNode> high_nodes_;                   ///< level by level, lowest first
    std::array<std::uint32_t, max_levels> first_node_{}; ///< of a level, in high_nodes_
    unsigned levels_ = 0;                                ///< of high_nodes_
    std::uint32_t base_ = 1;
    std::uint32_t now_ = 0;        ///< next slot
    std::uint32_t capacity_ = 0;   ///< slots, a power of two
    std::uint32_t open_count_ = 0; ///< set bits of the block that now_ is in
};

} // namespace hitmap
