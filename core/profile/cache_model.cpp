#include "core/profile/cache_model.h"

#include "core/profile/profile_builder.h"

namespace hitmap {

namespace {

/// Puts a filter before the sink where not all rays are asked for.
void put_filter(std::optional<RayFilter>& filter, OutcomeSink& sink, std::span<const LaneTagRun> tags,
                const std::optional<RaySelection>& rays, const RequestSource& source) {
    if (!rays) return;
    require_rays(tags, *rays, source.name());
    filter.emplace(tags, *rays, sink);
}

} // namespace

const CacheGeometry& l1_of(const ModelConfig& config) {
    return std::visit([](const auto& model) -> const CacheGeometry& { return model.l1; }, config);
}

const CacheGeometry& l2_of(const ModelConfig& config) {
    return std::visit([](const auto& model) -> const CacheGeometry& { return model.l2; }, config);
}

std::string_view title_of(const ModelConfig& config) {
    return std::holds_alternative<SdcmConfig>(config) ? "stack distance cache model" : "hierarchy model";
}

HierarchyResult simulate_hierarchy_rays(RequestSource& source, const HierarchyConfig& config,
                                        const std::optional<RaySelection>& rays, HierarchySinks sinks,
                                        ThreadPool& pool, const JobContext& job) {
    std::optional<RayFilter> filter;
    if (rays && sinks.outcomes != nullptr)
        put_filter(filter, *sinks.outcomes, source.lane_tags(job), rays, source);
    if (filter) sinks.outcomes = &*filter;
    return simulate_hierarchy(source, config, sinks, pool, job);
}

void simulate_model(RequestSource& source, const ModelConfig& config, const std::optional<RaySelection>& rays,
                    OutcomeSink& sink, ThreadPool& pool, const JobContext& job) {
    if (const auto* sdcm = std::get_if<SdcmConfig>(&config))
        simulate_rays(source, *sdcm, rays, sink, pool, job);
    else
        simulate_hierarchy_rays(source, std::get<HierarchyConfig>(config), rays, {.outcomes = &sink}, pool,
                                job);
}

std::shared_ptr<const Profile> make_hierarchy_profile(RequestSource& source, const HierarchyConfig& config,
                                                      const std::optional<RaySelection>& rays,
                                                      ThreadPool& pool, const JobContext& job) {
    std::optional<ProfileBuilder> builder;
    std::optional<RayFilter> filter;
    {
        const auto tags = source.lane_tags(job);
        builder.emplace(source.info(), pool, tags);
        put_filter(filter, *builder, tags, rays, source);
    }
    AllocationHistory history(source.info().allocations.size());
    HierarchySinks sinks;
    sinks.outcomes = filter ? static_cast<OutcomeSink*>(&*filter) : &*builder;
    sinks.history = &history;
    const HierarchyResult result = simulate_hierarchy(source, config, sinks, pool, job);
    std::vector<AllocationSums> allocations;
    for (const TrafficSums& sums : result.allocations)
        allocations.push_back(allocation_sums(sums));
    builder->keep(std::move(history));
    if (config.explain_misses)
        builder->with_miss_classes();
    else
        builder->without_distances();
    return builder->finish(source.info(), std::move(allocations), job);
}

std::shared_ptr<const Profile> make_profile(RequestSource& source, const ModelConfig& config,
                                            const std::optional<RaySelection>& rays, ThreadPool& pool,
                                            const JobContext& job) {
    if (const auto* sdcm = std::get_if<SdcmConfig>(&config))
        return make_sdcm_profile(source, *sdcm, rays, pool, job);
    return make_hierarchy_profile(source, std::get<HierarchyConfig>(config), rays, pool, job);
}

} // namespace hitmap
