#include "core/relayout/dealing/recorded_warps.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace hitmap {

namespace {

class WarpCounts final : public RecordingSink {
public:
    void begin(const RecordingInfo& /*info*/, const RecordedScene* /*scene*/) override {}
    void begin_launch(const Launch& /*launch*/) override {}
    void add(const Request& request) override { ++of(request.launch, request.warp).requests; }
    void tag(const LaneTagRun& run) override { ++of(run.launch, run.warp).notes; }
    void execute(const BlockExecution& event) override { ++of(event.launch, event.warp).notes; }
    void trace_rays(const RayEvent& event, const RayLanes& /*lanes*/) override {
        ++of(event.launch, event.warp).notes;
    }
    void finish() override {}

    [[nodiscard]] std::vector<WarpCount> take() {
        std::ranges::sort(counts_, {},
                          [](const WarpCount& count) { return std::tuple(count.launch, count.warp); });
        return std::move(counts_);
    }

private:
    WarpCount& of(std::uint32_t launch, std::uint32_t warp) {
        const auto [found, is_new] =
            numbers_.try_emplace(std::uint64_t{launch} << 32U | warp, counts_.size());
        if (is_new) counts_.push_back({launch, warp, 0, 0});
        return counts_[found->second];
    }

    std::unordered_map<std::uint64_t, std::size_t> numbers_; ///< in counts_, by launch and warp
    std::vector<WarpCount> counts_;
};

} // namespace

RecordedPieces::RecordedPieces(const HmtFile& file, ThreadPool& pool, const JobContext& job)
    : file_(file), job_(job), between_(file, job), source_(request_source(file, pool)) {}

bool RecordedPieces::pass_next(RecordingSink& sink) {
    if (!source_->next(block_, job_.stop)) {
        between_.put_up_to(RequestIndex(file_.info().requests), sink);
        return false;
    }
    RequestIndex request = block_.first_request;
    for (const RequestBlock::Entry& entry : block_.entries) {
        between_.put_up_to(request, sink);
        sink.add(request_of(block_, entry));
        ++request;
    }
    return true;
}

std::vector<WarpCount> count_warps(const HmtFile& file, ThreadPool& pool, const JobContext& job) {
    job.begin("counting the requests of thread blocks");
    WarpCounts counts;
    RecordedPieces pieces(file, pool, job);
    while (pieces.pass_next(counts))
        job.check();
    return counts.take();
}

} // namespace hitmap
