#pragma once

#include "core/cache/stages/fill_units.h"
#include "core/cache/stages/l1_output.h"

#include <algorithm>
#include <cstdint>

namespace hitmap {

/// Collects the sectors that L1 requests from L2, in the order of the requests.
class L2Collector {
public:
    explicit L2Collector(const CacheGeometry& l1) : l1_fill_(l1) {}

    /// Calls visit(L2Request) for everything that the L1s of the block request, in order: within a request by
    /// rising address, and the write-back of a line that was evicted for another before that other line.
    /// `line` is a line of L1. For a write-back, `at` is its index in L1Output::write_backs.
    template <class Visit>
    void for_each(const CoalescedRequests& lines, const L1Output& l1, const Visit& visit) const;

private:
    FillUnits l1_fill_;
};

template <class Visit>
void L2Collector::for_each(const CoalescedRequests& lines, const L1Output& l1, const Visit& visit) const {
    constexpr std::uint32_t at_once = CoalescedRequests::at_once;
    const auto end = static_cast<std::uint32_t>(lines.line_count());
    std::uint32_t next_back = 0;
    for (std::uint32_t first = 0; first < end; first += at_once) {
        const std::uint32_t count = std::min(end - first, at_once);
        const std::uint64_t asked = word_of(l1.to_l2.data() + first, count);
        const std::uint64_t dirty = word_of(l1.dirty.data() + first, count);
        for_each_byte(
            asked | dirty, [&](std::uint32_t next) __attribute__((always_inline)) {
                const std::uint32_t at = first + next;
                const L2Request::Origin origin = l1.origins[at];
                if (const auto back = static_cast<LineSectors>(dirty >> next * 8); back != 0)
                    visit(
                        L2Request{l1.evicted[at], next_back++, back, 0, back,
                                  L2Request::Origin(L2Request::Kind::write_back, origin.partition(), false)});
                const auto sectors = static_cast<LineSectors>(asked >> next * 8);
                if (sectors == 0) return;
                const LineSectors fill_only =
                    origin.fills_l1() ? static_cast<LineSectors>(l1_fill_.of(sectors) & ~lines.sectors[at])
                                      : LineSectors{0};
                visit(L2Request{lines.numbers[at], at, sectors, fill_only, lines.written[at], origin});
            });
    }
}

} // namespace hitmap
