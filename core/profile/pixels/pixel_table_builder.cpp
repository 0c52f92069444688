#include "core/profile/pixels/pixel_table_builder.h"

#include "core/base/error.h"
#include "core/profile/sums/stack_traffic_builder.h"
#include "core/trace/formats/all/recording_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace hitmap {

namespace {

void add_classes(MissClasses& sums, const RequestMisses& more) {
    sums.cold += more.cold;
    sums.capacity += more.capacity;
    sums.conflict += more.conflict;
}

} // namespace

PixelTableBuilder::PixelTableBuilder(const RecordingInfo& info, const CountedForPixels& counted,
                                     TimeWindow window, std::span<const LaneTagRun> tags, bool misses)
    : info_(info),
      window_(window),
      positions_(info.positions()),
      counts_requests_(info.axis_is_requests()),
      lanes_(info, counted, tags),
      lane_counts_(info) {
    static_cast<CountedFramebuffer&>(table_) = counted_framebuffer(info, misses);
    table_.sums.resize(table_.pixels());
    if (misses) table_.misses.resize(table_.pixels());
    last_added_.resize(table_.pixels());
}

void PixelTableBuilder::add(const RequestView& block, std::span<const ElementAccess> accesses,
                            const AccessOutcomes& outcomes) {
    add_block(block, {accesses, outcomes, {}, next_position_});
    next_position_ += accesses.size();
}

void PixelTableBuilder::add(const RequestView& block, std::span<const RequestTraffic> traffic,
                            std::span<const ElementAccess> accesses, std::uint64_t first_position) {
    table_.set_known(PixelPart::sectors, true);
    add_block(block, {accesses, {}, traffic, first_position});
}

PixelTable PixelTableBuilder::finish() {
    // A file that claims to be of a CPU may have wider requests nevertheless.
    table_.warp_lanes = is_of_cpu(info_) && !has_wide_requests_ ? 1 : info_.device.warp_size;
    return std::move(table_);
}

bool PixelTableBuilder::is_in_window(std::uint64_t position) const {
    return position >= window_.first && position < window_.last;
}

void PixelTableBuilder::add_block(const RequestView& block, const Results& results) {
    std::size_t first = 0;
    for (std::size_t i = 0; i < block.entries.size(); ++i) {
        has_wide_requests_ = has_wide_requests_ || !std::has_single_bit(block.entries[i].mask);
        std::size_t last = first;
        while (last < results.accesses.size() && results.accesses[last].entry == i)
            ++last;
        const std::uint64_t position =
            counts_requests_ ? block.first_request.value + i : results.first_position + first;
        const bool counts = is_in_window(positions_ == 0 ? 0 : std::min(position, positions_ - 1));
        const bool some_count =
            counts || (first != last && position + (last - first) > window_.first && position < window_.last);
        if (some_count) {
            const PixelLanes::Lanes lanes =
                lanes_.of(block, i, results.accesses.subspan(first, last - first));
            if (lanes.mask != 0) {
                if (counts)
                    add_request(block, i, lanes, results.traffic.empty() ? nullptr : &results.traffic[i]);
                add_accesses(lanes, results, first, last);
            }
        }
        first = last;
    }
}

void PixelTableBuilder::add_request(const RequestView& block, std::size_t request,
                                    const PixelLanes::Lanes& lanes, const RequestTraffic* traffic) {
    const RequestBlock::Entry& entry = block.entries[request];
    const std::uint64_t number = block.first_request.value + request + 1;
    const auto active = static_cast<unsigned>(std::popcount(entry.mask));
    for (std::uint32_t rest = lanes.mask; rest != 0; rest &= rest - 1) {
        const std::uint32_t pixel = (*lanes.pixels)[static_cast<std::size_t>(std::countr_zero(rest))];
        if (std::exchange(last_added_[pixel], number) == number) continue; // two lanes of one pixel
        PixelSums& sums = table_.sums[pixel];
        ++sums.requests;
        sums.active_lanes += active;
        if (traffic != nullptr) add_traffic(pixel, *traffic);
    }
    const auto add_to = [&](std::uint64_t PixelSums::*sum) {
        for (std::uint32_t rest = lanes.mask; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
            table_.sums[(*lanes.pixels)[lane]].*sum += counts_[lane];
        }
    };
    if (lane_counts_.may_have_nodes(entry)) {
        lane_counts_.count_nodes(block, entry, lanes.mask, counts_);
        add_to(&PixelSums::nodes);
    }
    if (lane_counts_.is_of_stack(entry)) {
        lane_counts_.count_stack(block, entry, lanes.mask, counts_);
        add_to(&PixelSums::stack);
    }
}

void PixelTableBuilder::add_traffic(std::size_t pixel, const RequestTraffic& traffic) {
    PixelSums& sums = table_.sums[pixel];
    sums.sectors += traffic.sectors;
    sums.fetched += traffic.fetched;
    sums.l1_hits += std::uint64_t{traffic.levels.l1_hits} * hit_unit;
    sums.l1_lookups += traffic.levels.l1_lookups;
    sums.l2_hits += std::uint64_t{traffic.levels.l2_hits} * hit_unit;
    sums.l2_lookups += traffic.levels.l2_lookups;
    if (table_.misses.empty()) return;
    add_classes(table_.misses[pixel].l1, traffic.l1_misses);
    add_classes(table_.misses[pixel].l2, traffic.l2_misses);
}

void PixelTableBuilder::add_accesses(const PixelLanes::Lanes& lanes, const Results& results,
                                     std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
        const ElementAccess& access = results.accesses[i];
        if ((lanes.mask >> access.lane & 1U) == 0 || !is_in_window(results.first_position + i) ||
            !lanes_.counts(access))
            continue;
        PixelSums& sums = table_.sums[(*lanes.pixels)[access.lane]];
        ++sums.accesses[access.kind];
        if (results.outcomes.size() == 0) continue;
        if (const AccessOutcome* const outcome = results.outcomes[i]) {
            sums.l1_hits += outcome->l1_hits;
            sums.l1_lookups += outcome->l1_lookups;
            sums.l2_hits += outcome->l2_hits;
            sums.l2_lookups += outcome->l2_lookups;
        }
    }
}

} // namespace hitmap
