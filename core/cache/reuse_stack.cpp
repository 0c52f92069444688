#include "core/cache/reuse_stack.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <new>

namespace hitmap {

namespace {

constexpr std::uint32_t least_capacity = 4096;

constexpr std::uint32_t words_per_count = 8; ///< bytes of an element of word_counts_

/// [c][i]: all bits set where child i comes after child c.
template <class Count, std::size_t children>
constexpr auto make_later_masks() {
    std::array<std::array<Count, children>, children> masks{};
    for (std::size_t c = 0; c < children; ++c)
        for (std::size_t i = c + 1; i < children; ++i)
            masks[c][i] = static_cast<Count>(~Count{0});
    return masks;
}
alignas(64) constexpr auto later_blocks = make_later_masks<std::uint16_t, 32>();
alignas(64) constexpr auto later_children = make_later_masks<std::uint32_t, 16>();

/// Sum of the counts after one of them. The sum fits its type: a node's counts add up to its slots.
template <class Count, std::size_t children>
std::uint32_t sum_after(const std::array<Count, children>& counts, const std::array<Count, children>& later) {
    Count sum = 0;
    for (std::size_t i = 0; i < children; ++i)
        sum = static_cast<Count>(sum + (counts[i] & later[i]));
    return sum;
}

} // namespace

ReuseStack::ReuseStack(std::uint64_t lines, std::uint32_t slots)
    : lines_(std::max<std::uint64_t>(lines, 1)),
      // calloc rather than a vector: pages of lines that are never looked up are never committed.
      last_(static_cast<std::uint32_t*>(std::calloc(lines_, sizeof(std::uint32_t)))) {
    if (!last_) throw std::bad_alloc();
    set_capacity(std::bit_ceil(std::max(slots, least_capacity)));
}

void ReuseStack::set_capacity(std::uint32_t slots) {
    capacity_ = slots;
    line_of_.resize(slots);
    bits_.assign(slots / word_bits, 0);
    word_counts_.assign(slots / word_bits / words_per_count, 0);
    std::uint32_t children = (slots + node_bits - 1) / node_bits;
    low_nodes_.assign(children, {});
    std::uint32_t nodes = 0;
    for (levels_ = 0; children > 1; ++levels_) {
        first_node_[levels_] = nodes;
        children = (children + fan - 1) >> fan_shift;
        nodes += children;
    }
    high_nodes_.assign(nodes, {});
}

std::uint32_t ReuseStack::look_up_below_top(std::uint32_t line) {
    if (now_ == capacity_) renumber();
    const std::uint32_t last = last_[line];
    std::uint32_t distance = cold;
    if (last > base_) {
        const std::uint32_t slot = last - base_ - 1;
        distance = used_after(slot);
        remove(slot);
    }
    push(line);
    return distance;
}

inline void ReuseStack::push(std::uint32_t line) {
    const std::uint32_t word = now_ / word_bits;
    bits_[word] |= std::uint64_t{1} << (now_ % word_bits);
    word_counts_[word / words_per_count] += std::uint64_t{1} << (8 * (word % words_per_count));
    line_of_[now_] = line;
    ++open_count_;
    last_[line] = base_ + ++now_;
    if (now_ % block_bits == 0) close_block();
}

inline std::uint32_t ReuseStack::used_after(std::uint32_t slot) const {
    const std::uint32_t word = slot / word_bits;
    // Shifted twice: a shift by the whole width is undefined.
    const auto in_word = static_cast<std::uint32_t>(std::popcount((bits_[word] >> (slot % word_bits)) >> 1));
    const std::uint32_t block = slot / block_bits;
    const std::uint64_t* counts = word_counts_.data() + 2 * std::size_t{block};
    const std::uint64_t after = (counts[word / words_per_count % 2] >> (8 * (word % words_per_count))) >> 8;
    const std::uint64_t second = word / words_per_count % 2 == 0 ? counts[1] : 0;
    // Bytes are at most 64: added up in pairs first, they stay below 2^16.
    constexpr std::uint64_t even = 0x00ff00ff00ff00ff;
    const std::uint64_t pairs = (after & even) + (after >> 8 & even) + (second & even) + (second >> 8 & even);
    const std::uint32_t in_block = in_word + static_cast<std::uint32_t>((pairs * 0x0001000100010001) >> 48);
    return block == now_ / block_bits ? in_block : in_block + open_count_ + used_after_block(block);
}

/// In closed blocks.
inline std::uint32_t ReuseStack::used_after_block(std::uint32_t block) const {
    constexpr std::uint32_t blocks = node_bits / block_bits;
    std::uint32_t child = block / blocks;
    std::uint32_t open = now_ / node_bits;
    std::uint32_t count = sum_after(low_nodes_[child].counts, later_blocks[block % blocks]);
    // Up to the first node that is also above the open block: nothing comes after that one.
    for (unsigned level = 0; child != open; ++level) {
        count += sum_after(high_nodes_[first_node_[level] + (child >> fan_shift)].counts,
                           later_children[child % fan]);
        child >>= fan_shift;
        open >>= fan_shift;
    }
    return count;
}

inline void ReuseStack::remove(std::uint32_t slot) {
    const std::uint32_t word = slot / word_bits;
    bits_[word] &= ~(std::uint64_t{1} << (slot % word_bits));
    word_counts_[word / words_per_count] -= std::uint64_t{1} << (8 * (word % words_per_count));
    if (slot / block_bits == now_ / block_bits) {
        --open_count_;
        return;
    }
    std::uint32_t child = slot / node_bits;
    --low_nodes_[child].counts[slot / block_bits % (node_bits / block_bits)];
    for (unsigned level = 0; level < levels_; ++level) {
        --high_nodes_[first_node_[level] + (child >> fan_shift)].counts[child % fan];
        child >>= fan_shift;
    }
}

void ReuseStack::close_block() {
    const std::uint32_t block = now_ / block_bits - 1;
    std::uint32_t child = block / (node_bits / block_bits);
    low_nodes_[child].counts[block % (node_bits / block_bits)] = static_cast<std::uint16_t>(open_count_);
    for (unsigned level = 0; level < levels_; ++level) {
        high_nodes_[first_node_[level] + (child >> fan_shift)].counts[child % fan] += open_count_;
        child >>= fan_shift;
    }
    open_count_ = 0;
}

void ReuseStack::clear() {
    std::fill_n(bits_.begin(), (now_ + word_bits - 1) / word_bits, 0);
    const std::uint32_t per_count = word_bits * words_per_count;
    std::fill_n(word_counts_.begin(), (now_ + per_count - 1) / per_count, 0);
    std::uint32_t count = (now_ + node_bits - 1) / node_bits;
    std::fill_n(low_nodes_.begin(), count, LowNode{});
    for (unsigned level = 0; level < levels_; ++level) {
        count = (count + fan - 1) >> fan_shift;
        std::fill_n(high_nodes_.begin() + first_node_[level], count, HighNode{});
    }
    base_ += now_;
    now_ = 0;
    open_count_ = 0;
    reserve_stamps();
}

void ReuseStack::reserve_stamps() {
    if (base_ < std::numeric_limits<std::uint32_t>::max() - capacity_) return;
    std::fill_n(last_.get(), lines_, 0U);
    base_ = 0;
}

void ReuseStack::append_lines(std::vector<std::uint32_t>& lines) const {
    for (std::uint32_t w = 0; w * word_bits < now_; ++w)
        for (std::uint64_t rest = bits_[w]; rest != 0; rest &= rest - 1)
            lines.push_back(line_of_[w * word_bits + static_cast<std::uint32_t>(std::countr_zero(rest))]);
}

void ReuseStack::rearrange_top(std::span<const std::uint32_t> lines) {
    // The slot before now_ is in use after any look-up, and so are those of the last distinct look-ups.
    auto slot = now_ - static_cast<std::uint32_t>(lines.size());
    for (const std::uint32_t line : lines) {
        line_of_[slot] = line;
        last_[line] = base_ + ++slot;
    }
}

void ReuseStack::renumber() {
    std::vector<std::uint32_t> lines;
    append_lines(lines);
    clear();
    std::uint32_t slots = capacity_;
    while (slots / 2 < lines.size())
        slots *= 2;
    if (slots != capacity_) set_capacity(slots);
    reserve_stamps();
    for (const std::uint32_t line : lines)
        push(line);
}

} // namespace hitmap
