#include "core/analysis/findings/details.h"

#include "core/analysis/groups/worst_regions.h"
#include "core/cache/contents/eviction_sink.h"
#include "core/cache/pipeline/hierarchy.h"
#include "core/profile/sums/ray_selection.h"
#include "core/profile/sums/stack_traffic_builder.h"
#include "core/trace/elements/element_shape.h"
#include "core/trace/model/mesh_offset.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace hitmap {

namespace {

/// Whether tags differ in a member.
template <class Number>
bool tell_apart(std::span<const LaneTagRun> tags, Number LaneTag::*number) {
    return std::ranges::any_of(
        tags, [&](const LaneTagRun& run) { return run.tag.*number != tags.front().tag.*number; });
}

/// Instances are numbered from 0. Not all recordings have a scene with all that their tags name.
std::uint32_t count_instances(std::span<const LaneTagRun> tags, const RecordedScene* scene) {
    std::size_t count = scene == nullptr ? 0 : scene->instances.size();
    for (const LaneTagRun& run : tags)
        count = std::max<std::size_t>(count, run.tag.instance + std::size_t{1});
    return static_cast<std::uint32_t>(count);
}

/// The simulations that look at these allocations; none for those whose look-ups belong to no element.
std::vector<SubjectBatch> batches_of(const RecordingInfo& info, std::span<const std::size_t> allocations) {
    SubjectBatch of_elements;
    SubjectBatch of_vertices{{}, true};
    for (const std::size_t i : allocations) {
        const Allocation& allocation = info.allocations[i];
        if (allocation.space != Space::global) continue;
        if (element_kind_of(allocation.role))
            of_elements.allocations.push_back(i);
        else if (allocation.role == Role::vertices && of_vertices.allocations.empty())
            of_vertices.allocations.push_back(i);
    }
    std::vector<SubjectBatch> batches;
    for (SubjectBatch& batch : {std::ref(of_elements), std::ref(of_vertices)})
        if (!batch.allocations.empty()) batches.push_back(std::move(batch));
    return batches;
}

CountedParts parts_of(const RecordingInfo& info, const SubjectBatch& batch) {
    CountedParts parts;
    parts.allocations.resize(info.allocations.size());
    for (const std::size_t allocation : batch.allocations)
        parts.allocations[allocation] = 1;
    return parts;
}

/// What rays look up of the stack: lanes share the sectors.
void put_stack(const StackTraffic& traffic, AllocationDetails& details) {
    const auto levels = [](const StackSums& sums) {
        const auto part = [](std::uint64_t hits, std::uint64_t lookups) {
            constexpr auto unit = static_cast<double>(StackSums::unit);
            return PartLookUps{static_cast<double>(lookups) / unit,
                               static_cast<double>(lookups - hits) / unit};
        };
        return LevelLookUps{part(sums.l1_hits, sums.l1_lookups), part(sums.l2_hits, sums.l2_lookups)};
    };
    details.all = levels(traffic.total());
    std::map<std::uint8_t, StackSums> kinds;
    for (const StackRay& ray : traffic.kinds())
        kinds[ray.kind] += ray.sums;
    for (const auto& [kind, sums] : kinds)
        details.rays.push_back({kind, levels(sums)});
}

/// Looks for the worst regions of a scene.
class RegionFinder {
public:
    RegionFinder(const RecordingInfo& info, const RecordedScene& scene)
        : info_(info), scene_(scene), offset_(mesh_offset(info)) {}

    /// By the misses of a level, if it has noticeably more of them than of the look-ups.
    std::optional<FindingRegion> worst(const WindowSums& sums, bool is_of_vertices, Level level,
                                       const JobContext& job) {
        std::optional<WorstRegion> most;
        LevelSums all;
        for (ElementKindId kind = 0; kind < sums.totals.size(); ++kind) {
            all += sums.totals[kind].of(level);
            const auto form = region_form(kind);
            // Vertices are of elements that name them, and not of boxes around these.
            if (!form || (is_of_vertices && *form == RegionForm::subtree) || !knows_places(info_, kind) ||
                sums.totals[kind].of(level).miss_count() <= 0.0)
                continue;
            if (*form == RegionForm::patch && surface_.areas.empty()) surface_ = face_surface(scene_, job);
            auto regions =
                worst_regions(scene_, surface_, sums, {kind, index(level), RegionRank::misses, 1}, job);
            if (!regions.empty() && (!most || regions.front().misses > most->misses))
                most = std::move(regions.front());
        }
        if (!most || all.lookups == 0) return std::nullopt;
        const double part = static_cast<double>(most->sums.lookups) / static_cast<double>(all.lookups);
        if (most->share < least_region_misses || most->share < least_excess * part) return std::nullopt;
        const glm::dvec3 centre = glm::dvec3(most->bounds.center()) + offset_;
        return FindingRegion{std::make_shared<const WorstRegion>(std::move(*most)), part, centre};
    }

private:
    const RecordingInfo& info_;
    const RecordedScene& scene_;
    glm::dvec3 offset_;
    FaceSurface surface_; ///< once it is needed
};

/// Collects what is known of the allocations of findings.
class DetailFinder {
public:
    DetailFinder(const FindingTrial& trial, ThreadPool& pool, const JobContext& job)
        : info_(trial.file.info()),
          config_(trial.config),
          pool_(pool),
          job_(job),
          source_(trial.requests(pool)) {
        config_.explain_misses = false; // changes no hits, and takes longer
    }

    FindingDetails find(std::span<const std::size_t> allocations) {
        tags_ = source_->lane_tags(job_);
        tell_rays_ = tell_apart(tags_, &LaneTag::ray_kind);
        tell_instances_ = tell_apart(tags_, &LaneTag::instance);
        scene_ = source_->scene(job_);
        details_.instances = count_instances(tags_, scene_.get());
        if (!tell_rays_ && !tell_instances_) tags_ = {};
        for (const std::size_t allocation : allocations)
            details_.allocations[allocation];
        std::vector<SubjectBatch> batches = batches_of(info_, allocations);
        // Without the scene, there are no regions, and vertices are of no element.
        if (scene_ == nullptr)
            std::erase_if(batches,
                          [&](const SubjectBatch& batch) { return tags_.empty() || batch.is_of_vertices; });
        first_simulation(allocations, batches.empty() ? nullptr : &batches.front());
        for (std::size_t i = 1; i < batches.size(); ++i)
            simulate({}, &batches[i]);
        return std::move(details_);
    }

private:
    /// The one that also counts evictions and the use of the stack.
    void first_simulation(std::span<const std::size_t> allocations, const SubjectBatch* batch) {
        EvictionSink evictions(BoxLevels(info_, nullptr));
        HierarchySinks sinks;
        sinks.uses = &evictions;
        std::optional<StackTrafficBuilder> by_ray;
        std::optional<StackUseSink> use;
        const auto stack = std::ranges::find_if(
            allocations, [&](std::size_t allocation) { return is_stack(info_.allocations[allocation]); });
        if (stack != allocations.end()) {
            sinks.traffic = &use.emplace(info_, *stack);
            if (tell_rays_) sinks.local = &by_ray.emplace(tags_);
        }
        simulate(sinks, batch);
        details_.evictions = evictions.report();
        if (use) details_.allocations[*stack].stack = use->use();
        if (by_ray) put_stack(by_ray->finish(), details_.allocations[*stack]);
    }

    void simulate(HierarchySinks sinks, const SubjectBatch* batch) {
        std::optional<SubjectSums> sums;
        if (batch != nullptr) {
            sinks.outcomes = &sums.emplace(info_, *batch, tags_);
            sinks.counted = parts_of(info_, *batch);
        }
        (void)simulate_hierarchy(*source_, config_, sinks, pool_, job_);
        if (batch == nullptr) return;
        for (const std::size_t allocation : batch->allocations) {
            AllocationDetails& details = details_.allocations[allocation];
            details.all = sums->all(allocation);
            if (tell_rays_) details.rays = sums->rays(allocation);
            if (tell_instances_) details.instances = sums->instances(allocation);
            if (scene_ != nullptr) put_regions(*sums, allocation, *batch, details);
        }
    }

    void put_regions(const SubjectSums& sums, std::size_t allocation, const SubjectBatch& batch,
                     AllocationDetails& details) {
        if (!regions_) regions_.emplace(info_, *scene_);
        const WindowSums window = sums.window(allocation);
        for (const Level level : both_levels)
            details.regions[index(level)] = regions_->worst(window, batch.is_of_vertices, level, job_);
    }

    const RecordingInfo& info_;
    HierarchyConfig config_;
    ThreadPool& pool_;
    const JobContext& job_;
    std::unique_ptr<RequestSource> source_;
    std::vector<LaneTagRun> tags_; ///< empty: they tell neither kinds of rays nor instances apart
    bool tell_rays_ = false;       ///< whether tags are of several kinds of rays
    bool tell_instances_ = false;  ///< whether tags are of several instances
    std::shared_ptr<const RecordedScene> scene_;
    std::optional<RegionFinder> regions_;
    FindingDetails details_;
};

/// What a finding is about: misses of a level, or look-ups of L1.
double counted_in(const LevelLookUps& levels, std::optional<Level> level) {
    return level ? levels[index(*level)].misses : levels[index(Level::l1)].lookups;
}

/// The part with most of it; null if there is none with any.
const TagLookUps* most_of(const std::vector<TagLookUps>& parts, std::optional<Level> level) {
    const auto most = std::ranges::max_element(
        parts, {}, [&](const TagLookUps& part) { return counted_in(part.levels, level); });
    return most == parts.end() || counted_in(most->levels, level) <= 0.0 ? nullptr : &*most;
}

} // namespace

std::optional<FindingOptimum> optimum_of(const OptimumReport& report, Level level, std::size_t allocation) {
    const auto& sums = level == Level::l1 ? report.l1_allocations : report.l2_allocations;
    if (allocation >= sums.size() || sums[allocation].lookups == sums[allocation].hits) return std::nullopt;
    return FindingOptimum{level, sums[allocation]};
}

std::optional<FindingEvictor> evictor_of(const EvictionReport& report, Level level, std::size_t allocation,
                                         std::span<const std::string> labels) {
    const EvictionCell* most = nullptr;
    std::uint64_t all = 0;
    for (const EvictionCell& cell : (level == Level::l1 ? report.l1 : report.l2).allocations) {
        if (cell.evicted != allocation) continue;
        all += cell.evictions;
        if (most == nullptr || cell.evictions > most->evictions) most = &cell;
    }
    if (most == nullptr || most->evictions == 0) return std::nullopt;
    FindingEvictor by{level, {}, most->evictions, most->asked_again, all};
    if (most->evicting) by.allocation = labels[*most->evicting];
    return by;
}

std::optional<FindingRays> rays_of(const AllocationDetails& details, std::optional<Level> level) {
    const TagLookUps* const most = most_of(details.rays, level);
    if (most == nullptr) return std::nullopt;
    return FindingRays{static_cast<std::uint8_t>(most->number), level.has_value(),
                       counted_in(most->levels, level), counted_in(details.all, level)};
}

std::optional<FindingInstance> instance_of(const AllocationDetails& details, std::uint32_t instances,
                                           std::optional<Level> level) {
    const TagLookUps* const most = most_of(details.instances, level);
    if (most == nullptr) return std::nullopt;
    const double amount = counted_in(most->levels, level);
    const double all = counted_in(details.all, level);
    if (amount * instances < least_excess * all) return std::nullopt;
    const std::size_t looked_up = index(level.value_or(Level::l1));
    return FindingInstance{
        most->number, instances, level.has_value(),
        amount,       all,       most->levels[looked_up].lookups / details.all[looked_up].lookups};
}

FindingDetails find_details(const FindingTrial& trial, std::span<const std::size_t> allocations,
                            ThreadPool& pool, const JobContext& job) {
    if (allocations.empty()) return {};
    return DetailFinder(trial, pool, job).find(allocations);
}

} // namespace hitmap
