#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

namespace hitmap {

/// The LRU stack of one cache: reuse distances of look-ups of lines 0..lines-1 (paper 1, section 3.2).
///
/// Each look-up takes a slot in time; one bit per slot says whether it is still the last one of its line, so
/// the distance is the number of set bits after the line's last slot (Bennett and Kruskal 1975). Bits are
/// counted in blocks of 256, and the blocks in a tree of 16 children a node. Slots are numbered anew when
/// they run out. Memory: 4 bytes a line, committed by the page where lines are used, and at most 17 bytes a
/// used line.
class ReuseStack {
public:
    static constexpr std::uint32_t cold = ~std::uint32_t{0};

    /// Throws std::bad_alloc. lines < 2^32 - 1.
    explicit ReuseStack(std::uint64_t lines);

    /// Number of distinct lines looked up since the last look-up of `line`, `cold` if there was none. Puts
    /// the line on top.
    std::uint32_t look_up(std::uint32_t line);
    /// Forgets all look-ups; at once, whatever their number.
    void clear();

private:
    static constexpr std::uint32_t block_bits = 256;
    static constexpr unsigned level_shift = 4; ///< log2 of the children of a node

    struct Freed {
        void operator()(std::uint32_t* p) const { std::free(p); }
    };

    [[nodiscard]] std::uint32_t used_after(std::uint32_t slot) const;
    void remove(std::uint32_t slot);
    void close_block();
    void renumber();
    void set_capacity(std::uint32_t slots);

    std::unique_ptr<std::uint32_t[], Freed> last_; ///< [lines] slot of the last look-up + 1; <= floor_: none
    std::vector<std::uint32_t> line_of_;           ///< [slots]
    std::vector<std::uint64_t> bits_;              ///< [slots / 64]
    std::vector<std::vector<std::uint32_t>> counts_; ///< [levels][nodes] set bits of closed blocks
    std::uint32_t now_ = 0;                          ///< next slot
    std::uint32_t floor_ = 0;                        ///< slots below belong to forgotten look-ups
    std::uint32_t capacity_ = 0;                     ///< slots, a multiple of block_bits
    std::uint32_t open_count_ = 0;                   ///< set bits of the block that now_ is in
};

} // namespace hitmap
