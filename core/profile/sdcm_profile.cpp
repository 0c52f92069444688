#include "core/profile/profile_builder.h"
#include "core/profile/ray_filter.h"

namespace hitmap {

std::shared_ptr<const Profile> make_sdcm_profile(RequestSource& source, const SdcmConfig& config,
                                                 ThreadPool& pool, const JobContext& job) {
    return make_sdcm_profile(source, config, std::nullopt, pool, job);
}

std::shared_ptr<const Profile> make_sdcm_profile(RequestSource& source, const SdcmConfig& config,
                                                 const std::optional<RaySelection>& rays, ThreadPool& pool,
                                                 const JobContext& job) {
    std::optional<ProfileBuilder> builder;
    std::optional<RayFilter> filter;
    {
        const auto tags = source.lane_tags(job);
        if (rays) require_rays(tags, *rays, source.name());
        builder.emplace(source.info(), pool, tags);
        if (rays) filter.emplace(tags, *rays, *builder);
    }
    AllocationHistory history(source.info().allocations.size());
    OutcomeSink& sink = filter ? static_cast<OutcomeSink&>(*filter) : *builder;
    SdcmResult result = simulate_sdcm(source, config, sink, pool, job, &history);
    builder->keep(std::move(history));
    return builder->finish(source.info(), std::move(result.allocations), job);
}

} // namespace hitmap
