#include "core/cache/contents/free_places.h"

#include <algorithm>
#include <bit>

namespace hitmap {

bool FreePlaces::take(std::uint64_t time) {
    const auto later = std::upper_bound(since_.begin(), since_.end(), time);
    const std::size_t place = last_before(static_cast<std::size_t>(later - since_.begin()));
    if (place == none) { // a place that was never taken is free since time 0
        if (unused_ == 0) return false;
        --unused_;
        return true;
    }
    is_free_[place / word_bits] &= ~(std::uint64_t{1} << place % word_bits);
    --free_;
    return true;
}

void FreePlaces::give(std::uint64_t time) {
    if (since_.size() >= 2 * free_ + word_bits) compact();
    const std::size_t place = since_.size();
    since_.push_back(time);
    if (place % word_bits == 0) is_free_.push_back(0);
    is_free_.back() |= std::uint64_t{1} << place % word_bits;
    ++free_;
}

std::uint64_t FreePlaces::earliest() const {
    if (unused_ != 0) return 0;
    for (std::size_t word = 0; word < is_free_.size(); ++word)
        if (is_free_[word] != 0)
            return since_[word * word_bits + static_cast<unsigned>(std::countr_zero(is_free_[word]))];
    return std::numeric_limits<std::uint64_t>::max();
}

std::size_t FreePlaces::last_before(std::size_t end) const {
    std::size_t word = end / word_bits;
    if (const std::size_t rest = end % word_bits; rest != 0) {
        const std::uint64_t bits = is_free_[word] & ((std::uint64_t{1} << rest) - 1);
        if (bits != 0) return word * word_bits + static_cast<unsigned>(std::bit_width(bits)) - 1;
    }
    while (word-- > 0)
        if (is_free_[word] != 0)
            return word * word_bits + static_cast<unsigned>(std::bit_width(is_free_[word])) - 1;
    return none;
}

void FreePlaces::compact() {
    std::size_t kept = 0;
    for (std::size_t place = 0; place < since_.size(); ++place)
        if ((is_free_[place / word_bits] >> place % word_bits & 1U) != 0) since_[kept++] = since_[place];
    since_.resize(kept);
    is_free_.assign((kept + word_bits - 1) / word_bits, ~std::uint64_t{0});
    if (kept % word_bits != 0) is_free_.back() = (std::uint64_t{1} << kept % word_bits) - 1;
}

} // namespace hitmap
