#include "core/profile/profile_builder.h"

namespace hitmap {

std::shared_ptr<const Profile> make_sdcm_profile(RequestSource& source, const SdcmConfig& config,
                                                 ThreadPool& pool, const JobContext& job) {
    ProfileBuilder builder(source.info(), pool, source.lane_tags(job));
    AllocationHistory history(source.info().allocations.size());
    SdcmResult result = simulate_sdcm(source, config, builder, pool, job, &history);
    builder.keep(std::move(history));
    return builder.finish(source.info(), std::move(result.allocations), job);
}

} // namespace hitmap
