#include "core/cache/reuse_stack.h"

#include <algorithm>
#include <bit>
#include <new>

namespace hitmap {

namespace {

constexpr std::uint32_t first_capacity = 4096;

} // namespace

ReuseStack::ReuseStack(std::uint64_t lines)
    // calloc rather than a vector: pages of lines that are never looked up are never committed.
    : last_(static_cast<std::uint32_t*>(
          std::calloc(std::max<std::uint64_t>(lines, 1), sizeof(std::uint32_t)))) {
    if (!last_) throw std::bad_alloc();
    set_capacity(first_capacity);
}

void ReuseStack::set_capacity(std::uint32_t slots) {
    capacity_ = slots;
    line_of_.resize(slots);
    bits_.assign(slots / 64, 0);
    counts_.clear();
    std::uint32_t nodes = slots / block_bits;
    do {
        // Whole nodes, so that the sum over the children of one never leaves the array.
        const std::uint32_t padded = ((nodes >> level_shift) + 1) << level_shift;
        counts_.emplace_back(padded, 0U);
        nodes = padded >> level_shift;
    } while (nodes > 1);
}

std::uint32_t ReuseStack::look_up(std::uint32_t line) {
    if (last_[line] == now_ && now_ != floor_) return 0;
    if (now_ == capacity_) renumber();
    const std::uint32_t last = last_[line];
    std::uint32_t distance = cold;
    if (last > floor_) {
        distance = used_after(last - 1);
        remove(last - 1);
    }
    bits_[now_ / 64] |= std::uint64_t{1} << (now_ % 64);
    line_of_[now_] = line;
    ++open_count_;
    last_[line] = ++now_;
    if (now_ % block_bits == 0) close_block();
    return distance;
}

void ReuseStack::clear() {
    floor_ = now_;
}

std::uint32_t ReuseStack::used_after(std::uint32_t slot) const {
    const std::uint32_t word = slot / 64;
    const std::uint32_t block_end = (slot / block_bits + 1) * (block_bits / 64);
    // Shifted twice: a shift by 64 is undefined.
    auto count = static_cast<std::uint32_t>(std::popcount((bits_[word] >> (slot % 64)) >> 1));
    for (std::uint32_t w = word + 1; w < block_end; ++w)
        count += static_cast<std::uint32_t>(std::popcount(bits_[w]));
    std::uint32_t node = slot / block_bits;
    std::uint32_t open = now_ / block_bits;
    if (node == open) return count;
    count += open_count_;
    for (std::size_t level = 0; node != open; ++level) {
        const auto& counts = counts_[level];
        const std::uint32_t end = (node | ((1U << level_shift) - 1)) + 1;
        for (std::uint32_t sibling = node + 1; sibling < end; ++sibling)
            count += counts[sibling];
        node >>= level_shift;
        open >>= level_shift;
    }
    return count;
}

void ReuseStack::remove(std::uint32_t slot) {
    bits_[slot / 64] &= ~(std::uint64_t{1} << (slot % 64));
    std::uint32_t node = slot / block_bits;
    if (node == now_ / block_bits) {
        --open_count_;
        return;
    }
    for (auto& counts : counts_) {
        --counts[node];
        node >>= level_shift;
    }
}

void ReuseStack::close_block() {
    std::uint32_t node = now_ / block_bits - 1;
    for (auto& counts : counts_) {
        counts[node] += open_count_;
        node >>= level_shift;
    }
    open_count_ = 0;
}

void ReuseStack::renumber() {
    std::vector<std::uint32_t> used;
    for (std::uint32_t slot = floor_; slot < now_; ++slot)
        if ((bits_[slot / 64] >> (slot % 64) & 1U) != 0) used.push_back(line_of_[slot]);
    // Lines forgotten by clear() must not come back to life under the new numbers.
    for (std::uint32_t slot = 0; slot < floor_; ++slot)
        if (last_[line_of_[slot]] <= floor_) last_[line_of_[slot]] = 0;
    const auto count = static_cast<std::uint32_t>(used.size());
    std::uint32_t slots = capacity_;
    while (slots / 2 < count)
        slots *= 2;
    set_capacity(slots);
    now_ = 0;
    floor_ = 0;
    open_count_ = 0;
    for (const std::uint32_t line : used) {
        bits_[now_ / 64] |= std::uint64_t{1} << (now_ % 64);
        line_of_[now_] = line;
        ++open_count_;
        last_[line] = ++now_;
        if (now_ % block_bits == 0) close_block();
    }
}

} // namespace hitmap
