#include "core/trace/hmt/file/request_selection.h"

#include <algorithm>

namespace hitmap::hmt {

RequestSelection::RequestSelection(std::uint64_t first, std::uint64_t last)
    : first_(first),
      last_(last),
      words_((last - first) / word_bits + 1),
      before_(words_.size() / group_words + 1) {}

void RequestSelection::add(std::uint64_t request) {
    const std::uint64_t at = request - first_;
    const std::uint64_t group = at / word_bits / group_words;
    while (counted_groups_ <= group)
        before_[counted_groups_++] = size_;
    words_[at / word_bits] |= std::uint64_t{1} << at % word_bits;
    ++size_;
}

bool RequestSelection::contains(std::uint64_t request) const {
    if (request < first_ || request >= last_) return false;
    const std::uint64_t at = request - first_;
    return (words_[at / word_bits] >> at % word_bits & 1U) != 0;
}

std::uint64_t RequestSelection::before(std::uint64_t request) const {
    const std::uint64_t at = std::clamp(request, first_, last_) - first_;
    const std::uint64_t word = at / word_bits;
    const std::uint64_t group = word / group_words;
    if (group >= counted_groups_) return size_;
    std::uint64_t count = before_[group];
    for (std::uint64_t i = group * group_words; i < word; ++i)
        count += static_cast<std::uint64_t>(std::popcount(words_[i]));
    const std::uint64_t below = (std::uint64_t{1} << at % word_bits) - 1;
    return count + static_cast<std::uint64_t>(std::popcount(words_[word] & below));
}

std::uint64_t RequestSelection::behind(std::uint64_t count) const {
    std::uint64_t low = first_;
    std::uint64_t high = last_;
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (before(middle) < count)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

} // namespace hitmap::hmt
