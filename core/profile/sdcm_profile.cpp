#include "core/profile/profile_builder.h"

namespace hitmap {

std::shared_ptr<const Profile> make_sdcm_profile(RequestSource& source, const SdcmConfig& config,
                                                 ThreadPool& pool, const JobContext& job) {
    ProfileBuilder builder(source.info(), pool);
    SdcmResult result = simulate_sdcm(source, config, builder, pool, job);
    return builder.finish(source.info(), std::move(result.allocations), job);
}

} // namespace hitmap
