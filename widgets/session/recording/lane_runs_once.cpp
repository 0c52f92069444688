#include "widgets/session/recording/lane_runs_once.h"

namespace hitmap {

std::shared_ptr<const LaneRuns> LaneRunsOnce::get(const HmtFile& file, const JobContext& job) {
    return runs_.get(
        [&] { return std::make_shared<const LaneRuns>(file.read_lane_tags(job), file.launch_requests(job)); },
        job);
}

} // namespace hitmap
