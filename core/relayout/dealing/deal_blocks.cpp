#include "core/relayout/dealing/deal_blocks.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/raytracer/options/launch_size.h"
#include "core/raytracer/options/recorded_options.h"
#include "core/relayout/dealing/block_queues.h"
#include "core/relayout/dealing/dealt_warps.h"
#include "core/relayout/dealing/recorded_warps.h"
#include "core/simt/grid_schedule.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/hmt/file/write_recording.h"
#include "core/trace/model/estimates.h"
#include "core/trace/model/launch_requests.h"
#include "core/trace/model/recording_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

constexpr std::uint32_t most_warps_per_block = 1024;
constexpr std::uint64_t most_resident_warps = std::uint64_t{1} << 24;

/// Throws Error if a block has more warps than any device runs.
std::uint32_t warps_per_block(const Launch& launch, std::uint32_t lanes) {
    std::uint64_t threads = 1;
    for (const std::uint32_t size : launch.block) {
        threads *= std::max(1U, size);
        if (threads > std::uint64_t{most_warps_per_block} * lanes)
            throw Error(fmt::format("{}: expected thread blocks of at most {} warps, found {} x {} x {} "
                                    "threads",
                                    launch.kernel, most_warps_per_block, launch.block[0], launch.block[1],
                                    launch.block[2]));
    }
    return static_cast<std::uint32_t>((threads + lanes - 1) / lanes);
}

/// Throws Error if an allocation exists for a part of the requests of a launch, since it is not known which
/// these are when their order is another.
void check_lifetimes(const HmtFile& file, bool interleaved) {
    const RecordingInfo& info = file.info();
    const auto is_between_launches = [&](RequestIndex request) {
        return request.value == 0 || request.value >= info.requests ||
               (!interleaved && std::ranges::any_of(info.launches, [&](const Launch& launch) {
                   return launch.first_request == request;
               }));
    };
    for (const Allocation& allocation : info.allocations)
        if (!is_between_launches(allocation.first_request) || !is_between_launches(allocation.last_request))
            throw Error(fmt::format("the blocks cannot be dealt again: the buffer {} begins or ends while a "
                                    "launch runs",
                                    allocation.name));
}

/// The blocks that have something, in the order of launches and numbers.
std::vector<RecordedBlock> blocks_of(std::vector<WarpCount>& counts,
                                     std::span<const std::uint32_t> warps_per_block_of) {
    std::vector<RecordedBlock> blocks;
    for (std::size_t i = 0; i < counts.size();) {
        const std::uint32_t launch = counts[i].launch;
        if (launch >= warps_per_block_of.size()) throw Error("a warp belongs to a launch that is not there");
        const std::uint32_t warps = warps_per_block_of[launch];
        const std::uint32_t block = counts[i].warp / warps;
        std::size_t end = i;
        while (end < counts.size() && counts[end].launch == launch && counts[end].warp / warps == block)
            ++end;
        blocks.push_back({launch, block, std::span(counts).subspan(i, end - i)});
        i = end;
    }
    return blocks;
}

/// The reasons why the result is an estimate.
std::vector<std::string> estimates_of(const RecordingInfo& info, const std::optional<TraceOptions>& traced,
                                      bool interleaved) {
    std::vector<std::string> reasons;
    if (!traced)
        reasons.emplace_back("in which order the SMs run their blocks and requests is assumed");
    else if (traced->kernel != Kernel::pixel)
        reasons.push_back(fmt::format("each warp keeps the pixels that it took on {} SMs", traced->sm_count));
    else if (launch_size(*traced).warps_per_block > 1)
        reasons.push_back(
            fmt::format("the warps of a block take turns as they did on {} SMs", traced->sm_count));
    if (!part_text(info).empty())
        reasons.emplace_back("blocks that the part cuts have only the requests that are in it");
    if (info.incomplete)
        reasons.emplace_back("the recording was interrupted, so that blocks end before their last request");
    if (interleaved) reasons.emplace_back("launches that ran at the same time follow one another");
    return reasons;
}

void weaken(RecordingInfo& info, std::string_view field, Origin origin) {
    const auto found = std::ranges::find(info.origins, field, &FieldOrigin::field);
    if (found == info.origins.end())
        info.origins.push_back({std::string(field), origin});
    else
        found->origin = weaker(found->origin, origin);
}

/// Says in the tables what was done.
void describe_dealing(RecordingInfo& info, std::uint32_t sms, const std::vector<std::string>& estimates) {
    // Of a recording that was dealt before, the number that it was recorded on stays.
    const std::string text =
        fmt::format("{}, recorded on {}", counted_text(sms, "SM", "SMs"), recorded_sms(info));
    std::vector<std::string> reasons;
    for (const auto& [name, value] : info.options)
        if (name == deal_blocks_estimate_option) reasons.push_back(value);
    for (const std::string& estimate : estimates)
        if (std::ranges::find(reasons, estimate) == reasons.end()) reasons.push_back(estimate);
    std::erase_if(info.options, [](const auto& option) {
        return option.first == deal_blocks_option || option.first == deal_blocks_estimate_option;
    });
    info.options.emplace_back(deal_blocks_option, text);
    for (std::string& reason : reasons)
        info.options.emplace_back(deal_blocks_estimate_option, std::move(reason));
    info.device.sm_count = sms;
    if (!info.device.name.empty())
        info.device.name += fmt::format(", blocks dealt to {}", counted_text(sms, "SM", "SMs"));
    const Origin origin = estimates.empty() ? Origin::derived : Origin::assumed;
    for (const std::string_view field : {"sm", "order"})
        weaken(info, field, origin);
}

/// The device of a launch, with no more places than its blocks can take.
simt::DeviceConfig device_of(const RecordingInfo& info, const std::optional<TraceOptions>& traced,
                             std::uint32_t sms, std::size_t blocks, std::uint32_t warps) {
    simt::DeviceConfig device;
    device.sm_count = static_cast<std::uint32_t>(std::min<std::size_t>(sms, blocks));
    const std::size_t most = (blocks + device.sm_count - 1) / device.sm_count;
    const std::uint32_t groups = std::max(1U, info.device.warp_slots_per_sm / warps);
    device.warps_per_sm = static_cast<std::uint32_t>(std::min<std::size_t>(groups, most)) * warps;
    if (std::uint64_t{device.sm_count} * device.warps_per_sm > most_resident_warps)
        throw Error(fmt::format("expected at most {} resident warps, found {} SMs with {} each",
                                most_resident_warps, device.sm_count, device.warps_per_sm));
    if (traced) device.scheduler = traced->scheduler;
    device.warp_lanes = info.device.warp_size;
    return device;
}

/// The launches of a recording on another device.
class Dealing {
public:
    Dealing(const HmtFile& file, std::uint32_t sms, const std::optional<TraceOptions>& traced,
            std::vector<WarpCount> counts, std::vector<std::uint32_t> warps_per_block_of, ThreadPool& pool,
            const JobContext& job)
        : info_(file.info()),
          sms_(sms),
          traced_(traced),
          job_(job),
          counts_(std::move(counts)),
          warps_per_block_(std::move(warps_per_block_of)),
          blocks_(blocks_of(counts_, warps_per_block_)),
          queues_(file, warps_per_block_, blocks_, pool, job) {}

    void run(RecordingSink& out) {
        job_.begin("dealing the thread blocks", info_.requests, "requests");
        DealtWarps warps(info_, blocks_, queues_, out);
        std::size_t first = 0;
        for (std::uint32_t launch = 0; launch < info_.launches.size(); ++launch) {
            out.begin_launch(info_.launches[launch]);
            std::size_t end = first;
            while (end < blocks_.size() && blocks_[end].launch == launch)
                ++end;
            if (end != first) run(warps, first, end);
            first = end;
        }
    }

private:
    void run(DealtWarps& warps, std::size_t first, std::size_t end) {
        constexpr std::uint64_t each = 4096; // requests from one report of progress to the next
        const std::uint32_t per_block = warps_per_block_[blocks_[first].launch];
        warps.begin_launch(first, per_block);
        simt::GridSchedule grid(device_of(info_, traced_, sms_, end - first, per_block),
                                static_cast<std::uint32_t>(end - first), per_block, warps);
        std::uint64_t told = warps.requests();
        do {
            job_.check();
            if (warps.requests() - told < each) continue;
            job_.add(warps.requests() - told);
            told = warps.requests();
        } while (grid.step());
        job_.add(warps.requests() - told);
    }

    const RecordingInfo& info_;
    std::uint32_t sms_;
    const std::optional<TraceOptions>& traced_;
    JobContext job_;
    std::vector<WarpCount> counts_;
    std::vector<std::uint32_t> warps_per_block_; ///< [launches]
    std::vector<RecordedBlock> blocks_;          ///< whose warps are counts_
    BlockQueues queues_;
};

} // namespace

void deal_blocks(const HmtFile& file, std::uint32_t sms, RecordingSink& out, ThreadPool& pool,
                 const JobContext& job) {
    const RecordingInfo& recorded = file.info();
    if (recorded.has_sums())
        throw Error("the blocks cannot be dealt again: expected a recording with requests, found sums of "
                    "frames");
    const bool interleaved = launches_interleave(file.launch_requests(job));
    check_lifetimes(file, interleaved);
    const std::optional<TraceOptions> traced = recorded_trace_options(recorded.options);
    std::vector<std::uint32_t> warps;
    for (const Launch& launch : recorded.launches)
        warps.push_back(warps_per_block(launch, recorded.device.warp_size));
    std::vector<WarpCount> counts = count_warps(file, pool, job);
    RecordingInfo info = info_with_contents(file);
    info.launches.clear(); // The sink gets them one after the other.
    describe_dealing(info, sms, estimates_of(recorded, traced, interleaved));
    const auto scene = file.read_scene(job);
    out.begin(info, scene.get());
    Dealing(file, sms, traced, std::move(counts), std::move(warps), pool, job).run(out);
    out.finish();
}

HmtFile dealt_file(const HmtFile& file, std::uint32_t sms, std::uint64_t limit, ThreadPool& pool,
                   const JobContext& job) {
    std::vector<std::byte> bytes;
    deal_blocks(file, sms, *write_hmt(create_limited_memory(bytes, limit), {}, &pool, job), pool, job);
    return HmtFile(open_memory(std::move(bytes), file.name()), job);
}

} // namespace hitmap
