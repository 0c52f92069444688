#include "tests/profile/pixels/naive_pixels.h"

#include <algorithm>
#include <bit>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace hitmap::test {

namespace {

class Naive {
public:
    Naive(const NaiveRecording& recording, const NaiveSelection& selection)
        : recording_(recording), info_(recording.info), selection_(selection) {
        for (const LaneTagRun& run : recording.tags)
            tags_[{run.launch, run.warp, run.lane}].push_back(&run);
    }

    void add(const Request& request) {
        const Instruction& instruction = info_.instructions[request.instruction];
        std::set<std::uint32_t> pixels;
        const std::uint64_t first = position_;
        for (unsigned lane = 0; lane < warp_size; ++lane) {
            if ((request.mask >> lane & 1) == 0) continue;
            const Elements elements = elements_of(request, lane);
            const auto pixel = pixel_of(request, lane, elements);
            for (const auto& [kind, element] : elements)
                add_access(kind, element, pixel);
            if (!pixel) continue;
            pixels.insert(*pixel);
            if (!is_in_window(first)) continue;
            if (instruction.space == Space::global)
                for (const Allocation& each : info_.allocations)
                    if (each.role == Role::nodes) sums[*pixel].nodes += starts_in(each, request, lane);
            if (instruction.space == Space::local) add_stack(request, lane, sums[*pixel]);
        }
        if (is_in_window(first))
            for (const std::uint32_t pixel : pixels)
                add_request(request, sums[pixel]);
        ++number_;
    }

    std::map<std::uint32_t, PixelSums> sums;

private:
    using Elements = std::vector<std::pair<std::size_t, std::uint64_t>>; ///< kinds and numbers

    [[nodiscard]] bool is_in_window(std::uint64_t position) const {
        const std::uint64_t last = info_.positions() - 1;
        const std::uint64_t at = position < last ? position : last;
        return selection_.window.first <= at && at < selection_.window.last;
    }

    /// No value if the lane does not count.
    [[nodiscard]] std::optional<std::uint32_t> pixel_of(const Request& request, unsigned lane,
                                                        const Elements& elements) const {
        const LaneTagRun* found = nullptr;
        if (const auto of_lane = tags_.find({request.launch, request.warp, lane}); of_lane != tags_.end())
            for (const LaneTagRun* run : of_lane->second)
                if (run->first_request.value <= number_) found = run;
        if (found == nullptr || !selection_.rays(found->tag)) return std::nullopt;
        if (selection_.instruction && *selection_.instruction != request.instruction) return std::nullopt;
        if (selection_.allocation && owner(request, lane) != selection_.allocation) return std::nullopt;
        if (selection_.elements && std::ranges::none_of(elements, [&](const auto& element) {
                return selection_.elements(element.first, element.second);
            }))
            return std::nullopt;
        return found->tag.work_item;
    }

    [[nodiscard]] std::optional<std::size_t> owner(const Request& request, unsigned lane) const {
        const Space space = info_.instructions[request.instruction].space;
        for (std::size_t i = 0; i < info_.allocations.size(); ++i) {
            const Allocation& a = info_.allocations[i];
            if (a.space == space && a.address <= request.address[lane] &&
                request.address[lane] < a.address + a.bytes && a.first_request.value <= number_ &&
                number_ < a.last_request.value)
                return i;
        }
        return std::nullopt;
    }

    /// Returns the number of elements whose first byte the lane accesses.
    [[nodiscard]] std::uint64_t starts_in(const Allocation& a, const Request& request, unsigned lane) const {
        std::uint64_t count = 0;
        for (std::uint64_t slot = 0; slot < a.bytes / a.stride; ++slot)
            count += is_start(a, slot, request, lane) ? 1 : 0;
        return count;
    }

    [[nodiscard]] bool is_start(const Allocation& a, std::uint64_t slot, const Request& request,
                                unsigned lane) const {
        const std::uint64_t start = a.address + slot * a.stride;
        return request.address[lane] <= start &&
               start < request.address[lane] + info_.instructions[request.instruction].bytes_per_lane;
    }

    /// Returns kind and number of each element whose first byte the lane accesses.
    [[nodiscard]] Elements elements_of(const Request& request, unsigned lane) const {
        Elements elements;
        const Instruction& instruction = info_.instructions[request.instruction];
        if (instruction.space != Space::global || instruction.operation == Operation::atomic) return elements;
        for (std::size_t kind = 0; kind < element_kinds().size(); ++kind) {
            std::uint64_t before = 0; // elements of the kind in earlier allocations
            for (const Allocation& a : info_.allocations) {
                if (a.role != element_kinds()[kind].role) continue;
                const std::uint64_t slots = a.bytes / a.stride;
                const bool is_near = request.address[lane] < a.address + a.bytes &&
                                     a.address < request.address[lane] + instruction.bytes_per_lane;
                for (std::uint64_t slot = 0; slot < slots && is_near; ++slot)
                    if (is_start(a, slot, request, lane)) elements.emplace_back(kind, before + slot);
                before += slots;
            }
        }
        return elements;
    }

    void add_access(std::size_t kind, std::uint64_t element, std::optional<std::uint32_t> pixel) {
        const std::uint64_t position = position_++;
        if (selection_.elements && !selection_.elements(kind, element)) return;
        if (!pixel || position < selection_.window.first || position >= selection_.window.last) return;
        PixelSums& own = sums[*pixel];
        ++own.accesses.at(kind);
        if (recording_.outcomes.empty()) return;
        const AccessOutcome& outcome = recording_.outcomes.at(position);
        own.l1_hits += outcome.l1_hits;
        own.l1_lookups += outcome.l1_lookups;
        own.l2_hits += outcome.l2_hits;
        own.l2_lookups += outcome.l2_lookups;
    }

    void add_stack(const Request& request, unsigned lane, PixelSums& own) const {
        const std::uint64_t bytes = info_.instructions[request.instruction].bytes_per_lane;
        std::map<std::uint64_t, std::set<unsigned>> lanes; // by word, of the eight lanes of a sector
        for (unsigned other = lane / 8 * 8; other < lane / 8 * 8 + 8; ++other)
            for (std::uint64_t byte = 0; byte < bytes && (request.mask >> other & 1) != 0; ++byte)
                lanes[(request.address[other] + byte) / 4].insert(other);
        for (const auto& [word, sharing] : lanes)
            if (sharing.contains(lane)) own.stack += 840 / sharing.size();
    }

    void add_request(const Request& request, PixelSums& own) const {
        ++own.requests;
        own.active_lanes += static_cast<unsigned>(std::popcount(request.mask));
        if (recording_.traffic.empty()) return;
        const ReferenceRequest& traffic = recording_.traffic.at(number_);
        for (const ReferenceSector& sector : traffic.sectors) {
            if (selection_.allocation && !sector.allocations.contains(*selection_.allocation)) continue;
            ++own.sectors;
            own.l1_lookups += sector.in_l1 ? 1 : 0;
            own.l1_hits += sector.l1_hit ? hit_unit : 0;
            own.l2_lookups += sector.asks_l2 ? 1 : 0;
            own.l2_hits += sector.l2_hit ? hit_unit : 0;
        }
        for (const auto& [allocation, sectors] : traffic.fetched)
            if (!selection_.allocation || allocation == selection_.allocation) own.fetched += sectors;
    }

    const NaiveRecording& recording_;
    const RecordingInfo& info_;
    const NaiveSelection& selection_;
    std::map<std::tuple<std::uint32_t, std::uint32_t, unsigned>, std::vector<const LaneTagRun*>> tags_;
    std::uint64_t number_ = 0;
    std::uint64_t position_ = 0;
};

} // namespace

std::map<std::uint32_t, PixelSums> naive_pixels(const NaiveRecording& recording,
                                                const NaiveSelection& selection) {
    Naive naive(recording, selection);
    for (const Request& request : recording.requests)
        naive.add(request);
    return naive.sums;
}

} // namespace hitmap::test
