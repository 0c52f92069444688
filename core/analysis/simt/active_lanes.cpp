#include "core/analysis/simt/active_lanes.h"

#include "core/analysis/simt/lane_counter.h"
#include "core/base/error.h"
#include "core/trace/formats/all/recording_formats.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <memory>

namespace hitmap {

namespace {

bool needs_tags(SimtBy by) {
    return by == SimtBy::ray_kind || by == SimtBy::bounce || by == SimtBy::pixel;
}

std::unique_ptr<LaneCounter> make_counter(SimtBy by, const RecordingInfo& info,
                                          std::span<const LaneTagRun> tags, std::uint64_t frames) {
    if (needs_tags(by)) return count_by_tag(by, info, tags);
    if (by == SimtBy::allocation) return count_by_allocation(info);
    return count_by_number(by, info, frames);
}

/// The number of lanes of a warp. A file that claims to be of a CPU may have wider requests nevertheless.
unsigned lanes_of_warp(const RecordingInfo& info, const LaneHistogram& all) {
    const bool has_one = std::all_of(all.requests.begin() + 2, all.requests.end(),
                                     [](std::uint64_t requests) { return requests == 0; });
    return is_of_cpu(info) && has_one ? 1 : info.device.warp_size;
}

} // namespace

SimtSums sum_active_lanes(RequestSource& source, std::span<const SimtBy> tables, std::uint64_t frames,
                          const JobContext& job) {
    const RecordingInfo& info = source.info();
    if (info.has_sums())
        throw Error("the recording has sums of frames in the place of requests, so that active lanes are not "
                    "known");
    const bool tagged = std::any_of(tables.begin(), tables.end(), needs_tags);
    const std::vector<LaneTagRun> tags = tagged ? source.lane_tags(job) : std::vector<LaneTagRun>();
    std::vector<std::unique_ptr<LaneCounter>> counters;
    for (const SimtBy by : tables)
        counters.push_back(make_counter(by, info, tags, frames));
    job.begin("counting active lanes", info.requests, "requests");
    SimtSums sums;
    source.rewind();
    constexpr std::size_t requests_per_check = 16384;
    for (RequestBlock block; source.next(block, job.stop);)
        for (std::size_t first = 0; first < block.entries.size(); first += requests_per_check) {
            job.check();
            const std::size_t last = std::min(block.entries.size(), first + requests_per_check);
            const RequestView some(block, first, last);
            for (const auto& entry : some.entries)
                sums.all.add(static_cast<unsigned>(std::popcount(entry.mask)));
            for (const auto& counter : counters)
                counter->count(some);
            job.add(last - first);
        }
    sums.warp_lanes = lanes_of_warp(info, sums.all);
    for (const auto& counter : counters)
        sums.tables.push_back(counter->finish());
    return sums;
}

} // namespace hitmap
