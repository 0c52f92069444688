#include "core/profile/live/position_sms.h"

#include <algorithm>
#include <limits>

namespace hitmap {

void PositionSms::add(const AccessBlock& block) {
    std::uint32_t entry = std::numeric_limits<std::uint32_t>::max();
    for (const ElementAccess& access : block.accesses) {
        if (positions_ % 64 == 0) words_.push_back({0, of_request_.size()});
        if (access.entry != entry) {
            entry = access.entry;
            const std::uint32_t sm = block.requests.entries[entry].sm;
            words_.back().begins |= std::uint64_t{1} << positions_ % 64;
            of_request_.push_back(static_cast<std::uint16_t>(sm));
            sms_ = std::max(sms_, sm + std::size_t{1});
        }
        ++positions_;
    }
}

void PositionSms::finish() {
    words_.shrink_to_fit();
    of_request_.shrink_to_fit();
}

std::uint64_t PositionSms::memory_bytes() const {
    return words_.capacity() * sizeof(Word) + of_request_.capacity() * sizeof(std::uint16_t);
}

} // namespace hitmap
