#include "core/profile/preview/preview.h"

#include "core/base/error.h"
#include "core/cache/results/named_errors.h"
#include "core/cache/sdcm/sdcm_engine.h"
#include "core/profile/preview/stretch_run.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <span>
#include <utility>

namespace hitmap {

namespace {

SparseSums sums_of(const ElementAccessFinder& finder) {
    std::vector<std::uint64_t> counts;
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind)
        counts.push_back(finder.element_count(kind));
    return SparseSums(counts);
}

/// Reads and simulates the stretches, and adds up what they give.
class PreviewRun {
public:
    PreviewRun(const HmtFile& file, const std::shared_ptr<const RecordedScene>& scene,
               const SdcmConfig& config, const PreviewOptions& options, const JobContext& job)
        : file_(file),
          job_(job),
          finder_(file.info()),
          lines_{SceneLines(file.info(), scene, config.l1.line, job),
                 SceneLines(file.info(), scene, config.l2.line, job)},
          tables_{HitTable(config.l1, job), HitTable(config.l2, job)},
          model_{
              finder_, {&lines_[0], &lines_[1]}, {&tables_[0], &tables_[1]}, LineSample(options.line_rate)},
          stretches_(plan_preview(file.blocks(), options)),
          results_(stretches_.size()) {
        preview_.options = options;
        preview_.requests = file.info().requests;
        preview_.stretches = stretches_.size();
        preview_.elements = sums_of(finder_);
    }

    [[nodiscard]] std::shared_ptr<const Preview> run(ThreadPool& pool);

private:
    void run_stretch(std::size_t i);
    void take(std::vector<StretchRun::Part>& parts);
    void add_unknown_hits();
    void add_totals();
    void estimate_rates();

    const HmtFile& file_;
    const JobContext& job_;
    ElementAccessFinder finder_;
    std::array<SceneLines, 2> lines_;
    std::array<HitTable, 2> tables_;
    SampledModel model_;
    std::vector<Stretch> stretches_;
    std::vector<StretchResult> results_;     ///< [stretches_]
    std::array<std::uint64_t, 2> guesses_{}; ///< [levels] guessed hits, in units of 2^-24
    std::mutex mutex_;
    Preview preview_; ///< elements and requests_read are guarded by mutex_ while stretches run
};

std::shared_ptr<const Preview> PreviewRun::run(ThreadPool& pool) {
    std::uint64_t requests = 0;
    for (const Stretch& stretch : stretches_)
        requests += stretch.requests;
    job_.begin("estimating from a sample", requests, "requests");
    parallel_for(pool, stretches_.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            run_stretch(i);
    });
    add_unknown_hits();
    add_totals();
    estimate_rates();
    return std::make_shared<const Preview>(std::move(preview_));
}

void PreviewRun::run_stretch(std::size_t i) {
    constexpr std::size_t parts_at_once = std::size_t{1} << 14;
    const Stretch& stretch = stretches_[i];
    StretchRun run(model_, stretch.first_block == 0);
    std::vector<StretchRun::Part> parts;
    for (std::size_t block = stretch.first_block; block < stretch.last_block; ++block)
        file_.read_pieces(
            block,
            [&](const RequestView& piece) {
                job_.check();
                RequestView wanted = piece;
                wanted.entries = piece.entries.first(std::min<std::uint64_t>(
                    piece.entries.size(), stretch.end_request - piece.first_request.value));
                run.add(wanted, parts);
                if (parts.size() >= parts_at_once) take(parts);
                job_.add(wanted.entries.size());
                return piece.first_request.value + wanted.entries.size() < stretch.end_request;
            },
            job_.stop);
    take(parts);
    results_[i] = run.take_result();
}

/// Adds sums of elements. They are integers, so that their order does not matter.
void PreviewRun::take(std::vector<StretchRun::Part>& parts) {
    {
        const std::scoped_lock lock(mutex_);
        for (const StretchRun::Part& part : parts) {
            SparseSums::Entry& entry = preview_.elements.at(part.kind, part.sums.element);
            entry.accesses += part.sums.accesses;
            entry.l1_lookups += part.sums.l1_lookups;
            entry.l2_lookups += part.sums.l2_lookups;
            entry.l1_hits += part.sums.l1_hits;
            entry.l2_hits += part.sums.l2_hits;
        }
    }
    parts.clear();
}

void PreviewRun::add_unknown_hits() {
    for (std::size_t level = 0; level < 2; ++level)
        for (const ElementKindId kind : kinds_with_look_ups()) {
            CensoredDistances distances;
            for (const StretchResult& result : results_)
                distances += result.distances[level][kind];
            const UnknownHits expected(distances, tables_[level]);
            for (StretchResult& result : results_) {
                job_.check();
                for (const UnknownLookup& lookup : result.unknown) {
                    if (lookup.level != level || lookup.kind != kind) continue;
                    const std::uint32_t hits = expected.hits_from(lookup.bound);
                    guesses_[level] += expected.guess_from(lookup.bound);
                    result.sums[level].hits += hits;
                    result.by_group[level][lookup.group].hits += hits;
                    SparseSums::Entry& entry = preview_.elements.at(kind, lookup.element);
                    (level == 0 ? entry.l1_hits : entry.l2_hits) += hits;
                }
            }
        }
}

void PreviewRun::add_totals() {
    for (const Stretch& stretch : stretches_)
        preview_.requests_read += stretch.requests;
    preview_.totals.resize(element_kinds().size());
    for (ElementKindId kind = 0; kind < preview_.totals.size(); ++kind) {
        const auto entries = preview_.elements.of(kind);
        for (const SparseSums::Entry& entry : entries)
            preview_.totals[kind] += entry.sums();
    }
}

/// A part of the sample with its misses and the look-ups that it stands for.
struct Cluster {
    double misses = 0.0;
    double lookups = 0.0;
};

/// The variance of the ratio of two sums over a sample of `share` of all clusters (Cochran
/// 1977).
double ratio_variance(std::span<const Cluster> clusters, double share) {
    Cluster all;
    for (const Cluster& cluster : clusters) {
        all.misses += cluster.misses;
        all.lookups += cluster.lookups;
    }
    if (all.lookups == 0.0 || share >= 1.0) return 0.0;
    double squares = 0.0;
    for (const Cluster& cluster : clusters) {
        const double rest = cluster.misses - all.misses / all.lookups * cluster.lookups;
        squares += rest * rest;
    }
    const auto count = static_cast<double>(clusters.size());
    return (1.0 - share) * count / (count - 1.0) * squares / (all.lookups * all.lookups);
}

void PreviewRun::estimate_rates() {
    const double rate = preview_.options.line_rate;
    const double share = preview_.request_share();
    for (std::size_t level = 0; level < 2; ++level) {
        std::vector<Cluster> stretches;
        Cluster all;
        for (const StretchResult& result : results_) {
            stretches.push_back(
                {result.sums[level].misses(), rate * static_cast<double>(result.all_lookups[level])});
            all.misses += stretches.back().misses;
            all.lookups += stretches.back().lookups;
        }
        if (all.lookups == 0.0) continue;
        preview_.hit_rate[level] = std::clamp(1.0 - all.misses / all.lookups, 0.0, 1.0);
        std::vector<Cluster> groups(LineSample::groups, {0.0, all.lookups / LineSample::groups});
        for (std::size_t group = 0; group < groups.size(); ++group)
            for (const StretchResult& result : results_)
                groups[group].misses += result.by_group[level][group].misses();
        if (stretches.size() == 1 && share < 1.0) continue;
        const double variance = ratio_variance(stretches, share) + ratio_variance(groups, rate);
        preview_.error[level] =
            2.0 * std::sqrt(variance) + static_cast<double>(guesses_[level]) / hit_unit / all.lookups;
    }
}

} // namespace

std::shared_ptr<const Preview> empty_preview(const RecordingInfo& info) {
    auto preview = std::make_shared<Preview>();
    preview->requests = info.requests;
    preview->totals.resize(element_kinds().size());
    preview->elements = sums_of(ElementAccessFinder(info));
    return preview;
}

std::shared_ptr<const Preview> make_preview(const HmtFile& file, std::shared_ptr<const RecordedScene> scene,
                                            const SdcmConfig& config, const PreviewOptions& options,
                                            ThreadPool& pool, const JobContext& job) {
    check_sdcm(config);
    return with_errors_of(file.name(),
                          [&] { return PreviewRun(file, scene, config, options, job).run(pool); });
}

} // namespace hitmap
