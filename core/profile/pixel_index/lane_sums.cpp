#include "core/profile/pixel_index/lane_sums.h"

#include "core/cache/results/hit_unit.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace hitmap {

namespace {

constexpr std::uint32_t bit_of_lane(std::size_t lane) {
    return std::uint32_t{1} << lane;
}

constexpr PixelColumnSet level_columns(PixelColumn::l1_hits, PixelColumn::l1_lookups, PixelColumn::l2_hits,
                                       PixelColumn::l2_lookups);
constexpr PixelColumnSet request_columns(PixelColumn::requests, PixelColumn::active_lanes);
constexpr PixelColumnSet traffic_columns(PixelColumn::sectors, PixelColumn::fetched, PixelColumn::l1_cold,
                                         PixelColumn::l1_capacity, PixelColumn::l1_conflict,
                                         PixelColumn::l2_cold, PixelColumn::l2_capacity,
                                         PixelColumn::l2_conflict);

/// Returns what a request adds to a column of each of its pixels.
std::uint64_t number_of(const LoggedRequest& request, PixelColumn column) {
    const RequestTraffic& traffic = request.traffic;
    switch (column) {
    case PixelColumn::requests:
        return 1;
    case PixelColumn::active_lanes:
        return static_cast<std::uint64_t>(std::popcount(request.active_mask));
    case PixelColumn::sectors:
        return traffic.sectors;
    case PixelColumn::fetched:
        return traffic.fetched;
    case PixelColumn::l1_hits:
        return std::uint64_t{traffic.levels.l1_hits} * hit_unit;
    case PixelColumn::l1_lookups:
        return traffic.levels.l1_lookups;
    case PixelColumn::l2_hits:
        return std::uint64_t{traffic.levels.l2_hits} * hit_unit;
    case PixelColumn::l2_lookups:
        return traffic.levels.l2_lookups;
    case PixelColumn::l1_cold:
        return traffic.l1_misses.cold;
    case PixelColumn::l1_capacity:
        return traffic.l1_misses.capacity;
    case PixelColumn::l1_conflict:
        return traffic.l1_misses.conflict;
    case PixelColumn::l2_cold:
        return traffic.l2_misses.cold;
    case PixelColumn::l2_capacity:
        return traffic.l2_misses.capacity;
    case PixelColumn::l2_conflict:
        return traffic.l2_misses.conflict;
    case PixelColumn::boxes:
    case PixelColumn::faces:
    case PixelColumn::framebuffer:
    case PixelColumn::kind_3:
    case PixelColumn::kind_4:
    case PixelColumn::kind_5:
    case PixelColumn::kind_6:
    case PixelColumn::kind_7:
    case PixelColumn::nodes:
    case PixelColumn::stack:
        break;
    }
    return 0; // These are added lane by lane.
}

/// Returns the lanes with a pixel. Mostly there is one, and the first loop is vectorized.
std::uint32_t lanes_with(const std::array<std::uint32_t, warp_size>& pixels, std::uint32_t pixel) {
    std::array<std::uint32_t, warp_size> equal; // NOLINT(*-member-init): all are set
    std::uint32_t lanes = 0;
    for (std::size_t lane = 0; lane < warp_size; ++lane)
        equal[lane] = pixels[lane] == pixel ? bit_of_lane(lane) : 0;
    for (const std::uint32_t bit : equal)
        lanes |= bit;
    return lanes;
}

} // namespace

PixelLaneSums::PixelLaneSums(const WantedColumns& wanted, TimeWindow window, const LogReading& reading)
    : wanted_(wanted),
      window_(window),
      positions_(reading.positions),
      wants_accesses_(wanted.set().intersects(all_pixel_accesses)),
      wants_outcomes_(reading.has_outcomes && wanted.set().intersects(level_columns)) {
    const PixelColumnSet of_requests =
        reading.has_traffic ? request_columns | level_columns | traffic_columns : request_columns;
    for (std::size_t place = 0; place < wanted.size(); ++place) {
        places_[static_cast<std::size_t>(wanted[place])] = place;
        if (of_requests.has(wanted[place])) of_requests_.push_back(place);
    }
}

void PixelLaneSums::add(const LoggedRequest& request) {
    const std::size_t stride = wanted_.size() * warp_size;
    if (request.warp >= warps_.size()) {
        warps_.resize(request.warp + 1);
        sums_.resize(warps_.size() * stride);
    }
    Warp& warp = warps_[request.warp];
    if (request.moved != 0) move_lanes(warp, request);
    const std::uint32_t mask = request.mask & warp.counting;
    if (mask == 0) return;
    std::uint64_t* const sums = sums_.data() + request.warp * stride;
    if (is_in_window(positions_ == 0 ? 0 : std::min(request.position, positions_ - 1))) {
        add_request(request, first_lanes(warp, mask), sums);
        if (request.has_nodes && wanted_.set().has(PixelColumn::nodes))
            add_of_lanes(PixelColumn::nodes, mask, request.nodes, sums);
        if (request.stack_words != 0 && wanted_.set().has(PixelColumn::stack))
            add_of_lanes(PixelColumn::stack, mask, request.stack, sums);
        warp.counted |= mask;
    }
    if (!request.accesses.empty() && (wants_accesses_ || wants_outcomes_))
        warp.counted |= add_accesses(request, mask, sums);
}

void PixelLaneSums::move_lanes(Warp& warp, const LoggedRequest& request) {
    std::uint64_t* const sums = sums_.data() + request.warp * wanted_.size() * warp_size;
    for (std::uint32_t rest = request.moved; rest != 0; rest &= rest - 1) {
        const std::size_t lane = lowest_lane(rest);
        if ((warp.counted & bit_of_lane(lane)) != 0) flush(warp, lane, sums);
        for (std::uint32_t left = warp.sharing[lane] & ~bit_of_lane(lane); left != 0; left &= left - 1)
            warp.sharing[lowest_lane(left)] &= ~bit_of_lane(lane);
        warp.pixels[lane] = request.pixels[lane];
        warp.known |= bit_of_lane(lane);
        const bool counts = !only_ || *only_ == warp.pixels[lane];
        warp.counting = (warp.counting & ~bit_of_lane(lane)) | (counts ? bit_of_lane(lane) : 0);
        const std::uint32_t same = lanes_with(warp.pixels, warp.pixels[lane]) & warp.known;
        warp.sharing[lane] = same;
        for (std::uint32_t more = same & ~bit_of_lane(lane); more != 0; more &= more - 1)
            warp.sharing[lowest_lane(more)] |= bit_of_lane(lane);
    }
    warp.shares_pixels = false;
    for (std::size_t lane = 0; lane < warp_size; ++lane)
        warp.shares_pixels = warp.shares_pixels || (warp.sharing[lane] & ~bit_of_lane(lane)) != 0;
}

void PixelLaneSums::flush(Warp& warp, std::size_t lane, std::uint64_t* sums) {
    std::uint64_t* const own = sums + lane * wanted_.size();
    done_.pixels.push_back(warp.pixels[lane]);
    done_.numbers.insert(done_.numbers.end(), own, own + wanted_.size());
    std::fill_n(own, wanted_.size(), 0);
    warp.counted &= ~bit_of_lane(lane);
}

/// Returns one lane of each pixel.
std::uint32_t PixelLaneSums::first_lanes(const Warp& warp, std::uint32_t mask) {
    if (!warp.shares_pixels) return mask;
    std::uint32_t first = 0;
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1)
        if ((warp.sharing[lowest_lane(rest)] & first) == 0) first |= rest & ~(rest - 1);
    return first;
}

void PixelLaneSums::add_request(const LoggedRequest& request, std::uint32_t lanes,
                                std::uint64_t* sums) const {
    for (const std::size_t place : of_requests_) {
        const std::uint64_t number = number_of(request, wanted_[place]);
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
            sums[lowest_lane(rest) * wanted_.size() + place] += number;
    }
}

template <class Numbers>
void PixelLaneSums::add_of_lanes(PixelColumn column, std::uint32_t mask, const Numbers& numbers,
                                 std::uint64_t* sums) const {
    const std::size_t place = places_[static_cast<std::size_t>(column)];
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1)
        sums[lowest_lane(rest) * wanted_.size() + place] += numbers[lowest_lane(rest)];
}

/// Returns the lanes with accesses in the window.
std::uint32_t PixelLaneSums::add_accesses(const LoggedRequest& request, std::uint32_t mask,
                                          std::uint64_t* sums) const {
    std::uint32_t lanes = 0;
    const auto add_to = [&](std::uint64_t* own, PixelColumn column, std::uint64_t number) {
        if (wanted_.set().has(column)) own[places_[static_cast<std::size_t>(column)]] += number;
    };
    for (std::size_t i = 0; i < request.accesses.size(); ++i) {
        const LoggedAccess& access = request.accesses[i];
        if ((mask & bit_of_lane(access.lane)) == 0 || access.kind == no_logged_kind ||
            !is_in_window(request.position + i))
            continue;
        lanes |= bit_of_lane(access.lane);
        std::uint64_t* const own = sums + access.lane * wanted_.size();
        if (wants_accesses_) add_to(own, pixel_access_columns.at(access.kind), 1);
        if (!wants_outcomes_) continue;
        add_to(own, PixelColumn::l1_hits, access.outcome.l1_hits);
        add_to(own, PixelColumn::l1_lookups, access.outcome.l1_lookups);
        add_to(own, PixelColumn::l2_hits, access.outcome.l2_hits);
        add_to(own, PixelColumn::l2_lookups, access.outcome.l2_lookups);
    }
    return lanes;
}

SparsePixels PixelLaneSums::take() {
    for (std::size_t w = 0; w < warps_.size(); ++w)
        for (std::uint32_t rest = warps_[w].counted; rest != 0; rest &= rest - 1)
            flush(warps_[w], lowest_lane(rest), sums_.data() + w * wanted_.size() * warp_size);
    warps_.clear();
    sums_.clear();
    return std::exchange(done_, {});
}

} // namespace hitmap
