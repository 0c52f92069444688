#include "core/profile/pixels/pixel_log.h"

#include "core/base/varint.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace hitmap {

namespace {

constexpr std::uint32_t no_pixel = LaneTagTracker::none;
/// With at most 15 look-ups per access, sums over fewer accesses fit into 32 bits.
constexpr std::uint32_t most_accesses = std::uint32_t{1} << 28;

/// A decoded request of a warp. The next request of the warp is encoded as a difference from it.
struct Record {
    std::uint64_t request = 0;
    std::uint64_t position = 0; ///< position of its first access
    std::uint32_t lanes = 0;    ///< mask of the lanes that access an element
    std::array<std::uint32_t, warp_size> pixels = filled(no_pixel);
    std::array<std::uint32_t, warp_size> counts = filled(1); ///< accesses of each of these lanes

    static std::array<std::uint32_t, warp_size> filled(std::uint32_t value) {
        std::array<std::uint32_t, warp_size> values{};
        values.fill(value);
        return values;
    }
};

template <class Visit>
void for_each_lane(std::uint32_t lanes, Visit visit) {
    for (; lanes != 0; lanes &= lanes - 1)
        visit(static_cast<std::size_t>(std::countr_zero(lanes)));
}

/// Decodes the next record; `record` must contain the previous one.
void take(const std::uint8_t*& at, Record& record) {
    const std::uint64_t head = take_varint(at);
    record.request += head >> 2;
    record.position += take_varint(at);
    record.lanes ^= static_cast<std::uint32_t>(take_varint(at));
    if ((head & 1) != 0)
        for_each_lane(static_cast<std::uint32_t>(take_varint(at)), [&](std::size_t lane) {
            record.pixels[lane] = static_cast<std::uint32_t>(take_varint(at) - 1);
        });
    if ((head & 2) != 0)
        for_each_lane(record.lanes, [&](std::size_t lane) {
            record.counts[lane] = static_cast<std::uint32_t>(take_varint(at));
        });
    else
        record.counts.fill(1);
}

/// Appends the accesses of the records in a segment of a warp. `record` must contain the one before them.
void append_places(std::span<const std::byte> segment, std::uint32_t pixel, TimeWindow window, Record& record,
                   std::vector<AccessPlace>& places) {
    const auto* at = reinterpret_cast<const std::uint8_t*>(segment.data()); // NOLINT: both are bytes
    const std::uint8_t* const end = at + segment.size();
    while (at != end && record.position < window.last) {
        take(at, record);
        std::uint64_t position = record.position;
        for_each_lane(record.lanes, [&](std::size_t lane) {
            for (std::uint32_t i = 0; i < record.counts[lane]; ++i, ++position)
                if (record.pixels[lane] == pixel && position >= window.first && position < window.last)
                    places.push_back({position, record.request});
        });
    }
}

} // namespace

std::vector<AccessPlace> PixelLog::places(std::uint32_t pixel, TimeWindow window) const {
    std::vector<AccessPlace> places;
    if (pixel >= sums_.size()) return places;
    auto at = std::lower_bound(warps_of_pixels_.begin(), warps_of_pixels_.end(), std::pair(pixel, 0U));
    for (; at != warps_of_pixels_.end() && at->first == pixel; ++at) {
        Record record;
        for (const auto& segment : warps_[at->second])
            append_places(segment, pixel, window, record, places);
    }
    std::sort(places.begin(), places.end(),
              [](const AccessPlace& a, const AccessPlace& b) { return a.position < b.position; });
    return places;
}

std::uint64_t PixelLog::memory_bytes() const {
    std::uint64_t bytes = sums_.capacity() * sizeof(ElementSums) +
                          warps_of_pixels_.capacity() * sizeof(warps_of_pixels_.front()) +
                          warps_.capacity() * sizeof(warps_.front());
    for (const Segments& warp : warps_)
        bytes += warp.capacity() * sizeof(warp.front());
    return bytes + bytes_.bytes();
}

struct PixelLogBuilder::Warp {
    Record last;          ///< the record that was written last
    std::size_t room = 0; ///< bytes that are left in the last segment
};

PixelLogBuilder::PixelLogBuilder(std::span<const LaneTagRun> tags, std::uint64_t pixels,
                                 std::shared_ptr<ScratchFile> file)
    : lanes_(tags,
             [pixels](const LaneTag& tag) { return tag.work_item < pixels ? tag.work_item : no_pixel; }),
      warps_(lanes_.warps()) {
    log_.bytes_ = ScratchStore(std::move(file));
    log_.warps_.resize(warps_.size());
    log_.sums_.resize(pixels);
}

PixelLogBuilder::~PixelLogBuilder() = default;

void PixelLogBuilder::add(const RequestView& block, std::span<const ElementAccess> accesses,
                          AccessOutcomes outcomes) {
    while (!accesses.empty()) {
        const std::uint32_t entry_number = accesses.front().entry;
        std::size_t count = 1;
        while (count < accesses.size() && accesses[count].entry == entry_number)
            ++count;
        const std::uint64_t request = block.first_request.value + entry_number;
        if (const auto* warp = lanes_.at(request, block.entries[entry_number])) {
            find_pixels(*warp, accesses.first(count), outcomes.subspan(0, count));
            add_outcomes(accesses.first(count), outcomes.subspan(0, count));
            add_request(warp->number, request, accesses.first(count));
        }
        position_ += count;
        accesses = accesses.subspan(count);
        outcomes = outcomes.subspan(count);
    }
}

/// Finds the pixels of the request's lanes. Either all accesses of a lane in one request count, or none.
void PixelLogBuilder::find_pixels(const LaneTagTracker::Warp& warp, std::span<const ElementAccess> accesses,
                                  const AccessOutcomes& outcomes) {
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        const std::uint8_t lane = accesses[i].lane;
        pixels_[lane] = outcomes[i] != nullptr ? warp.lanes[lane] : no_pixel;
    }
}

void PixelLogBuilder::add_outcomes(std::span<const ElementAccess> accesses, const AccessOutcomes& outcomes) {
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        const std::uint32_t pixel = pixels_[accesses[i].lane];
        if (pixel == no_pixel) continue;
        ElementSums& sums = log_.sums_[pixel];
        const AccessOutcome& outcome = *outcomes[i];
        sums.l1_hits += outcome.l1_hits;
        sums.l2_hits += outcome.l2_hits;
        ++sums.accesses;
        sums.l1_lookups += outcome.l1_lookups;
        sums.l2_lookups += outcome.l2_lookups;
        sums.last_access = static_cast<std::uint32_t>(position_ + i);
    }
}

/// Appends the record to those of a warp.
void PixelLogBuilder::append(Warp& warp) {
    constexpr std::size_t smallest = 256;
    constexpr std::size_t largest = 4096;
    auto& segments = log_.warps_[static_cast<std::size_t>(&warp - warps_.data())];
    if (record_.size() > warp.room) {
        const std::size_t usual =
            segments.empty() ? smallest : std::clamp(2 * segments.back().size(), smallest, largest);
        warp.room = std::max(usual, record_.size());
        segments.emplace_back(log_.bytes_.add(warp.room, 0), 0);
    }
    auto& segment = segments.back();
    std::memcpy(segment.data() + segment.size(), record_.data(), record_.size());
    segment = {segment.data(), segment.size() + record_.size()};
    warp.room -= record_.size();
    record_.clear();
}

/// Writes the record of a request: 4 x distance from the previous request + 2 if some lane does not have
/// exactly one access + 1 if pixels changed; distance from the previous position; lanes XOR previous lanes;
/// if pixels changed, the mask of these lanes and pixel + 1 for each; the numbers of accesses if they are not
/// all 1.
void PixelLogBuilder::add_request(std::uint32_t warp_number, std::uint64_t request,
                                  std::span<const ElementAccess> accesses) {
    Warp& warp = warps_[warp_number];
    Record& last = warp.last;
    std::uint32_t lanes = 0;
    std::uint32_t changed = 0;
    for (const ElementAccess& access : accesses) {
        const std::uint32_t bit = 1U << access.lane;
        last.counts[access.lane] = (lanes & bit) != 0 ? last.counts[access.lane] + 1 : 1;
        lanes |= bit;
        if (pixels_[access.lane] != last.pixels[access.lane]) changed |= bit;
    }
    const bool one_each = static_cast<std::size_t>(std::popcount(lanes)) == accesses.size();
    put_varint(record_, (request - last.request) << 2 | (one_each ? 0 : 2) | (changed != 0 ? 1 : 0));
    put_varint(record_, position_ - last.position);
    put_varint(record_, lanes ^ last.lanes);
    if (changed != 0) put_varint(record_, changed);
    for_each_lane(changed, [&](std::size_t lane) {
        const std::uint32_t pixel = pixels_[lane];
        put_varint(record_, std::uint64_t{pixel} + 1);
        if (pixel != no_pixel) log_.warps_of_pixels_.emplace_back(pixel, warp_number);
        last.pixels[lane] = pixel;
    });
    if (!one_each) for_each_lane(lanes, [&](std::size_t lane) { put_varint(record_, last.counts[lane]); });
    append(warp);
    last.request = request;
    last.position = position_;
    last.lanes = lanes;
}

PixelLog PixelLogBuilder::finish() {
    log_.bytes_.close();
    log_.bytes_.drop_pages();
    auto& pairs = log_.warps_of_pixels_;
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    pairs.shrink_to_fit();
    log_.sums_fit_ = std::all_of(log_.sums_.begin(), log_.sums_.end(),
                                 [](const ElementSums& sums) { return sums.accesses < most_accesses; });
    return std::move(log_);
}

} // namespace hitmap
