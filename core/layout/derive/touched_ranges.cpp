#include "core/layout/derive/touched_ranges.h"

#include <algorithm>

namespace hitmap {

void TouchedRanges::add(std::uint32_t instruction, std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t wanted = key(instruction, begin);
    if (last_ == nullptr || wanted != last_key_) {
        if (windows_.size() >= most_windows && !windows_.contains(wanted)) {
            widen();
            return add(instruction, begin, end);
        }
        last_ = &windows_[wanted];
        last_key_ = wanted;
    }
    last_->begin = std::min(last_->begin, begin);
    last_->end = std::max(last_->end, end);
}

void TouchedRanges::widen() {
    last_ = nullptr;
    ++bits_;
    const auto narrow = std::exchange(windows_, {});
    for (const auto& [narrow_key, range] : narrow) {
        Range& wide = windows_[key(static_cast<std::uint32_t>(narrow_key >> 48U), range.begin)];
        wide.begin = std::min(wide.begin, range.begin);
        wide.end = std::max(wide.end, range.end);
    }
}

void TouchedRanges::merge(const TouchedRanges& other) {
    while (bits_ < other.bits_)
        widen();
    for (const auto& [other_key, range] : other.windows_)
        add(static_cast<std::uint32_t>(other_key >> 48U), range.begin, range.end);
    last_ = nullptr;
}

std::vector<TouchedRanges::Piece> TouchedRanges::pieces() const {
    std::vector<Piece> all;
    for (const auto& [window_key, range] : windows_)
        all.push_back({static_cast<std::uint32_t>(window_key >> 48U), range});
    std::sort(all.begin(), all.end(), [](const Piece& a, const Piece& b) {
        return std::pair(a.instruction, a.range.begin) < std::pair(b.instruction, b.range.begin);
    });
    std::vector<Piece> joined;
    for (const Piece& piece : all) {
        const bool adjacent = !joined.empty() && joined.back().instruction == piece.instruction &&
                              piece.range.begin >> bits_ <= (joined.back().range.end >> bits_) + 1;
        if (adjacent)
            joined.back().range.end = std::max(joined.back().range.end, piece.range.end);
        else
            joined.push_back(piece);
    }
    std::sort(joined.begin(), joined.end(), [](const Piece& a, const Piece& b) {
        return std::pair(a.range.begin, a.instruction) < std::pair(b.range.begin, b.instruction);
    });
    return joined;
}

} // namespace hitmap
