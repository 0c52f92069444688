#include "core/cache/reuse/reuse_stack.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace hitmap {

namespace {

/// After a renumbering at least half of the slots are free. They must suffice for one call of look_up().
constexpr std::uint32_t least_capacity = 4096;
/// With more slots, the bits exceed the first-level cache of the processor.
constexpr std::uint32_t large_capacity = std::uint32_t{1} << 17;
static_assert(least_capacity / 2 >= ReuseStack::max_batch);

/// [c][i]: all bits are set if child i comes before child c (or after it, depending on `before`).
template <class Word, std::size_t children, bool before>
constexpr auto make_masks() {
    std::array<std::array<Word, children>, children> masks{};
    for (std::size_t c = 0; c < children; ++c)
        for (std::size_t i = 0; i < children; ++i)
            masks[c][i] = (before ? i < c : i > c) ? static_cast<Word>(~Word{0}) : Word{0};
    return masks;
}
alignas(64) constexpr auto later_words = make_masks<std::uint64_t, 8, false>();
alignas(64) constexpr auto earlier_blocks = make_masks<std::uint16_t, 32, true>();
alignas(64) constexpr auto earlier_children = make_masks<std::uint32_t, 16, true>();

template <class Count, std::size_t children>
inline void add_where(std::array<Count, children>& counts, const std::array<Count, children>& mask,
                      Count amount) {
    for (std::size_t i = 0; i < children; ++i)
        counts[i] = static_cast<Count>(counts[i] + (mask[i] & amount));
}

} // namespace

ReuseStack::ReuseStack(std::uint64_t lines, std::uint32_t slots) : last_(std::max<std::uint64_t>(lines, 1)) {
    set_capacity(std::bit_ceil(std::max(slots, least_capacity)));
}

void ReuseStack::set_capacity(std::uint32_t slots) {
    capacity_ = slots;
    line_of_.resize(slots);
    blocks_.assign(slots / block_bits, {});
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

void ReuseStack::grow(std::uint64_t lines) {
    if (lines > last_.lines()) last_.grow(lines);
}

std::uint32_t ReuseStack::distance(std::uint32_t line) const {
    if (last_[line] <= base_) return cold;
    const std::uint32_t slot = last_[line] - base_ - 1;
    const std::uint32_t block = slot / block_bits;
    const std::uint32_t word = slot / word_bits % block_words;
    const auto& bits = blocks_[block].bits;
    int count = std::popcount((bits[word] >> (slot % word_bits)) >> 1);
    for (std::size_t i = word + 1; i < block_words; ++i)
        count += std::popcount(bits[i]);
    auto distance = static_cast<std::uint32_t>(count);
    if (block == now_ / block_bits) return distance;
    std::uint32_t child = block / node_blocks;
    distance += open_count_ + low_nodes_[child].after[block % node_blocks];
    for (unsigned level = 0; level < levels_; ++level) {
        distance += high_nodes_[first_node_[level] + (child >> fan_shift)].after[child % fan];
        child >>= fan_shift;
    }
    return distance;
}

void ReuseStack::look_up(std::span<const std::uint32_t> lines, std::uint32_t* distances) {
    if (capacity_ - now_ < lines.size()) renumber();
    if (capacity_ >= large_capacity) fetch_blocks(lines);
    const std::uint32_t base = base_;
    Top top{now_, open_count_}; // a copy that stays in registers
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::uint32_t line = lines[i];
        std::uint32_t& stamp = last_.at(line);
        const std::uint32_t last = stamp;
        if (last == base + top.now) { // the line is already on top
            distances[i] = 0;
            continue;
        }
        distances[i] = last > base ? move_to_top(last - base - 1, top) : cold;
        blocks_[top.now / block_bits].bits[top.now / word_bits % block_words] |= std::uint64_t{1}
                                                                                 << (top.now % word_bits);
        line_of_[top.now] = line;
        stamp = base + ++top.now;
        ++top.open_count;
        if (top.now % block_bits == 0) {
            add_before(top.now / block_bits - 1, top.open_count);
            top.open_count = 0;
        }
    }
    now_ = top.now;
    open_count_ = top.open_count;
}

/// Prefetches the slots of the lines.
void ReuseStack::fetch_blocks(std::span<const std::uint32_t> lines) const {
    for (const std::uint32_t line : lines) {
        const std::uint32_t last = last_[line];
        const std::uint32_t slot = last > base_ ? last - base_ - 1 : 0;
        __builtin_prefetch(&blocks_[slot / block_bits], 1);
    }
}

/// Clears the bit of the slot and returns the number of set bits after it. There are no branches that depend
/// on the slot, since they would be mispredicted.
inline std::uint32_t ReuseStack::move_to_top(std::uint32_t slot, Top& top) {
    const std::uint32_t block = slot / block_bits;
    const std::uint32_t word = slot / word_bits % block_words;
    const std::uint32_t closed = block == top.now / block_bits ? 0 : ~std::uint32_t{0};
    auto& bits = blocks_[block].bits;
    // Two shifts, since a shift by the full width is undefined.
    int count = std::popcount((bits[word] >> (slot % word_bits)) >> 1);
    for (std::size_t i = 0; i < block_words; ++i)
        count += std::popcount(bits[i] & later_words[word][i]);
    bits[word] ^= std::uint64_t{1} << (slot % word_bits);

    std::uint32_t distance = static_cast<std::uint32_t>(count) + (top.open_count & closed);
    top.open_count += ~closed; // one less if the slot is in the open block
    std::uint32_t child = block / node_blocks;
    LowNode& low = low_nodes_[child];
    distance += low.after[block % node_blocks];
    add_where(low.after, earlier_blocks[block % node_blocks & closed], std::uint16_t{0xffff});
    for (unsigned level = 0; level < levels_; ++level) {
        HighNode& high = high_nodes_[first_node_[level] + (child >> fan_shift)];
        distance += high.after[child % fan];
        add_where(high.after, earlier_children[child % fan & closed], ~std::uint32_t{0});
        child >>= fan_shift;
    }
    return distance;
}

/// Adds `amount` to the number of set bits of a block.
void ReuseStack::add_before(std::uint32_t block, std::uint32_t amount) {
    std::uint32_t child = block / node_blocks;
    add_where(low_nodes_[child].after, earlier_blocks[block % node_blocks],
              static_cast<std::uint16_t>(amount));
    for (unsigned level = 0; level < levels_; ++level) {
        add_where(high_nodes_[first_node_[level] + (child >> fan_shift)].after, earlier_children[child % fan],
                  amount);
        child >>= fan_shift;
    }
}

/// Clears the bits and counts of all slots.
void ReuseStack::forget_slots() {
    std::fill_n(blocks_.begin(), (now_ + block_bits - 1) / block_bits, Block{});
    std::uint32_t count = (now_ + node_bits - 1) / node_bits;
    std::fill_n(low_nodes_.begin(), count, LowNode{});
    for (unsigned level = 0; level < levels_; ++level) {
        count = (count + fan - 1) >> fan_shift;
        std::fill_n(high_nodes_.begin() + first_node_[level], count, HighNode{});
    }
    now_ = 0;
    open_count_ = 0;
}

void ReuseStack::clear() {
    base_ += now_ + 1;
    forget_slots();
    reserve_stamps();
}

void ReuseStack::reserve_stamps() {
    if (base_ < std::numeric_limits<std::uint32_t>::max() - capacity_) return;
    last_.clear();
    base_ = 1;
}

void ReuseStack::append_lines(std::vector<std::uint32_t>& lines) const {
    for (std::uint32_t w = 0; w * word_bits < now_; ++w)
        for (std::uint64_t rest = blocks_[w / block_words].bits[w % block_words]; rest != 0; rest &= rest - 1)
            lines.push_back(line_of_[w * word_bits + static_cast<std::uint32_t>(std::countr_zero(rest))]);
}

void ReuseStack::rearrange_top(std::span<const std::uint32_t> lines) {
    // After any look-up, the slot before now_ is in use, and so are the slots of the last distinct look-ups.
    auto slot = now_ - static_cast<std::uint32_t>(lines.size());
    for (const std::uint32_t line : lines) {
        line_of_[slot] = line;
        last_.at(line) = base_ + ++slot;
    }
}

void ReuseStack::renumber() {
    std::vector<std::uint32_t> lines;
    append_lines(lines);
    forget_slots();
    std::uint32_t slots = capacity_;
    while (slots / 2 < lines.size())
        slots *= 2;
    if (slots != capacity_) {
        set_capacity(slots);
        reserve_stamps();
    }
    keep_first_slots(static_cast<std::uint32_t>(lines.size()));
    std::copy(lines.begin(), lines.end(), line_of_.begin());
    constexpr std::size_t ahead = 16; // number of lines whose stamps are prefetched
    for (std::uint32_t slot = 0; slot < lines.size(); ++slot) {
        fetch(lines[std::min(slot + ahead, lines.size() - 1)]);
        last_.at(lines[slot]) = base_ + slot + 1;
    }
}

/// Sets the bits of the first slots; no bit may be set before.
void ReuseStack::keep_first_slots(std::uint32_t count) {
    for (std::uint32_t block = 0; block < count / block_bits; ++block) {
        blocks_[block].bits.fill(~std::uint64_t{0});
        add_before(block, block_bits);
    }
    for (std::uint32_t slot = count / block_bits * block_bits; slot < count; ++slot)
        blocks_[slot / block_bits].bits[slot / word_bits % block_words] |= std::uint64_t{1}
                                                                           << (slot % word_bits);
    now_ = count;
    open_count_ = count % block_bits;
}

} // namespace hitmap
