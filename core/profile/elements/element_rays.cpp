#include "core/profile/elements/element_rays.h"

#include "core/profile/elements/rays_memory.h"
#include "core/profile/pixels/pixel_lateness.h"
#include "core/profile/sums/lane_tag_tracker.h"
#include "core/trace/model/element_access.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

constexpr float undefined_mean = std::numeric_limits<float>::quiet_NaN();

/// Sums are whole numbers of this part of the recording, so that they do not depend on the order of accesses.
constexpr double parts_of_recording = 1U << 28;

/// Reads a source from its beginning and calls visit(block, accesses) for each block.
template <class Visit>
void for_each_block(RequestSource& source, const ElementAccessFinder& finder, const JobContext& job,
                    std::string_view stage, const Visit& visit) {
    job.begin(stage, source.info().requests, "requests");
    source.rewind();
    RequestBlock block;
    std::vector<ElementAccess> accesses;
    std::uint64_t found = 0;
    while (source.next(block, job.stop)) {
        finder.find(block, accesses);
        visit(block, accesses);
        found += accesses.size();
        source.check_accesses(RequestIndex(block.first_request.value + block.entries.size()), found);
        job.add(block.entries.size());
        job.check();
    }
}

/// [pixels] Position of the last access as a share of the recording, as the metric "access-order" has it; NaN
/// for pixels that were not accessed.
std::vector<float> order_of_pixels(RequestSource& source, const ElementAccessFinder& finder,
                                   const JobContext& job) {
    constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
    std::vector<std::uint64_t> last(finder.element_count(pixel_kind), never);
    std::uint64_t positions = 0;
    for_each_block(source, finder, job, "reading when each pixel is written",
                   [&](const RequestBlock& /*block*/, const std::vector<ElementAccess>& accesses) {
                       for (const ElementAccess& access : accesses) {
                           if (access.kind == pixel_kind) last[access.element] = positions;
                           ++positions;
                       }
                   });
    std::vector<float> order(last.size(), undefined_mean);
    for (std::size_t p = 0; p < last.size(); ++p)
        if (last[p] != never)
            order[p] = static_cast<float>(static_cast<double>(last[p]) / static_cast<double>(positions));
    return order;
}

/// The sums over the accesses to an element.
struct RaySum {
    std::uint64_t accesses = 0;
    std::int64_t sum = 0;
};

/// What is summed over accesses.
struct SummedValues {
    /// Derives an index into `values` from a tag, or LaneTagTracker::none.
    std::function<std::uint32_t(const LaneTag&)> number_of;
    std::vector<std::optional<std::int32_t>> values; ///< no value: the access does not count
    double parts = 1.0;                              ///< the values of one unit
};

/// Sums the values of the lanes' rays.
class RaySums {
public:
    RaySums(const ElementAccessFinder& finder, std::span<const LaneTagRun> tags, SummedValues summed)
        : lanes_(tags, summed.number_of), summed_(std::move(summed)), sums_(element_kinds().size()) {
        for (const ElementKindId kind : drawn_kinds())
            sums_[kind].resize(finder.element_count(kind));
    }

    void add(const RequestBlock& block, const std::vector<ElementAccess>& accesses) {
        const LaneTagTracker::Warp* warp = nullptr;
        for (std::size_t i = 0; i < accesses.size(); ++i) {
            const ElementAccess& access = accesses[i];
            if (i == 0 || access.entry != accesses[i - 1].entry)
                warp = lanes_.at(block.first_request.value + access.entry, block.entries[access.entry]);
            if (warp == nullptr || sums_[access.kind].empty()) continue;
            const std::uint32_t number = warp->lanes[access.lane];
            if (number == LaneTagTracker::none || !summed_.values[number]) continue;
            RaySum& sum = sums_[access.kind][access.element];
            ++sum.accesses;
            sum.sum += *summed_.values[number];
        }
    }

    [[nodiscard]] ElementMeans means() const {
        ElementMeans means(sums_.size());
        for (std::size_t kind = 0; kind < sums_.size(); ++kind)
            for (const RaySum& sum : sums_[kind])
                means[kind].push_back(sum.accesses == 0
                                          ? undefined_mean
                                          : static_cast<float>(static_cast<double>(sum.sum) / summed_.parts /
                                                               static_cast<double>(sum.accesses)));
        return means;
    }

private:
    LaneTagTracker lanes_;
    SummedValues summed_;
    std::vector<std::vector<RaySum>> sums_; ///< [element_kinds()][elements]
};

SummedValues bounces() {
    SummedValues summed;
    summed.number_of = [](const LaneTag& tag) { return std::uint32_t{tag.bounce}; };
    for (std::int32_t bounce = 0; bounce <= std::numeric_limits<std::uint8_t>::max(); ++bounce)
        summed.values.emplace_back(bounce);
    return summed;
}

SummedValues lateness(RequestSource& source, const ElementAccessFinder& finder, const JobContext& job) {
    const std::uint32_t width = source.info().scene.width;
    SummedValues summed;
    summed.parts = parts_of_recording;
    for (const float late : pixel_lateness(order_of_pixels(source, finder, job), width, lateness_reach))
        summed.values.push_back(std::isnan(late) ? std::nullopt
                                                 : std::optional(static_cast<std::int32_t>(
                                                       std::lround(double{late} * parts_of_recording))));
    // Further framebuffers have elements behind those of the first one, which no work item names.
    const std::uint64_t pixels =
        std::min<std::uint64_t>(summed.values.size(), std::uint64_t{width} * source.info().scene.height);
    summed.number_of = [pixels](const LaneTag& tag) {
        return tag.work_item < pixels ? tag.work_item : LaneTagTracker::none;
    };
    return summed;
}

} // namespace

ElementMeans mean_over_rays(RequestSource& source, RayMean mean, const JobContext& job) {
    const ElementAccessFinder finder(source.info());
    RaySums sums(finder, source.lane_tags(job),
                 mean == RayMean::bounce ? bounces() : lateness(source, finder, job));
    for_each_block(source, finder, job, "counting by which rays elements are accessed",
                   [&](const RequestBlock& block, const std::vector<ElementAccess>& accesses) {
                       sums.add(block, accesses);
                   });
    return sums.means();
}

std::uint64_t estimate_rays_bytes(const RecordingInfo& info) {
    const ElementAccessFinder finder(info);
    constexpr std::uint64_t bytes_an_element = sizeof(RaySum) + sizeof(float);
    // When it was written, its lateness, and one lane tag while tags are read and sorted.
    constexpr std::uint64_t bytes_a_pixel = 32 + 96;
    std::uint64_t bytes = finder.element_count(pixel_kind) * bytes_a_pixel;
    for (const ElementKindId kind : drawn_kinds())
        bytes += finder.element_count(kind) * bytes_an_element;
    return bytes;
}

ElementRays::ElementRays(const RecordingInfo& info, Open open)
    : has_pixels_(info.scene.width != 0 && info.scene.height != 0 && info.element_accesses[pixel_kind] != 0),
      open_(std::move(open)) {}

std::shared_ptr<const ElementMeans> ElementRays::get(RayMean mean, const JobContext& job) const {
    const auto make = [&] {
        return std::make_shared<const ElementMeans>(mean_over_rays(*open_(), mean, job));
    };
    return (*means_)[static_cast<std::size_t>(mean)].get(make, job);
}

std::shared_ptr<const ElementRays> ElementRays::of_copy(Open open) const {
    auto copy = std::make_shared<ElementRays>(*this);
    copy->open_ = std::move(open);
    return copy;
}

std::shared_ptr<const ElementRays> element_rays(const RecordingInfo& info, std::span<const LaneTagRun> tags,
                                                ElementRays::Open open) {
    return tags.empty() ? nullptr : std::make_shared<const ElementRays>(info, std::move(open));
}

} // namespace hitmap
