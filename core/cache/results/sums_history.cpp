#include "core/cache/results/sums_history.h"

#include "core/base/varint.h"
#include "core/cache/results/access_outcome.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace hitmap {

namespace {

/// Average limit of memory per access; if it is exceeded, checkpoints are merged.
constexpr double most_bytes_per_access = 0.25;
/// This much memory is allowed in addition. Otherwise short recordings would have hardly any checkpoints.
constexpr double free_bytes = 65536.0;

/// Most sums are whole misses, which are small numbers, and nothing else.
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

/// Twice the number of requests, plus 1 if there are look-ups.
void put(std::vector<std::uint8_t>& bytes, const AllocationSums& sums) {
    const bool looked_up = sums.l1.lookups != 0 || sums.l2.lookups != 0;
    put_varint(bytes, sums.requests << 1 | (looked_up ? 1 : 0));
    put_varint(bytes, sums.sectors);
    if (!looked_up) return;
    put(bytes, sums.l1);
    put(bytes, sums.l2);
}

void add_taken(const std::uint8_t*& at, AllocationSums& sums) {
    const std::uint64_t head = take_varint(at);
    sums.requests += head >> 1;
    sums.sectors += take_varint(at);
    if ((head & 1) == 0) return;
    sums.l1 += take_level(at);
    sums.l2 += take_level(at);
}

void put(std::vector<std::uint8_t>& bytes, const CellSums& cell) {
    put(bytes, cell.sums);
    put_varint(bytes, cell.active_lanes);
}

void add_taken(const std::uint8_t*& at, CellSums& cell) {
    add_taken(at, cell.sums);
    cell.active_lanes += take_varint(at);
}

/// A mask with a bit for each sum that is not 0, then these sums. The accesses of one memory path have few of
/// them.
void put(std::vector<std::uint8_t>& bytes, const TrafficSums& sums) {
    const auto numbers = numbers_of(sums);
    std::uint64_t present = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (*numbers[i] != 0) present |= std::uint64_t{1} << i;
    put_varint(bytes, present);
    for (const std::uint64_t* const number : numbers)
        if (*number != 0) put_varint(bytes, *number);
}

void add_taken(const std::uint8_t*& at, TrafficSums& sums) {
    const std::uint64_t present = take_varint(at);
    const auto numbers = numbers_of(sums);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if ((present >> i & 1) != 0) *numbers[i] += take_varint(at);
}

/// Writes the rows with changes, each preceded by its distance from the one before. A 0 ends the list.
template <class Step>
void put_step(std::vector<std::uint8_t>& bytes, const Step& step) {
    put_varint(bytes, step.accesses);
    put_varint(bytes, step.requests);
    std::size_t next = 0;
    for (std::size_t row = 0; row < step.sums.size(); ++row) {
        if (step.sums[row] == typename std::decay_t<decltype(step.sums)>::value_type{}) continue;
        put_varint(bytes, row + 1 - std::exchange(next, row + 1));
        put(bytes, step.sums[row]);
    }
    put_varint(bytes, 0);
}

template <class Step>
void add_taken_step(const std::uint8_t*& at, Step& sum) {
    sum.accesses += take_varint(at);
    sum.requests += take_varint(at);
    std::size_t next = 0;
    for (std::uint64_t distance = take_varint(at); distance != 0; distance = take_varint(at)) {
        next += distance;
        add_taken(at, sum.sums[next - 1]);
    }
}

} // namespace

CellSums& operator+=(CellSums& sums, const CellSums& more) {
    sums.sums += more.sums;
    sums.active_lanes += more.active_lanes;
    return sums;
}

CellSums& operator-=(CellSums& sums, const CellSums& less) {
    sums.sums -= less.sums;
    sums.active_lanes -= less.active_lanes;
    return sums;
}

std::uint64_t requests_to_next_checkpoint(std::uint64_t passed, std::size_t rows) {
    const std::uint64_t fewest = std::min<std::uint64_t>(1 + rows / 8, most_requests_to_checkpoint);
    return std::clamp(passed / 32, fewest, most_requests_to_checkpoint);
}

template <class Sums>
void SumsHistory<Sums>::Step::operator+=(const Step& more) {
    accesses += more.accesses;
    requests += more.requests;
    for (std::size_t row = 0; row < sums.size(); ++row)
        sums[row] += more.sums[row];
}

template <class Sums>
SumsHistory<Sums>::SumsHistory(std::size_t rows) {
    total_.sums.resize(rows);
    pending_.sums.resize(rows);
    anchors_.push_back({total_, 0});
}

template <class Sums>
void SumsHistory<Sums>::add_row() {
    total_.sums.emplace_back();
    pending_.sums.emplace_back();
}

template <class Sums>
void SumsHistory<Sums>::add(const Step& step) {
    pending_ += step;
    close_if_due();
}

template <class Sums>
void SumsHistory<Sums>::add(std::uint64_t accesses, std::uint64_t requests, std::span<const RowSums> rows) {
    pending_.accesses += accesses;
    pending_.requests += requests;
    for (const RowSums& row : rows)
        pending_.sums[row.row] += row.sums;
    close_if_due();
}

template <class Sums>
void SumsHistory<Sums>::close_if_due() {
    const bool long_enough =
        pending_.accesses >= interval_accesses ||
        (pending_.accesses + total_.accesses == 0 &&
         pending_.requests >= requests_to_next_checkpoint(total_.requests, total_.sums.size()));
    // The limit also grows with the accesses of steps that are still pending.
    const std::uint64_t accesses = total_.accesses + pending_.accesses;
    const std::uint64_t passed = accesses != 0 ? accesses : total_.requests + pending_.requests;
    const auto room = free_bytes + most_bytes_per_access * static_cast<double>(passed);
    // The first anchor, which is large if there are many rows, takes its memory in any case.
    const std::uint64_t taken = memory_bytes() - anchor_bytes();
    if (long_enough && static_cast<double>(taken) <= room) close_step();
}

template <class Sums>
void SumsHistory<Sums>::finish() {
    if (pending_.requests != 0) close_step();
    anchors_.shrink_to_fit();
    bytes_.shrink_to_fit();
}

template <class Sums>
void SumsHistory<Sums>::close_step() {
    put_step(bytes_, pending_);
    total_ += pending_;
    pending_ = {0, 0, std::vector<Sums>(total_.sums.size())};
    // The size of an anchor is proportional to the number of rows. With many rows there are more checkpoints
    // between anchors, so that anchors take no more memory than checkpoints.
    if (++checkpoints_ >= anchor_distance &&
        bytes_.size() - anchors_.back().next_byte >= total_.sums.size() * sizeof(Sums)) {
        anchors_.push_back({total_, bytes_.size()});
        checkpoints_ = 0;
    }
}

template <class Sums>
std::uint64_t SumsHistory<Sums>::anchor_bytes() const {
    return sizeof(Anchor) + total_.sums.size() * sizeof(Sums);
}

template <class Sums>
std::uint64_t SumsHistory<Sums>::memory_bytes() const {
    return bytes_.size() + anchors_.size() * anchor_bytes();
}

template <class Sums>
std::uint64_t SumsHistory<Sums>::position_of(const Step& since_begin) const {
    return total_.accesses != 0 ? since_begin.accesses : since_begin.requests;
}

/// Returns the last anchor at or before the position, or strictly before it; the start if there is none.
template <class Sums>
const typename SumsHistory<Sums>::Anchor& SumsHistory<Sums>::anchor(std::uint64_t position,
                                                                    bool strictly) const {
    const auto later = std::partition_point(anchors_.begin(), anchors_.end(), [&](const Anchor& anchor) {
        const std::uint64_t at = position_of(anchor.since_begin);
        return strictly ? at < position : at <= position;
    });
    return later == anchors_.begin() ? *later : *(later - 1);
}

template <class Sums>
typename SumsHistory<Sums>::Step SumsHistory<Sums>::sums_at(const Anchor& anchor) const {
    Step sums = anchor.since_begin;
    sums.sums.resize(total_.sums.size()); // rows that were added later
    return sums;
}

/// There may be several checkpoints before the first access and two after the last. Windows that start or end
/// there include all their requests.
template <class Sums>
typename SumsHistory<Sums>::Step SumsHistory<Sums>::at_or_before(std::uint64_t position) const {
    const Anchor& from = anchor(position, false);
    Step sum = sums_at(from);
    const std::uint8_t* at = bytes_.data() + from.next_byte;
    const std::uint8_t* const end = bytes_.data() + bytes_.size();
    for (Step next = sum; at != end;) {
        add_taken_step(at, next);
        if (position_of(next) > position) break;
        sum = next;
    }
    return position_of(sum) == 0 ? sums_at(anchors_.front()) : sum;
}

template <class Sums>
typename SumsHistory<Sums>::Step SumsHistory<Sums>::at_or_after(std::uint64_t position) const {
    const Anchor& from = anchor(position, true);
    Step sum = sums_at(from);
    const std::uint8_t* at = bytes_.data() + from.next_byte;
    const std::uint8_t* const end = bytes_.data() + bytes_.size();
    for (Step next = sum; at != end;) {
        add_taken_step(at, next);
        if (position_of(sum) >= position && position_of(next) > position_of(sum)) break;
        sum = next;
    }
    return sum;
}

template <class Sums>
typename SumsHistory<Sums>::Answer SumsHistory<Sums>::between(std::uint64_t first, std::uint64_t last) const {
    if (first >= last) return {first, first, std::vector<Sums>(total_.sums.size())};
    const Step begin = at_or_before(first);
    Step end = at_or_after(last);
    for (std::size_t row = 0; row < end.sums.size(); ++row)
        end.sums[row] -= begin.sums[row];
    return {position_of(begin), position_of(end), std::move(end.sums)};
}

template class SumsHistory<AllocationSums>;
template class SumsHistory<TrafficSums>;
template class SumsHistory<CellSums>;

} // namespace hitmap
