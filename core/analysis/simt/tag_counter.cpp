#include "core/analysis/simt/lane_counter.h"
#include "core/analysis/simt/lane_split.h"
#include "core/profile/sums/lane_tag_tracker.h"
#include "core/profile/sums/ray_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace hitmap {

namespace {

constexpr const char* no_tags = "the recording has no lane tags, which say what a lane works on";

std::array<std::uint32_t, warp_size> untagged_lanes() {
    std::array<std::uint32_t, warp_size> lanes{};
    lanes.fill(LaneTagTracker::none);
    return lanes;
}

/// Calls visit(entry, numbers of its lanes) for each request of a block.
template <class Visit>
void for_each_tagged(LaneTagTracker& tracker, const RequestView& block, const Visit& visit) {
    static const std::array<std::uint32_t, warp_size> untagged = untagged_lanes();
    for (std::size_t i = 0; i < block.entries.size(); ++i) {
        const auto& entry = block.entries[i];
        const LaneTagTracker::Warp* const warp = tracker.at(block.first_request.value + i, entry);
        visit(entry, warp != nullptr ? warp->lanes : untagged);
    }
}

/// Counts a request for each ray kind or bounce that one of its lanes serves, with these lanes.
class RayCounter final : public LaneCounter {
public:
    RayCounter(SimtBy by, std::span<const LaneTagRun> tags)
        : by_(by), has_tags_(!tags.empty()), tracker_(tags, [by](const LaneTag& tag) {
              return std::uint32_t{by == SimtBy::bounce ? tag.bounce : tag.ray_kind};
          }) {}

    void count(const RequestView& block) override {
        for_each_tagged(tracker_, block, [this](const auto& entry, const auto& numbers) {
            for_each_number(entry.mask, numbers, [this](std::uint32_t number, std::uint32_t lanes) {
                LaneHistogram& histogram = number == LaneTagTracker::none ? untagged_ : by_number_.at(number);
                histogram.add(static_cast<unsigned>(std::popcount(lanes)));
            });
        });
    }

    SimtTable finish() override {
        SimtTable table{by_, {}, {}};
        by_number_.for_each([&](std::uint32_t number, const LaneHistogram& histogram) {
            const std::string name = by_ == SimtBy::bounce
                                         ? fmt::format("{}", number)
                                         : to_string(RaySelection{static_cast<std::uint8_t>(number), {}});
            table.rows.push_back(simt_row(number, name, histogram));
        });
        if (!has_tags_)
            table.why_empty = no_tags;
        else if (untagged_ != LaneHistogram())
            table.rows.push_back(simt_row(no_simt_number, "not tagged", untagged_));
        if (table.rows.empty() && has_tags_) table.why_empty = "the recording has no requests";
        return table;
    }

private:
    SimtBy by_;
    bool has_tags_;
    LaneTagTracker tracker_;
    HistogramsByNumber by_number_; ///< ray kinds or bounces, below 256
    LaneHistogram untagged_;
};

/// The work items of tags without duplicates, in ascending order.
std::vector<std::uint32_t> work_items(std::span<const LaneTagRun> tags) {
    std::vector<std::uint32_t> items;
    items.reserve(tags.size());
    for (const LaneTagRun& run : tags)
        items.push_back(run.tag.work_item);
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
    return items;
}

/// Counts a request for each pixel that one of its lanes serves, with all its active lanes n_i: N(x,y) is
/// their sum (von Buelow 2024, eq. 3.4), and the efficiency of a pixel its branching rate b(x,y) (eq. 3.5).
class PixelCounter final : public LaneCounter {
public:
    PixelCounter(std::uint32_t width, std::span<const LaneTagRun> tags)
        : width_(width),
          pixels_(work_items(tags)),
          sums_(pixels_.size()),
          tracker_(tags, [this](const LaneTag& tag) {
              return static_cast<std::uint32_t>(
                  std::lower_bound(pixels_.begin(), pixels_.end(), tag.work_item) - pixels_.begin());
          }) {}

    void count(const RequestView& block) override {
        for_each_tagged(tracker_, block, [this](const auto& entry, const auto& numbers) {
            const auto active = static_cast<unsigned>(std::popcount(entry.mask));
            for_each_number(entry.mask, numbers, [&](std::uint32_t number, std::uint32_t /*lanes*/) {
                if (number == LaneTagTracker::none) return;
                ++sums_[number].requests;
                sums_[number].active_lanes += active;
            });
        });
    }

    SimtTable finish() override {
        SimtTable table{SimtBy::pixel, {}, {}};
        for (std::size_t i = 0; i < pixels_.size(); ++i) {
            if (sums_[i].requests == 0) continue;
            const std::uint32_t pixel = pixels_[i];
            const std::string name =
                width_ != 0 ? fmt::format("{},{}", pixel % width_, pixel / width_) : fmt::format("{}", pixel);
            table.rows.push_back({pixel, name, sums_[i]});
        }
        if (table.rows.empty()) table.why_empty = no_tags;
        return table;
    }

private:
    std::uint32_t width_; ///< 0: not known
    std::vector<std::uint32_t> pixels_;
    std::vector<LaneSums> sums_; ///< [pixels_]
    LaneTagTracker tracker_;
};

} // namespace

std::unique_ptr<LaneCounter> count_by_tag(SimtBy by, const RecordingInfo& info,
                                          std::span<const LaneTagRun> tags) {
    if (by == SimtBy::pixel) return std::make_unique<PixelCounter>(info.scene.width, tags);
    return std::make_unique<RayCounter>(by, tags);
}

} // namespace hitmap
