#include "core/analysis/executions/sum_executions.h"

#include "core/analysis/executions/warp_executions.h"
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

class ExecutionPass {
public:
    ExecutionPass(const RecordingInfo& info, bool lives)
        : info_(info),
          wants_lives_(lives),
          functions_(function_table(info.basic_blocks)),
          inactive_(functions_.functions.size()),
          compaction_(info.basic_blocks, info.device.warp_size) {
        sums_.warp_lanes = info.device.warp_size;
        sums_.blocks.resize(info.basic_blocks.size());
        sums_.inactive_of_functions.resize(inactive_.size());
    }

    void add(const BlockExecution& event) {
        if (event.launch > launch_) {
            end_launch();
            launch_ = event.launch;
        }
        const BasicBlock& block = info_.basic_blocks[event.block];
        const auto lanes = static_cast<unsigned>(std::popcount(event.mask));
        sums_.blocks[event.block].add(block.instructions, lanes);
        of_launch_.add(block.instructions, lanes);
        warp_of(event).execute(event, block, functions_.of_block[event.block], inactive_);
    }

    ExecutionSums finish() {
        end_launch();
        sums_.compaction = compaction_.rows();
        sums_.block_compaction = compaction_.rows_of_blocks();
        for (std::size_t i = 0; i < sums_.blocks.size(); ++i) {
            sums_.all += sums_.blocks[i];
            if (info_.basic_blocks[i].entry == BlockEntry::function) sums_.calls += sums_.blocks[i];
        }
        std::ranges::sort(sums_.lives, {}, [](const WarpLife& life) {
            return std::tuple(life.launch, life.sm, life.slot, life.first_request, life.warp);
        });
        return std::move(sums_);
    }

private:
    using Place = std::pair<std::uint32_t, std::uint32_t>; // SM and slot

    WarpExecutions& warp_of(const BlockExecution& event) {
        const Place place(event.sm, event.slot);
        if (last_ == nullptr || last_place_ != place) {
            last_ = &running_[place];
            last_place_ = place;
        }
        std::unique_ptr<WarpExecutions>& warp = *last_;
        if (warp != nullptr && warp->is_of(event)) return *warp;
        if (warp != nullptr) end(*warp);
        if (running_.size() > most_running_warps)
            throw Error(
                fmt::format("expected at most {} warps at the same time, found more", most_running_warps));
        warp = std::make_unique<WarpExecutions>(event, compaction_.begin(event.sm), sums_.warp_lanes);
        return *warp;
    }

    void end(WarpExecutions& warp) {
        warp.end(sums_, inactive_);
        compaction_.end(warp.life().sm, warp.number(), warp.lanes());
        if (wants_lives_) sums_.lives.push_back(warp.life());
    }

    void end_launch() {
        if (running_.empty()) return;
        for (auto& [place, warp] : running_)
            end(*warp);
        running_.clear();
        last_ = nullptr;
        compaction_.end_launch();
        LaunchExecutions launch{launch_, std::exchange(of_launch_, {}), {}};
        for (std::size_t i = 0; i < inactive_.size(); ++i) {
            launch.inactive += inactive_[i];
            sums_.inactive_of_functions[i] += std::exchange(inactive_[i], {});
        }
        sums_.inactive += launch.inactive;
        sums_.launches.push_back(launch);
    }

    const RecordingInfo& info_;
    bool wants_lives_;
    FunctionTable functions_;
    ExecutionSums sums_;
    InstructionSums of_launch_;           ///< of the present launch
    std::vector<InactiveSlots> inactive_; ///< [functions] of the present launch
    Compaction compaction_;
    std::uint32_t launch_ = 0;
    std::map<Place, std::unique_ptr<WarpExecutions>> running_;
    std::unique_ptr<WarpExecutions>* last_ = nullptr; ///< in running_, whose nodes stay where they are
    Place last_place_;
};

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
    ExecutionPass pass(info, lives);
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
