#include "core/profile/models/cache_model.h"

#include "core/cache/results/named_errors.h"
#include "core/cache/results/traffic_rows.h"
#include "core/profile/index/profile_builder.h"
#include "core/profile/models/tree_terms.h"
#include "core/profile/query/access_limit.h"
#include "core/profile/sums/access_filter.h"
#include "core/profile/sums/recorded_profile.h"
#include "core/profile/sums/sm_table.h"
#include "core/profile/sums/stack_traffic_builder.h"
#include "core/profile/sums/sums_by_element.h"
#include "core/profile/sums/whole_profile.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// The share of the time until the model is complete; the rest is the time index.
constexpr double simulating = 0.9;

/// Puts an AccessFilter before a sink if the simulation has a restriction.
class Counting {
public:
    Counting(const RequestSource& source, const Restriction& only, bool of_sectors)
        : only_(only),
          parts_(counted_parts(only, source.info(), of_sectors, source.name())),
          of_sectors_(of_sectors) {
        require_requests(source);
    }
    [[nodiscard]] const CountedParts& parts() const { return parts_; }
    /// Returns the sink that the model must fill. `sink` and this object must outlive it.
    [[nodiscard]] OutcomeSink& before(OutcomeSink& sink, const RequestSource& source,
                                      std::span<const LaneTagRun> tags) {
        if (only_.empty()) return sink;
        if (only_.rays) require_rays(tags, *only_.rays, source.name());
        return filter_.emplace(source.info(), AccessFilter::Counted{parts_, only_.rays, of_sectors_}, tags,
                               sink);
    }
    /// The same, but it reads the tags from the source if they are needed.
    [[nodiscard]] OutcomeSink& before(OutcomeSink& sink, RequestSource& source, const JobContext& job) {
        return before(sink, source, only_.rays ? source.lane_tags(job) : std::vector<LaneTagRun>{});
    }

private:
    Restriction only_;
    CountedParts parts_;
    bool of_sectors_;
    std::optional<AccessFilter> filter_;
};

/// The terms of the boxes of the tree; null if there is no tree.
std::shared_ptr<const ElementTerms> terms_of(const ProfileSettings& settings) {
    return settings.tree != nullptr ? tree_terms(settings.tree) : nullptr;
}

/// make_profile() with ProfileParts::whole_elements.
std::shared_ptr<const Profile> whole_profile(RequestSource& source, const ModelConfig& config,
                                             const Restriction& only, ThreadPool& pool, const JobContext& job,
                                             std::shared_ptr<const ElementTerms> terms) {
    require_accesses_that_fit(source.info().axis_is_requests() ? 0 : source.info().positions());
    SumsByElement sums(source.info());
    simulate_model(source, config, only, sums, pool, job);
    ProfileCapabilities known;
    known.has_reuse_distance = std::holds_alternative<SdcmConfig>(config);
    known.has_miss_classes = explains_misses(config);
    return std::make_shared<WholeProfile>(sums, source.info(), known, std::move(terms));
}

void set_capabilities(const HierarchyConfig& config, ProfileBuilder& builder) {
    if (config.explain_misses)
        builder.with_miss_classes();
    else
        builder.without_distances();
}

/// make_hierarchy_profile() with ProfileParts::elements.
std::shared_ptr<const Profile> hierarchy_profile_of_elements(RequestSource& source,
                                                             const HierarchyConfig& config,
                                                             const Restriction& only, ThreadPool& pool,
                                                             const JobContext& job,
                                                             std::shared_ptr<const ElementTerms> terms) {
    Counting counting(source, only, true);
    ProfileBuilder builder(source.info(), pool);
    HierarchySinks sinks;
    sinks.counted = counting.parts();
    sinks.outcomes = &counting.before(builder, source, job);
    const HierarchyResult result = simulate_hierarchy(source, config, sinks, pool, job.part(0.0, simulating));
    std::vector<AllocationSums> allocations;
    for (const TrafficSums& sums : result.allocations)
        allocations.push_back(allocation_sums(sums));
    builder.keep(std::move(terms));
    set_capabilities(config, builder);
    return builder.finish(source.info(), std::move(allocations), job.part(simulating, 1.0));
}

} // namespace

const CacheGeometry& l1_of(const ModelConfig& config) {
    return std::visit([](const auto& model) -> const CacheGeometry& { return model.l1; }, config);
}

const CacheGeometry& l2_of(const ModelConfig& config) {
    return std::visit([](const auto& model) -> const CacheGeometry& { return model.l2; }, config);
}

std::string l1_text(const ModelConfig& config) {
    const auto* hierarchy = std::get_if<HierarchyConfig>(&config);
    const bool has_several = hierarchy != nullptr && hierarchy->l1_units > 1;
    return (has_several ? std::to_string(hierarchy->l1_units) + " x " : "") + to_string(l1_of(config));
}

std::string_view name_of(const ModelConfig& config) {
    return std::holds_alternative<SdcmConfig>(config) ? "sdcm" : "hierarchy";
}

std::string_view title_of(const ModelConfig& config) {
    return std::holds_alternative<SdcmConfig>(config) ? "stack distance cache model" : "hierarchy model";
}

bool explains_misses(const ModelConfig& config) {
    const auto* const hierarchy = std::get_if<HierarchyConfig>(&config);
    return hierarchy != nullptr && hierarchy->explain_misses;
}

SdcmResult simulate_restricted(RequestSource& source, const SdcmConfig& config, const Restriction& only,
                               OutcomeSink& sink, ThreadPool& pool, const JobContext& job) {
    Counting counting(source, only, false);
    return simulate_sdcm(source, config, counting.before(sink, source, job), pool, job);
}

HierarchyResult simulate_restricted(RequestSource& source, const HierarchyConfig& config,
                                    const Restriction& only, HierarchySinks sinks, ThreadPool& pool,
                                    const JobContext& job) {
    Counting counting(source, only, true);
    sinks.counted = counting.parts();
    if (sinks.outcomes != nullptr) sinks.outcomes = &counting.before(*sinks.outcomes, source, job);
    return simulate_hierarchy(source, config, sinks, pool, job);
}

void simulate_model(RequestSource& source, const ModelConfig& config, const Restriction& only,
                    OutcomeSink& sink, ThreadPool& pool, const JobContext& job) {
    if (const auto* hierarchy = std::get_if<HierarchyConfig>(&config)) {
        simulate_restricted(source, *hierarchy, only, {.outcomes = &sink}, pool, job);
        return;
    }
    Counting counting(source, only, false);
    simulate_sdcm_outcomes(source, std::get<SdcmConfig>(config), counting.before(sink, source, job), pool,
                           job);
}

std::shared_ptr<const Profile> make_sdcm_profile(RequestSource& source, const SdcmConfig& config,
                                                 const Restriction& only, ThreadPool& pool,
                                                 const JobContext& job, const ProfileSettings& settings) {
    if (settings.parts == ProfileParts::whole_elements)
        return whole_profile(source, config, only, pool, job, terms_of(settings));
    Counting counting(source, only, false);
    const bool has_all = settings.parts == ProfileParts::all;
    std::optional<ProfileBuilder> builder;
    OutcomeSink* sink = nullptr;
    if (has_all) {
        const auto tags = source.lane_tags(job);
        builder.emplace(source.info(), pool, tags);
        builder->count_by_sm(source.info());
        sink = &counting.before(*builder, source, tags);
    } else {
        sink = &counting.before(builder.emplace(source.info(), pool), source, job);
    }
    AllocationHistory history(source.info().allocations.size());
    PackedAccessesSlot* const slot = has_all ? settings.kept : nullptr;
    const auto from = slot != nullptr ? slot->get() : nullptr;
    const auto into = slot != nullptr && from == nullptr ? std::make_shared<PackedAccesses>() : nullptr;
    SdcmResult result = simulate_sdcm(source, config, *sink, pool, job.part(0.0, simulating),
                                      has_all ? &history : nullptr, {from.get(), into.get()});
    if (into != nullptr) slot->set(into);
    if (has_all) builder->keep(std::move(history));
    builder->keep(terms_of(settings));
    return builder->finish(source.info(), std::move(result.allocations), job.part(simulating, 1.0));
}

std::shared_ptr<const Profile> make_sdcm_profile(RequestSource& source, const SdcmConfig& config,
                                                 ThreadPool& pool, const JobContext& job) {
    return make_sdcm_profile(source, config, Restriction(), pool, job);
}

std::shared_ptr<const Profile> make_hierarchy_profile(RequestSource& source, const HierarchyConfig& config,
                                                      const Restriction& only, ThreadPool& pool,
                                                      const JobContext& job,
                                                      const ProfileSettings& settings) {
    if (settings.parts == ProfileParts::whole_elements)
        return whole_profile(source, config, only, pool, job, terms_of(settings));
    if (settings.parts == ProfileParts::elements)
        return hierarchy_profile_of_elements(source, config, only, pool, job, terms_of(settings));
    Counting counting(source, only, true);
    std::optional<ProfileBuilder> builder;
    std::optional<StackTrafficBuilder> stack;
    HierarchySinks sinks;
    sinks.counted = counting.parts();
    {
        const auto tags = source.lane_tags(job);
        builder.emplace(source.info(), pool, tags);
        sinks.outcomes = &counting.before(*builder, source, tags);
        if (!tags.empty() && has_local_memory(source.info())) sinks.local = &stack.emplace(tags);
    }
    const TrafficRows rows{source.info().allocations.size(), source.info().instructions.size()};
    TrafficHistory history(rows.count());
    sinks.history = &history;
    AccessMatrix matrix;
    sinks.matrix = &matrix;
    MatrixHistory matrix_history(source.info().instructions.size());
    sinks.matrix_history = &matrix_history;
    SmTableBuilder sms(source.info());
    sinks.requests = &sms;
    const HierarchyResult result = simulate_hierarchy(source, config, sinks, pool, job.part(0.0, simulating));
    std::vector<AllocationSums> allocations;
    for (const TrafficSums& sums : result.allocations)
        allocations.push_back(allocation_sums(sums));
    builder->keep(std::move(history), result);
    builder->keep(std::move(matrix), std::move(matrix_history));
    builder->keep(sms.finish());
    builder->keep(terms_of(settings));
    if (stack) builder->keep(stack->finish());
    set_capabilities(config, *builder);
    return builder->finish(source.info(), std::move(allocations), job.part(simulating, 1.0));
}

std::shared_ptr<const Profile> make_profile(RequestSource& source, const ModelConfig& config,
                                            const Restriction& only, ThreadPool& pool, const JobContext& job,
                                            ProfileSettings settings) {
    return with_errors_of(source.name(), [&]() -> std::shared_ptr<const Profile> {
        if (settings.tree == nullptr) {
            const auto scene = source.scene(job);
            if (has_tree(source.info(), scene.get())) settings.tree = std::make_shared<TreeOnce>(scene, pool);
        }
        if (source.info().has_sums() && config == ModelConfig() && only.empty())
            return std::make_shared<RecordedProfile>(source, job, terms_of(settings));
        if (const auto* sdcm = std::get_if<SdcmConfig>(&config))
            return make_sdcm_profile(source, *sdcm, only, pool, job, settings);
        return make_hierarchy_profile(source, std::get<HierarchyConfig>(config), only, pool, job, settings);
    });
}

} // namespace hitmap
