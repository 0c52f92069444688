#include "core/analysis/simt/sum_executions.h"

#include "core/analysis/simt/warp_executions.h"
#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// Launches that run at the same time have their events in turn, so that each has a state of its own.
class ExecutionPass {
public:
    /// @param events  [launches] number of events
    ExecutionPass(const RecordingInfo& info, bool lives, std::vector<std::uint64_t> events)
        : info_(info),
          wants_lives_(lives),
          functions_(function_table(info.basic_blocks)),
          compaction_(info.basic_blocks, info.device.warp_size),
          events_left_(std::move(events)) {
        sums_.warp_lanes = info.device.warp_size;
        sums_.blocks.resize(info.basic_blocks.size());
        sums_.inactive_of_functions.resize(functions_.functions.size());
    }

    void add(const BlockExecution& event) {
        Running& launch = launch_of(event);
        const BasicBlock& block = info_.basic_blocks[event.block];
        const auto lanes = static_cast<unsigned>(std::popcount(event.mask));
        sums_.blocks[event.block].add(block.instructions, lanes);
        launch.sums.add(block.instructions, lanes);
        warp_of(launch, event).execute(event, block, functions_.of_block[event.block], launch.inactive);
        if (--events_left_[event.launch] == 0) end_launch(event.launch, launch);
    }

    ExecutionSums finish() {
        sums_.compaction = compaction_.rows();
        sums_.block_compaction = compaction_.rows_of_blocks();
        for (std::size_t i = 0; i < sums_.blocks.size(); ++i) {
            sums_.all += sums_.blocks[i];
            if (info_.basic_blocks[i].entry == BlockEntry::function) sums_.calls += sums_.blocks[i];
        }
        std::ranges::sort(sums_.launches, {}, &LaunchExecutions::launch);
        std::ranges::sort(sums_.lives, {}, [](const WarpLife& life) {
            return std::tuple(life.launch, life.sm, life.slot, life.first_request, life.warp);
        });
        return std::move(sums_);
    }

private:
    using Place = std::pair<std::uint32_t, std::uint32_t>; // SM and slot

    /// A launch that has events before and behind the present one.
    struct Running {
        InstructionSums sums;
        std::vector<InactiveSlots> inactive; ///< [functions]
        std::map<Place, std::unique_ptr<WarpExecutions>> warps;
        std::unique_ptr<WarpExecutions>* last = nullptr; ///< in `warps`, whose nodes stay where they are
        Place last_place;
    };

    Running& launch_of(const BlockExecution& event) {
        if (last_ != nullptr && last_number_ == event.launch) return *last_;
        Running& launch = running_[event.launch];
        launch.inactive.resize(functions_.functions.size());
        last_ = &launch;
        last_number_ = event.launch;
        return launch;
    }

    WarpExecutions& warp_of(Running& launch, const BlockExecution& event) {
        const Place place(event.sm, event.slot);
        if (launch.last == nullptr || launch.last_place != place) {
            const auto [found, is_new] = launch.warps.try_emplace(place);
            if (is_new && ++running_warps_ > most_running_warps)
                throw Error(fmt::format("expected at most {} warps at the same time, found more",
                                        most_running_warps));
            launch.last = &found->second;
            launch.last_place = place;
        }
        std::unique_ptr<WarpExecutions>& warp = *launch.last;
        if (warp != nullptr && warp->is_of(event)) return *warp;
        if (warp != nullptr) end(launch, *warp);
        warp = std::make_unique<WarpExecutions>(event, compaction_.begin(event.launch, event.sm),
                                                sums_.warp_lanes, tells_returns_);
        return *warp;
    }

    void end(Running& launch, WarpExecutions& warp) {
        warp.end(sums_, launch.inactive);
        compaction_.end(warp.life().launch, warp.life().sm, warp.number(), warp.lanes());
        if (wants_lives_) sums_.lives.push_back(warp.life());
    }

    void end_launch(std::uint32_t number, Running& launch) {
        for (auto& [place, warp] : launch.warps)
            end(launch, *warp);
        compaction_.end_launch(number);
        LaunchExecutions sums{number, launch.sums, {}};
        for (std::size_t i = 0; i < launch.inactive.size(); ++i) {
            sums.inactive += launch.inactive[i];
            sums_.inactive_of_functions[i] += launch.inactive[i];
        }
        sums_.inactive += sums.inactive;
        sums_.launches.push_back(sums);
        running_warps_ -= launch.warps.size();
        running_.erase(number);
        last_ = nullptr;
    }

    const RecordingInfo& info_;
    /// Whether an event can say that a function has returned.
    bool tells_returns_ = std::ranges::any_of(
        info_.basic_blocks, [](const BasicBlock& block) { return block.entry == BlockEntry::after_call; });
    bool wants_lives_;
    FunctionTable functions_;
    ExecutionSums sums_;
    Compaction compaction_;
    std::vector<std::uint64_t> events_left_; ///< [launches]
    std::map<std::uint32_t, Running> running_;
    std::size_t running_warps_ = 0;
    Running* last_ = nullptr; ///< in running_, whose nodes stay where they are
    std::uint32_t last_number_ = 0;
};

/// Returns the number of events of each launch, from which follows when it has ended.
std::vector<std::uint64_t> count_events(RequestSource& source, const JobContext& job) {
    const RecordingInfo& info = source.info();
    std::vector<std::uint64_t> counts(info.launches.size());
    if (counts.size() == 1) return {info.executions};
    source.rewind();
    for (std::vector<BlockExecution> events; source.next_executions(events);) {
        job.check();
        for (const BlockExecution& event : events)
            ++counts[event.launch];
    }
    return counts;
}

} // namespace

ExecutionSums sum_executions(RequestSource& source, bool lives, const JobContext& job) {
    const RecordingInfo& info = source.info();
    if (info.executions == 0) {
        ExecutionSums none;
        none.why_empty =
            info.basic_blocks.empty()
                ? "the recording has no execution events, which hitmap trace --blocks and recorders write"
                : "no warp executes a basic block in the recording";
        return none;
    }
    job.begin("counting basic blocks", info.executions, "events");
    ExecutionPass pass(info, lives, count_events(source, job));
    source.rewind();
    for (std::vector<BlockExecution> events; source.next_executions(events);) {
        job.check();
        for (const BlockExecution& event : events)
            pass.add(event);
        job.add(events.size());
    }
    return pass.finish();
}

} // namespace hitmap
