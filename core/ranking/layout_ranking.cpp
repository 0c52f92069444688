#include "core/ranking/layout_ranking.h"

#include "core/base/error.h"
#include "core/profile/derived/headline.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/relayout/relayout_settings.h"
#include "core/trace/stream/request_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>
#include <variant>

namespace hitmap {

namespace {

LevelPair simulated_levels(RequestSource& source, const ModelConfig& config, ThreadPool& pool,
                           const JobContext& job) {
    if (const auto* hierarchy = std::get_if<HierarchyConfig>(&config))
        return levels_of(simulate_hierarchy(source, *hierarchy, {}, pool, job).total);
    SumsByGroup kinds = SumsByGroup::whole();
    (void)simulate_sdcm(source, std::get<SdcmConfig>(config), kinds, pool, job);
    const KindSums all = sum_of(kinds.groups().front());
    return {all.l1, all.l2};
}

/// Relayout and model run at the same time.
void simulate_moved(const LayoutTrial& trial, TriedLayout& result, ThreadPool& pool, const JobContext& job) {
    stream_requests(
        [&](RecordingSink& sink) {
            result.estimates =
                relayout_recording(trial.file, result.options, trial.mesh, sink, pool, job).estimates;
        },
        [&](RequestSource& source) { result.levels = simulated_levels(source, trial.config, pool, job); },
        StreamedScene::for_models, job);
}

/// What a layout changes: "node-order", "stride boxes". Of layouts that change the same, one can be chosen.
std::string changed_by(const RelayoutOptions& options) {
    if (!options.strides.empty()) return "stride " + options.strides.front().first;
    if (!options.element_orders.empty()) return "order " + options.element_orders.front().first;
    for (const RelayoutSetting& setting : relayout_settings())
        if (!setting.get(options).empty()) return setting.name;
    return {};
}

void join(RelayoutOptions& options, const RelayoutOptions& more) {
    if (more.node_order) options.node_order = more.node_order;
    if (more.vertex_order) options.vertex_order = more.vertex_order;
    if (more.vertex_layout) options.vertex_layout = more.vertex_layout;
    if (more.face_order) options.face_order = more.face_order;
    if (more.seed) options.seed = more.seed;
    options.element_orders.insert(options.element_orders.end(), more.element_orders.begin(),
                                  more.element_orders.end());
    options.strides.insert(options.strides.end(), more.strides.begin(), more.strides.end());
}

double misses_of(const TriedLayout& layout, std::size_t level) {
    return layout.levels[level].miss_count();
}

} // namespace

TriedLayout try_layout(const LayoutTrial& trial, const RelayoutOptions& options, ThreadPool& pool,
                       const JobContext& job) {
    TriedLayout result;
    result.options = options;
    const JobContext quiet{job.stop}; // the stages of two functions that run at once
    if (options.changes_nothing()) {
        const auto source = request_source(trial.file, pool);
        result.levels = simulated_levels(*source, trial.config, pool, quiet);
        return result;
    }
    try {
        simulate_moved(trial, result, pool, quiet);
    } catch (const FileError& error) {
        if (error.file() == trial.file.name()) throw;
        result.problem = error.what(); // the file of the mesh
    } catch (const UsageError&) {
        throw; // the caches
    } catch (const Cancelled&) {
        throw;
    } catch (const Error& error) {
        result.problem = error.what();
    }
    if (!result.is_possible()) result.levels = {};
    return result;
}

void try_layouts(const LayoutTrial& trial, const std::vector<RelayoutOptions>& layouts,
                 const std::function<void(TriedLayout)>& tried, ThreadPool& pool, const JobContext& job) {
    if (trial.file.info().has_sums()) throw Error("expected a recording with requests, found sums of frames");
    std::size_t total = layouts.size() + 1;
    std::vector<TriedLayout> all;
    const auto try_next = [&](const RelayoutOptions& options) {
        job.begin("simulating " + title_of(options), total, "layouts");
        job.add(all.size());
        all.push_back(try_layout(trial, options, pool, job));
        return all.back();
    };
    tried(try_next({}));
    for (const RelayoutOptions& options : layouts)
        tried(try_next(options));
    std::map<std::string, RelayoutOptions> combined;
    for (const std::size_t level : {0U, 1U}) {
        const RelayoutOptions options = combined_layout(all, level);
        if (!options.changes_nothing()) combined.emplace(to_string(options), options);
    }
    total += combined.size();
    for (const auto& [text, options] : combined)
        if (TriedLayout result = try_next(options); result.is_possible()) tried(std::move(result));
}

RelayoutOptions combined_layout(const std::vector<TriedLayout>& tried, std::size_t level) {
    const auto recorded = std::ranges::find_if(tried, &TriedLayout::is_recorded);
    if (recorded == tried.end()) return {};
    std::map<std::string, const TriedLayout*> best;
    for (const TriedLayout& layout : tried) {
        const bool is_better = layout.is_possible() && misses_of(layout, level) < misses_of(*recorded, level);
        if (!is_better) continue;
        const TriedLayout*& known = best[changed_by(layout.options)];
        if (known == nullptr || misses_of(layout, level) < misses_of(*known, level)) known = &layout;
    }
    RelayoutOptions joined;
    if (best.size() < 2) return joined;
    for (const auto& [changed, layout] : best)
        join(joined, layout->options);
    return joined;
}

std::vector<std::size_t> ranked_by_misses(const std::vector<TriedLayout>& tried, std::size_t level) {
    std::vector<std::size_t> order(tried.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t i) {
        return std::tuple(!tried[i].is_possible(), misses_of(tried[i], level),
                          misses_of(tried[i], 1 - level));
    };
    std::ranges::stable_sort(order, {}, key);
    return order;
}

} // namespace hitmap
