#include "core/cache/allocation_history.h"

#include "core/base/varint.h"
#include "core/cache/access_outcome.h"

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

/// Checkpoints are left out where they would take more than this, on average.
constexpr double most_bytes_per_access = 0.25;
constexpr double free_bytes = 65536.0;

/// Whole misses are small numbers, and mostly all there is.
void put(std::vector<std::uint8_t>& bytes, const LevelSums& sums) {
    put_varint(bytes, sums.lookups);
    const std::uint64_t misses = sums.lookups * hit_unit - sums.hits;
    const std::uint64_t fraction = misses % hit_unit;
    put_varint(bytes, misses / hit_unit << 1 | (fraction != 0 ? 1 : 0));
    if (fraction != 0) put_varint(bytes, fraction);
    put_varint(bytes, sums.cold);
    put_varint(bytes, sums.distance_sum);
}

LevelSums take_level(const std::uint8_t*& at) {
    LevelSums sums;
    sums.lookups = take_varint(at);
    const std::uint64_t whole = take_varint(at);
    const std::uint64_t misses = (whole >> 1) * hit_unit + ((whole & 1) != 0 ? take_varint(at) : 0);
    sums.hits = sums.lookups * hit_unit - misses;
    sums.cold = take_varint(at);
    sums.distance_sum = take_varint(at);
    return sums;
}

/// Allocations that something happened in, each behind 2 (distance from the last) + (1 if it was looked up);
/// 0 ends them.
void put(std::vector<std::uint8_t>& bytes, const AllocationHistory::Step& step) {
    put_varint(bytes, step.accesses);
    put_varint(bytes, step.requests);
    std::size_t next = 0;
    for (std::size_t a = 0; a < step.sums.size(); ++a) {
        const AllocationSums& sums = step.sums[a];
        if (sums == AllocationSums{}) continue;
        const bool looked_up = sums.l1.lookups != 0 || sums.l2.lookups != 0;
        put_varint(bytes, (a + 1 - std::exchange(next, a + 1)) << 1 | (looked_up ? 1 : 0));
        put_varint(bytes, sums.requests);
        put_varint(bytes, sums.sectors);
        if (!looked_up) continue;
        put(bytes, sums.l1);
        put(bytes, sums.l2);
    }
    put_varint(bytes, 0);
}

void add_taken(const std::uint8_t*& at, AllocationHistory::Step& sum) {
    sum.accesses += take_varint(at);
    sum.requests += take_varint(at);
    std::size_t next = 0;
    for (std::uint64_t head = take_varint(at); head != 0; head = take_varint(at)) {
        next += head >> 1;
        AllocationSums& sums = sum.sums[next - 1];
        sums.requests += take_varint(at);
        sums.sectors += take_varint(at);
        if ((head & 1) == 0) continue;
        sums.l1 += take_level(at);
        sums.l2 += take_level(at);
    }
}

} // namespace

void AllocationHistory::Step::operator+=(const Step& more) {
    accesses += more.accesses;
    requests += more.requests;
    for (std::size_t a = 0; a < sums.size(); ++a)
        sums[a] += more.sums[a];
}

AllocationHistory::AllocationHistory(std::size_t allocations) {
    total_.sums.resize(allocations);
    pending_.sums.resize(allocations);
    anchors_.push_back({total_, 0});
}

void AllocationHistory::add(const Step& step) {
    pending_ += step;
    const bool long_enough =
        pending_.accesses >= interval_accesses ||
        (pending_.accesses + total_.accesses == 0 && pending_.requests >= interval_requests);
    const auto room = free_bytes + most_bytes_per_access * static_cast<double>(total_.accesses);
    if (long_enough && static_cast<double>(memory_bytes()) <= room) close_step();
}

void AllocationHistory::finish() {
    if (pending_.requests != 0) close_step();
    anchors_.shrink_to_fit();
    bytes_.shrink_to_fit();
}

void AllocationHistory::close_step() {
    put(bytes_, pending_);
    total_ += pending_;
    pending_ = {0, 0, std::vector<AllocationSums>(total_.sums.size())};
    if (++checkpoints_ % anchor_distance == 0) anchors_.push_back({total_, bytes_.size()});
}

std::uint64_t AllocationHistory::memory_bytes() const {
    return bytes_.size() + anchors_.size() * (sizeof(Anchor) + total_.sums.size() * sizeof(AllocationSums));
}

std::uint64_t AllocationHistory::position_of(const Step& since_begin) const {
    return total_.accesses != 0 ? since_begin.accesses : since_begin.requests;
}

/// The last anchor at or before the position; or, strictly before it, the begin where there is none.
const AllocationHistory::Anchor& AllocationHistory::anchor(std::uint64_t position, bool strictly) const {
    const auto later = std::partition_point(anchors_.begin(), anchors_.end(), [&](const Anchor& anchor) {
        const std::uint64_t at = position_of(anchor.since_begin);
        return strictly ? at < position : at <= position;
    });
    return later == anchors_.begin() ? *later : *(later - 1);
}

/// There may be several checkpoints in front of the first access, and two behind the last: windows that begin
/// or end there have all requests as well.
AllocationHistory::Step AllocationHistory::at_or_before(std::uint64_t position) const {
    const Anchor& from = anchor(position, false);
    Step sum = from.since_begin;
    const std::uint8_t* at = bytes_.data() + from.next_byte;
    const std::uint8_t* const end = bytes_.data() + bytes_.size();
    for (Step next = sum; at != end;) {
        add_taken(at, next);
        if (position_of(next) > position) break;
        sum = next;
    }
    return position_of(sum) == 0 ? anchors_.front().since_begin : sum;
}

AllocationHistory::Step AllocationHistory::at_or_after(std::uint64_t position) const {
    const Anchor& from = anchor(position, true);
    Step sum = from.since_begin;
    const std::uint8_t* at = bytes_.data() + from.next_byte;
    const std::uint8_t* const end = bytes_.data() + bytes_.size();
    for (Step next = sum; at != end;) {
        add_taken(at, next);
        if (position_of(sum) >= position && position_of(next) > position_of(sum)) break;
        sum = next;
    }
    return sum;
}

AllocationHistory::Answer AllocationHistory::between(std::uint64_t first, std::uint64_t last) const {
    if (first >= last) return {first, first, std::vector<AllocationSums>(total_.sums.size())};
    const Step begin = at_or_before(first);
    Step end = at_or_after(last);
    for (std::size_t a = 0; a < end.sums.size(); ++a)
        end.sums[a] -= begin.sums[a];
    return {position_of(begin), position_of(end), std::move(end.sums)};
}

} // namespace hitmap
